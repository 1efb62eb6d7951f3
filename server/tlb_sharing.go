package main

import (
	"bufio"
	"fmt"

	"pagewalk/engine/profile"
	"pagewalk/engine/tlb"
)

// writeSharing shows which processors share what: the chase of each, cold, after
// processor 0 has been there, and again.
func writeSharing(env *environment, p *profile.Profile, stride uint64, counts []uint32) error {
	out := bufio.NewWriter(env.out)
	fmt.Fprintln(out, "pages,sm,cold_cycles,after_sm0_cycles,own_second_lap_cycles")
	for _, n := range counts {
		for sm := range max(p.TLB.SMs, 1) {
			cold, ok := tlb.NewChase(p, chasePage, stride, n)
			if !ok {
				return noChase(p)
			}
			warm, _ := tlb.NewChase(p, chasePage, stride, n)
			warm.Lap(0)
			first, after := cold.Lap(uint16(sm)), warm.Lap(uint16(sm))
			fmt.Fprintf(out, "%d,%d,%s,%s,%s\n", n, sm, hundredths(first), hundredths(after), hundredths(warm.Lap(uint16(sm))))
		}
	}
	return out.Flush()
}

// hundredths writes cycles as the measured curves do.
func hundredths(n uint64) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }
