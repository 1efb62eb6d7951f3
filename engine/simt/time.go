package simt

// Finish works out the duration, in picoseconds: the longest of four bounds:
// instructions, waiting, bytes, and passes over shared memory.
func (x *Launch) Finish() {
	p, c := &x.p.SM, &x.Count
	blocks, used := x.occupancy()
	warps := (x.shape.Threads() + lanes - 1) / lanes
	resident := min(blocks, (x.grid.count+used-1)/used) * warps
	issue := c.Instructions / (uint64(p.Issue) * used)
	latency := c.Latency / (resident * used)
	bytes := c.Sectors * sectorBytes / uint64(p.BytesPerCycle)
	cycles := max(issue, latency, bytes, c.Passes/used)
	c.Picoseconds = p.Start + cycles*x.p.Cost.CycleFS/1000
}
