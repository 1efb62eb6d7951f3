package oom

import "strings"

// counters are the allocator's own figures, from torch.cuda.memory_summary()
// or from memory_stats() as JSON or Python prints it.
type counters struct {
	found   bool
	summary bool // from the table, whose figures are cut to whole units
	device  int

	allocated, peakAllocated, reserved, peakReserved, nonReleasable, requested, active Amount
	ooms, retries                                                                      uint64
	counts                                                                             bool
}

// readSummary reads the first table of torch.cuda.memory_summary().
func readSummary(text string) counters {
	c := counters{device: -1}
	i := strings.Index(text, "memory summary, device ID")
	if i < 0 {
		return c
	}
	c.found, c.summary = true, true
	text = text[i:min(len(text), i+12000)]
	if n, _, ok := digitsAt(strings.TrimLeft(text[len("memory summary, device ID"):], " "), 0); ok {
		c.device = int(n)
	}
	for line := range strings.SplitSeq(text, "\n") {
		c.summaryLine(line)
	}
	return c
}

func (c *counters) summaryLine(line string) {
	cells := strings.Split(strings.Trim(line, " #>|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if len(cells) == 2 && strings.HasPrefix(cells[0], "CUDA OOMs:") {
		c.ooms, _, c.counts = digitsAt(strings.TrimSpace(cells[0][len("CUDA OOMs:"):]), 0)
		if j := strings.IndexByte(cells[1], ':'); j >= 0 {
			c.retries, _, _ = digitsAt(strings.TrimSpace(cells[1][j+1:]), 0)
		}
	}
	if len(cells) < 3 {
		return
	}
	current, peak := flooredCell(cells[1]), flooredCell(cells[2])
	switch cells[0] {
	case "Allocated memory":
		c.allocated, c.peakAllocated = first(c.allocated, current), first(c.peakAllocated, peak)
	case "Active memory":
		c.active = first(c.active, current)
	case "Requested memory":
		c.requested = first(c.requested, current)
	case "GPU reserved memory":
		c.reserved, c.peakReserved = first(c.reserved, current), first(c.peakReserved, peak)
	case "Non-releasable memory":
		c.nonReleasable = first(c.nonReleasable, current)
	}
}

func first(a, b Amount) Amount {
	if a.Known {
		return a
	}
	return b
}

func flooredCell(cell string) Amount {
	number, unit, _ := strings.Cut(cell, " ")
	a, _ := floored(number, strings.TrimSpace(unit))
	return a
}

// readStats reads memory_stats() printed as JSON, as a Python dictionary or as
// a list of pairs.
func readStats(flat string) counters {
	c := counters{device: -1}
	get := func(key string) Amount {
		i := strings.Index(flat, key)
		if i < 0 {
			return Amount{}
		}
		rest := flat[i+len(key):]
		j := 0
		for j < len(rest) && j < 6 && strings.IndexByte("\"':, =)", rest[j]) >= 0 {
			j++
		}
		if n, _, ok := digitsAt(rest, j); ok {
			return exactly(n)
		}
		return Amount{}
	}
	c.allocated, c.peakAllocated = get("allocated_bytes.all.current"), get("allocated_bytes.all.peak")
	c.reserved, c.peakReserved = get("reserved_bytes.all.current"), get("reserved_bytes.all.peak")
	c.requested, c.nonReleasable = get("requested_bytes.all.current"), get("inactive_split_bytes.all.current")
	c.active = get("active_bytes.all.current")
	ooms := get("num_ooms")
	c.ooms, c.retries, c.counts = ooms.Bytes, get("num_alloc_retries").Bytes, ooms.Known
	c.found = c.allocated.Known && c.reserved.Known
	return c
}
