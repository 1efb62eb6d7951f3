package machine

// What can become of a request, by belief: one outcome for each number of
// cleared entries that the kernel may have seen when it looked.

// outcome is one way in which a request can have gone.
type outcome struct {
	runs []pages
	seen int    // entries of the queue that were collected in the end
	look int    // … at the first look
	ends uint64 // when the search was over, by the belief's clock
}

func (o *outcome) offset() uint64 { return uint64(o.runs[0].first) << 21 }

// tempo is what the rule needs of the profile: picoseconds.
type tempo struct{ fixed, perPage, unmark uint64 }

// foresee plays a request of n pages that looks at a moment. It gives no runs if
// there is too little memory; everything has been waited for then.
func (b *belief) foresee(n uint32, at uint64, t *tempo) outcome {
	return b.play(n, b.done(at), at, t)
}

// play plays a request whose first look finds k entries done.
func (b *belief) play(n uint32, k int, at uint64, t *tempo) outcome {
	look, set := k, b.free
	if k > 0 {
		set = append(make([]pages, 0, len(b.free)+k), b.free...)
	}
	for i := range k {
		set = insert(set, b.queue[i].pages)
		at += uint64(b.queue[i].n) * t.unmark
	}
	if first, ok := lowest(set, n); ok {
		return outcome{[]pages{{first, n}}, k, look, at}
	}
	set = append(make([]pages, 0, len(set)+len(b.queue)-k), set...)
	for wait := 0; ; wait++ {
		before := k
		k, at = b.await(n, k, at, t)
		for i := before; i < k; i++ {
			set = insert(set, b.queue[i].pages)
		}
		if first, ok := lowest(set, n); ok && wait == 0 {
			return outcome{[]pages{{first, n}}, k, look, at}
		}
		if wait == 0 && k > before {
			continue
		}
		if runs := lowestPages(set, n); runs != nil || k == before {
			return outcome{runs, k, look, at}
		}
	}
}

// await lets time pass until the oldest entries from number k that add up to
// more than n pages are done, and takes what finishes meanwhile too.
func (b *belief) await(n uint32, k int, at uint64, t *tempo) (int, uint64) {
	from := k
	for sum := uint32(0); k < len(b.queue) && sum <= n; k++ {
		sum += b.queue[k].n
	}
	if k == from {
		return k, at
	}
	at = max(at, b.queue[k-1].done)
	for i := from; i < len(b.queue); i++ {
		if i >= k && b.queue[i].done > at {
			break
		}
		at += uint64(b.queue[i].n) * t.unmark
		k = max(k, i+1)
	}
	return k, at
}

// over is when the oldest k entries are done, at a moment or later.
func (b *belief) over(k int, at uint64) uint64 {
	if k == 0 {
		return at
	}
	return max(at, b.queue[k-1].done)
}

// shift is how much the queue's clock was wrong if k entries were done at a
// moment: how much later (or earlier) they are done than the belief says.
func (b *belief) shift(k int, at uint64) int64 {
	switch {
	case k > 0 && b.queue[k-1].done > at:
		return int64(at) - int64(b.queue[k-1].done)
	case k < len(b.queue) && b.queue[k].done <= at:
		return int64(at) - int64(b.queue[k].done) + 1_000_000
	}
	return 0
}

// settle makes an outcome the belief's memory.
func (b *belief) settle(o *outcome, va uint64, at uint64, shift int64) {
	for i := range b.queue {
		b.queue[i].done = uint64(max(int64(b.queue[i].done)+shift, 0))
	}
	b.prove(o.runs, at)
	for _, r := range o.runs {
		b.free = remove(b.free, r)
	}
	if len(o.runs) > 1 {
		b.scattered = append(b.scattered, holding{va, o.runs})
		b.changed ^= hash(va, o.runs)
	}
}
