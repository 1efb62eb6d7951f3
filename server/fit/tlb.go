package fit

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"pagewalk/engine/profile"
	"pagewalk/engine/tlb"
)

// Curve is how far the simulated latency of a pointer chase lies from the
// measured one, over all points of one stride.
type Curve struct {
	Stride int     `json:"stride_mib"`
	Points int     `json:"points"`
	Pages  int     `json:"pages"` // at most
	Worst  float64 `json:"worst_cycles"`
	RMS    float64 `json:"rms_cycles"`
}

// curves compares every measured point of every stride.
func curves(p *profile.Profile) ([]Curve, error) {
	text, err := data.ReadFile("data/tlb-latency-by-pages.csv")
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	var list []Curve
	for i, x := range rows[1:] {
		stride, err1 := strconv.Atoi(x[0])
		pages, err2 := strconv.Atoi(x[1])
		measured, err3 := strconv.ParseFloat(x[2], 64)
		if err1 != nil || err2 != nil || err3 != nil {
			return nil, fmt.Errorf("tlb-latency-by-pages.csv: line %d", i+2)
		}
		if len(list) == 0 || list[len(list)-1].Stride != stride {
			list = append(list, Curve{Stride: stride})
		}
		chase, ok := tlb.NewChase(p, 2<<20, uint64(stride)<<20, uint32(pages))
		if !ok {
			return nil, fmt.Errorf("tlb-latency-by-pages.csv: line %d: no such chase", i+2)
		}
		list[len(list)-1].point(pages, float64(chase.Steady(0))/100-measured)
	}
	for i := range list {
		c := &list[i]
		c.Worst, c.RMS = round(c.Worst), round(math.Sqrt(c.RMS/float64(c.Points)))
	}
	return list, nil
}

// point adds one; RMS holds the sum of squares until the end.
func (c *Curve) point(pages int, off float64) {
	c.Points++
	c.Pages = max(c.Pages, pages)
	c.Worst = max(c.Worst, math.Abs(off))
	c.RMS += float64(off * off)
}
