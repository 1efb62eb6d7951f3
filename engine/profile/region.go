package profile

import (
	"strconv"
	"strings"
)

// Region is a part of the card's memory with properties of its own
// (PMA_REGION_DESCRIPTOR). A profile that names none has one.
type Region struct {
	Bytes     uint64 // 0 = what the others leave
	Speed     uint32 // relative; the fastest is filled first
	Protected bool   // of confidential computing: never mixed with the rest
}

// Ends gives the frame at which each region ends. The ends between regions are
// those of pages; the last region has the frames after the last page.
func (m *Memory) Ends() (ends []uint32) {
	left, at := m.Bytes, uint32(0)
	for _, r := range m.Regions {
		left -= min(left, r.Bytes)
	}
	for _, r := range m.Regions {
		bytes := r.Bytes
		if bytes == 0 {
			bytes = left
		}
		at = min((at+uint32(bytes>>16))&^31, m.Frames())
		ends = append(ends, at)
	}
	if len(ends) > 0 {
		ends[len(ends)-1] = m.Frames()
	}
	return ends
}

// Speeds of the two regions that memory.slow makes.
const (
	fastRegion = 10
	slowRegion = 1
)

// regionSettings change the regions and their bad frames. A profile whose PMM
// owns the card has no PMA at work, so neither fits there.
var regionSettings = []Setting{
	{
		Key: "memory.slow", Values: "bytes at the top of memory that are slow, 0 for none; not on a profile whose PMM owns the card",
		get: func(p *Profile) string { return strconv.FormatUint(p.Memory.slow(), 10) },
		set: func(p *Profile, v string) bool {
			n, ok := ParseSize(v)
			if !ok || n%(2*mib) != 0 || n >= p.Memory.Bytes || p.PMM.OwnsAll && n > 0 {
				return false
			}
			p.Memory.Regions = nil
			if n > 0 {
				p.Memory.Regions = []Region{{Speed: fastRegion}, {Bytes: n, Speed: slowRegion}}
			}
			return true
		},
	},
	{
		Key: "memory.bad", Values: "numbers of bad 64 KiB frames with commas, or none; not on a profile whose PMM owns the card",
		get: func(p *Profile) string { return joinFrames(p.Memory.BadFrames) },
		set: func(p *Profile, v string) bool {
			frames, ok := parseFrames(v)
			if !ok || p.PMM.OwnsAll && len(frames) > 0 {
				return false
			}
			p.Memory.BadFrames = frames
			return true
		},
	},
}

// slow is the size of the slow region, 0 if there is none.
func (m *Memory) slow() uint64 {
	if len(m.Regions) == 0 {
		return 0
	}
	return m.Regions[len(m.Regions)-1].Bytes
}

// mostBadFrames bounds the list of bad frames, as the driver's own is bounded.
const mostBadFrames = 512

func parseFrames(v string) (frames []uint32, ok bool) {
	if v == "none" {
		return nil, true
	}
	for f := range strings.SplitSeq(v, ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(f), 0, 25)
		if err != nil || len(frames) == mostBadFrames {
			return nil, false
		}
		frames = append(frames, uint32(n))
	}
	return frames, true
}

func joinFrames(frames []uint32) string {
	if len(frames) == 0 {
		return "none"
	}
	var out []string
	for _, f := range frames {
		out = append(out, strconv.FormatUint(uint64(f), 10))
	}
	return strings.Join(out, ",")
}
