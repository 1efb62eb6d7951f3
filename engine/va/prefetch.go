package va

// The density prefetcher (uvm_perf_prefetch.c). A fault brings in its whole
// region of 64 KiB, and then the largest part of the block, halved again and
// again down to a page, of which more than the threshold would be there.

// bigPages is the number of pages in a region of 64 KiB.
const bigPages = 16

// prefetch gives the pages that come in with the faulting ones. there are those
// that are at the destination already.
func prefetch(b *Block, faulted, there Mask, threshold uint32) Mask {
	pages := uint32(b.Pages)
	shift := uint32(b.Base/pageBytes) % BlockPages // a block may begin inside its window
	all := there.Or(faulted)
	faulted.Runs(func(first, n uint32) {
		from := max((first+shift)/bigPages*bigPages, shift) - shift
		to := min((first+n+shift+bigPages-1)/bigPages*bigPages-shift, pages)
		all.Add(from, to-from)
	})
	result := all
	faulted.Runs(func(first, n uint32) {
		for p := first; p < first+n; p++ {
			from, size := dense(&all, p+shift, shift, pages, threshold)
			result.Add(from, size)
		}
	})
	return result.Minus(there)
}

// dense finds the largest part around a page, counted from the window's start,
// that is dense enough.
func dense(all *Mask, page, shift, pages, threshold uint32) (from, size uint32) {
	for n := uint32(1); n <= BlockPages; n *= 2 {
		lo := max(page/n*n, shift) - shift
		hi := min(page/n*n+n-shift, pages)
		if all.In(lo, hi-lo)*100 > (hi-lo)*threshold {
			from, size = lo, hi-lo
		}
	}
	return from, size
}
