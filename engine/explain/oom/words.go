package oom

// The texts of a report besides its reasons.

type headlineID uint8

const (
	headNothing headlineID = iota
	headCannot
	headFragmentation
	headFragmentationLimit
	headFull
	headOverCard
	headLimit
	headLimitSum
	headOverLimit
	headOutside
	headLibrary
	headWindows
	headHost
	headContradiction
	headCounters
	headTable
	headPool
	headPoolFull
	headSomething
	headIDs
)

func (r *Report) headlineID() headlineID {
	switch {
	case r.Has(SaysSomething):
		return headSomething
	case r.Kind == Unknown:
		return headNothing
	case r.Kind == Summary:
		return headCounters
	case r.Kind == SMI:
		return headTable
	case r.Kind == Host:
		return headHost
	case r.Kind == TensorFlow && r.Verdict == Fragmentation:
		return headPool
	case r.Verdict == Fragmentation && r.Within:
		return headFragmentationLimit
	case r.Verdict == Fragmentation:
		return headFragmentation
	case r.Verdict == Full && (r.Has(LargerThanCard) || r.Has(MoreThanExabyte)):
		return headOverCard
	case r.Verdict == Full:
		return headFull
	case r.Has(LargerThanLimit):
		return headOverLimit
	case r.Verdict == LimitReached && r.Has(NotEnoughInSum) && r.Kind == Torch:
		return headLimitSum
	case r.Verdict == LimitReached && r.Kind == Torch:
		return headLimit
	case r.Verdict == LimitReached:
		return headPoolFull
	case r.Has(WindowsDecides):
		return headWindows
	case r.Library:
		return headLibrary
	case r.Verdict == OutsideHolds:
		return headOutside
	case r.Has(ShouldHaveWorked):
		return headContradiction
	}
	return headCannot
}

var headlines = [headIDs][2]string{
	headNothing: {"Nothing about memory that ran out was found in this text.", "这段文字里没有找到显存耗尽的内容。"},
	headCannot:  {"The text alone cannot say why.", "单凭这段文字说不出原因。"},
	headFragmentation: {
		"There was enough, but in no single piece: {1} unused or free in sum, {0} asked for.",
		"总量够，只是没有一整块：没用的和空闲的共 {1}，请求 {0}。"},
	headFragmentationLimit: {
		"There was enough inside the limit, but in no single piece: {1} unused of the {2} allowed, {0} asked for.",
		"上限之内总量够，只是没有一整块：允许的 {2} 里有 {1} 没用，请求 {0}。"},
	headFull: {
		"Too little on the card, however it is arranged: {0} asked for, {1} unused or free in sum.",
		"卡上不够，怎么排都不够：请求 {0}，没用的和空闲的总共 {1}。"},
	headSomething: {"Memory ran out; the text does not say whose, nor why.", "耗尽了；文字没说是显存还是内存，也没说原因。"},
	headOverCard:  {"The request is larger than the card.", "请求比整张卡还大。"},
	headLimitSum: {
		"The program's own limit of {2} is reached: {0} asked for, {1} unused inside it in sum.",
		"程序自己设的上限 {2} 到了：请求 {0}，上限之内没用的总共 {1}。"},
	headOverLimit: {"The request of {0} is larger than the program's own limit of {2}.", "请求 {0}，比程序自己设的上限 {2} 还大。"},
	headLimit:     {"The program's own limit of {2} is reached; {0} were asked for.", "程序自己设的上限 {2} 到了；请求 {0}。"},
	headOutside: {
		"{4} of the card are held by something else. Without that, {0} would have fitted.",
		"卡上有 {4} 被别的占着。没有它们，{0} 放得下。"},
	headLibrary: {
		"This process holds {4} beside PyTorch. That is where {0} would have been.",
		"本进程在 PyTorch 之外占着 {4}。{0} 本该从那里来。"},
	headWindows: {"Windows refused, although by its own count there is room.", "Windows 拒绝了，尽管按它的计数还有空位。"},
	headHost:    {"The computer's memory ran out, not the card's.", "耗尽的是计算机的内存，不是显存。"},
	headContradiction: {
		"Cannot say: by these figures it should have worked. {3} were free for {0}.",
		"说不出原因：按这些数字本该成功。空闲 {3}，请求 {0}。"},
	headCounters: {"Counters of the allocator, without a request that failed.", "这是分配器的计数，没有失败的请求。"},
	headTable:    {"A table of memory in use, without a request that failed.", "这是显存用量表，没有失败的请求。"},
	headPoolFull: {"TensorFlow's memory is full: no room in it for {0}, however it is arranged.", "TensorFlow 拿到的显存满了：怎么排都放不下 {0}。"},
	headPool: {
		"There was enough inside TensorFlow's memory, but in no single piece for {0}.",
		"TensorFlow 拿到的显存总量够，只是没有一整块能放下 {0}。"},
}

// numberNames: {0} is a process, {1} a GPU, {2} a name.
var numberNames = [numberIDs][2]string{
	Asked:         {"asked for", "请求"},
	Allowed:       {"the program's limit", "程序的上限"},
	Capacity:      {"the whole card", "整张卡"},
	Free:          {"free on the card", "卡上空闲"},
	Reserved:      {"bought by PyTorch", "PyTorch 已买"},
	Allocated:     {"in tensors", "张量占用"},
	Unallocated:   {"bought but unused, in pieces", "买了没用，零散"},
	PrivatePools:  {"in private pools", "在私有池"},
	UnderLimit:    {"not yet bought under the limit", "上限下还没买"},
	Together:      {"unused and not yet bought together", "没用的加还没买的"},
	ThisProcess:   {"this process, all in all", "本进程合计"},
	BesideTorch:   {"this process, beside PyTorch", "本进程，PyTorch 之外"},
	OtherProcess:  {"process {0}{3}", "进程 {0}{3}"},
	OthersHold:    {"held by others", "别处占用"},
	Unaccounted:   {"neither free nor PyTorch's", "不空闲也不归 PyTorch"},
	MPSOther:      {"other allocations", "其他分配"},
	Requested:     {"requested by the program", "程序要的"},
	NonReleasable: {"unused and not releasable", "没用也还不掉"},
	PeakAllocated: {"in tensors, peak", "张量占用，峰值"},
	PeakReserved:  {"bought by PyTorch, peak", "PyTorch 已买，峰值"},
	OOMs:          {"times out of memory", "耗尽次数"},
	Retries:       {"retries after giving back", "还掉后重试次数"},
	CardUsed:      {"in use on GPU {1} (nvidia-smi)", "GPU {1} 已用（nvidia-smi）"},
	CardTotal:     {"memory of GPU {1} (nvidia-smi)", "GPU {1} 总量（nvidia-smi）"},
	CardFree:      {"not in use on GPU {1} (nvidia-smi)", "GPU {1} 未用（nvidia-smi）"},
	SliceUsed:     {"in use on a MIG slice of GPU {1}", "GPU {1} 的 MIG 切片已用"},
	SliceTotal:    {"memory of a MIG slice of GPU {1}", "GPU {1} 的 MIG 切片总量"},
	SliceFree:     {"not in use in a MIG slice of GPU {1}", "GPU {1} 的 MIG 切片未用"},
	ProcessHolds:  {"process {0} ({2}) on GPU {1}", "GPU {1} 上的进程 {0}（{2}）"},
	BFCLimit:      {"the allocator's limit", "分配器的上限"},
	BFCInUse:      {"in use", "在用"},
}

var causeTexts = [causeIDs][2]string{
	CauseOtherProcess: {
		"Another process on the same card: an earlier run, a notebook whose kernel still lives, another user. nvidia-smi lists those it may see.",
		"同一张卡上的另一个进程：之前的运行、内核还活着的 notebook、别的用户。nvidia-smi 列出它能看到的。"},
	CauseMIG: {
		"The card may be a MIG slice: the program sees only a part of it, and what is free beside the slice is of no use.",
		"卡可能是 MIG 切片：程序只看得到一部分，切片之外空着的用不上。"},
	CausePinned: {
		"Page-locked memory of the computer (pin_memory, cudaMallocHost) can run out with the same error. It counts in none of these figures.",
		"锁页内存（pin_memory、cudaMallocHost）耗尽也报同样的错。它不在这些数字里。"},
	CauseHostRAM: {
		"The computer's memory or the limit of a container (cgroup, Slurm --mem) ends a program too, often with exit code 137 and no message.",
		"计算机的内存或容器的限额（cgroup、Slurm --mem）也会结束程序，常常只有退出码 137，没有消息。"},
	CauseWDDM: {
		"Windows (WDDM, also under WSL) gives each program a budget, lets the desktop share the card and moves memory into the computer's RAM. Free there is an estimate.",
		"Windows（WDDM，WSL 也一样）给每个程序定额度，桌面也用这张卡，还会把显存搬进内存。那里的“空闲”只是估计。"},
	CauseContext: {
		"The CUDA context, loaded kernels and the workspaces of cuBLAS and cuDNN take memory that no allocator of a framework counts.",
		"CUDA 上下文、载入的 kernel、cuBLAS 和 cuDNN 的工作区也占显存，框架的分配器都不计。"},
	CauseZombie: {
		"A program that was just ended gives its memory back late. Then the message counts as free what was not yet free when the driver refused.",
		"刚结束的程序归还显存有延迟。驱动拒绝时还没空出来的，消息里已经算作空闲。"},
	CauseAsync: {
		"Errors of CUDA may be reported by a later call than the one that caused them. CUDA_LAUNCH_BLOCKING=1 shows the place.",
		"CUDA 的错误可能由后面的调用报出来。CUDA_LAUNCH_BLOCKING=1 能看到真正的位置。"},
}

// The two lines that record a snapshot.
const (
	recordLine = "torch.cuda.memory._record_memory_history(max_entries=100000)"
	dumpLine   = "torch.cuda.memory._dump_snapshot(\"snapshot.pickle\")"
)

var nextRecord = [2]string{
	"Record a snapshot: the first line before the first tensor, the second where it fails (in an except block) or at the end. Opened here, it shows every piece and what would have worked.",
	"录一份快照：第一行放在第一个张量之前，第二行放在失败处（except 块里）或末尾。在这里打开，能看到每一块，以及怎样才行。",
}

var nextSMI = [2]string{
	"See who holds the card while the program runs.",
	"程序运行时，看谁占着这张卡。",
}

var nextConf = [2]string{
	"See which settings are in force.",
	"看哪些设置生效了。",
}
