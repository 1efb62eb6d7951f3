package target

// Watched is memory of a program parts of which may be out of the program's
// reach: managed memory whose pages are on the card. Before an access to
// adopted memory, and when an address is managed and unknown, the program asks
// its Watcher; where the answer is no, it makes a HostTouch call and tries
// again. A target that has no such memory watches nothing.
type Watched interface{ Watch(Watcher) }

// Watcher says whether a process may access bytes of host memory at once.
type Watcher interface {
	HostMay(process uint16, addr, n uint64, write bool) bool
}
