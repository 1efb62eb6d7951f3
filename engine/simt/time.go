package simt

// Finish works out the duration, in picoseconds: the longest of four bounds:
// instructions, waiting, bytes, and passes over shared memory.
func (x *Launch) Finish() {
	p, c := &x.p.SM, &x.Count
	warps := uint64(len(x.warps))
	used := min(x.blocks, x.perSM)
	blocks := min(uint64(p.Blocks), uint64(p.Threads)/(warps*lanes), (x.blocks+used-1)/used)
	if n := uint64(len(x.shared)); n > 0 {
		blocks = min(blocks, uint64(p.Shared)/n)
	}
	resident := max(blocks, 1) * warps
	issue := c.Instructions / (uint64(p.Issue) * used)
	latency := c.Latency / (resident * used)
	bytes := c.Sectors * sectorBytes / uint64(p.BytesPerCycle)
	cycles := max(issue, latency, bytes, c.Passes/used)
	c.Picoseconds = p.Start + cycles*x.p.Cost.CycleFS/1000
}
