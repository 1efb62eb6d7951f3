package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"pagewalk/engine/profile"
	"pagewalk/engine/tlb"
)

var tlbCommand = command{
	name: "tlb",
	usage: `[--gpu NAME] [--set KEY=VALUE]… --stride-mib S --pages N[,N…] [--sm K | --sharing]

Maps one page of 2 MiB at N addresses that lie S MiB apart and follows a chain
of dependent loads over them: two laps to warm up, one that counts. Prints CSV
with the columns stride_mib,pages,cycles, a row for each number of pages. Only
translation differs between rows, so each step of the curve is a level of the
hierarchy that no longer suffices.

With --sharing every processor makes the chase instead, on mappings of its own
making: the columns are pages,sm,cold_cycles,after_sm0_cycles,
own_second_lap_cycles, that is a first lap with nobody before it, a first lap
after one by processor 0, and the lap after that. Processors that share a level
with processor 0 pay less in the second.`,
	summary: "average cycles of a pointer chase over N pages",
	example: "pagewalk tlb --gpu h200-r580 --stride-mib 2 --pages 1,18,131,2113",
}

func init() { tlbCommand.run = runTLB }

// Bounds of a chase. One lap visits every page.
const (
	chasePage     = 2 << 20
	maxChasePages = 1 << 22
	maxStrideMiB  = 1 << 20
)

func runTLB(env *environment, args []string) error {
	set := tlbCommand.flags(env)
	gpu := set.String("gpu", defaultProfile, "profile")
	stride := set.Uint64("stride-mib", 0, "distance of the addresses in MiB, 2 or more")
	pages := set.String("pages", "", "numbers of pages, separated by commas")
	sm := set.Uint("sm", 0, "processor that does the loads")
	sharing := set.Bool("sharing", false, "every processor, before and after processor 0")
	var settings repeated
	set.Var(&settings, "set", "KEY=VALUE, a setting of the profile; may be repeated")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return badUsage("unexpected argument %q", rest[0])
	}
	if *stride < 2 || *stride > maxStrideMiB {
		return badUsage("--stride-mib: found %d, expected 2 to %d: the addresses of a 2 MiB page may not overlap", *stride, maxStrideMiB)
	}
	counts, err := parsePages(*pages)
	if err != nil {
		return err
	}
	p, err := loadProfile(*gpu, settings)
	if err != nil {
		return err
	}
	if most := max(uint(p.TLB.SMs), 1); *sm >= most {
		return badUsage("--sm: found %d, %s describes %d", *sm, p.Name, most)
	}
	if *sharing {
		return writeSharing(env, p, *stride<<20, counts)
	}
	out := bufio.NewWriter(env.out)
	fmt.Fprintln(out, "stride_mib,pages,cycles")
	for _, n := range counts {
		c, ok := tlb.NewChase(p, chasePage, *stride<<20, n)
		if !ok {
			return noChase(p)
		}
		cycles := c.Steady(uint16(*sm))
		fmt.Fprintf(out, "%d,%d,%s\n", *stride, n, hundredths(cycles))
	}
	return out.Flush()
}

func noChase(p *profile.Profile) error {
	return badUsage("--gpu: %s has no pages of 2 MiB", p.Name)
}

// parsePages reads "1,18,131".
func parsePages(s string) ([]uint32, error) {
	var counts []uint32
	for word := range strings.SplitSeq(s, ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(word), 10, 32)
		if err != nil || n == 0 || n > maxChasePages {
			return nil, badUsage("--pages: found %q, expected numbers from 1 to %d separated by commas", word, maxChasePages)
		}
		counts = append(counts, uint32(n))
	}
	return counts, nil
}
