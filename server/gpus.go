package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
)

var gpusCommand = command{
	name: "gpus", usage: "[NAME] [--format text|json]",
	summary: "list the profiles, or one with its sources and settings",
	example: "pagewalk gpus gh100",
}

func init() { gpusCommand.run = runGPUs }

func runGPUs(env *environment, args []string) error {
	set := gpusCommand.flags(env)
	format := set.String("format", "text", "text or json")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return badUsage("expected at most one name, found %d", len(rest))
	}
	if err := checkFormat(*format, "text", "json"); err != nil {
		return err
	}
	list := profile.List()
	if len(rest) == 1 {
		p, err := loadProfile(rest[0], nil)
		if err != nil {
			return err
		}
		list = []*profile.Profile{p}
	}
	switch {
	case *format == "json":
		return gpusJSON(env.out, list)
	case len(rest) == 1:
		return gpuText(env.out, list[0])
	}
	return gpusText(env.out, list)
}

func gpusText(w io.Writer, list []*profile.Profile) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "name\tkind\tmemory\tpage tables\ttitle")
	for _, p := range list {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", p.Name, p.Kind, explain.Bytes(p.Memory.Bytes), p.MMU.Format.Title.En, p.Title)
	}
	return t.Flush()
}

// group is one group of parameters with its evidence.
type group struct {
	Name       string `json:"name"`
	Kind       string `json:"kind"`
	Source     string `json:"source"`
	Confidence string `json:"confidence"`
}

func groups(p *profile.Profile) []group {
	var list []group
	add := func(name string, s profile.Source) {
		list = append(list, group{name, s.Kind.String(), s.Ref, s.Confidence})
	}
	add("memory", p.Memory.Source)
	add("chunks", p.PMM.Source)
	add("page tables", p.MMU.Source)
	add("TLB", p.TLB.Source)
	add("kernel driver", p.Driver.Source)
	add("runtime", p.Runtime.Source)
	add("cost", p.Cost.Source)
	return list
}

func gpuText(w io.Writer, p *profile.Profile) error {
	fmt.Fprintf(w, "%s: %s (%s)\n\n", p.Name, p.Title, p.Kind)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "memory\t%s (%s bytes)\n", explain.Bytes(p.Memory.Bytes), explain.Commas(p.Memory.Bytes))
	fmt.Fprintf(t, "page tables\t%s, %d bits of address\n", p.MMU.Format.Title.En, p.MMU.Format.VABits)
	fmt.Fprintf(t, "user chunks\t%s\n", sizes(p.PMM.UserSizes))
	fmt.Fprintf(t, "kernel chunks\t%s\n", sizes(p.PMM.KernelSizes))
	for _, l := range p.TLB.Levels {
		fmt.Fprintf(t, "%s\t%d entries, %d sets of %d\n", l.Name.En, l.Entries(), l.Sets, l.Ways)
	}
	fmt.Fprintln(t, "\ngroup\tkind\tconfidence\tsource")
	for _, g := range groups(p) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", g.Name, g.Kind, g.Confidence, g.Source)
	}
	fmt.Fprintln(t, "\nsetting\tvalue\tmay be")
	settings := profile.Settings()
	for i := range settings {
		values := settings[i].Values
		if settings[i].Inert != "" {
			values += "; no effect: " + settings[i].Inert
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", settings[i].Key, settings[i].Get(p), values)
	}
	return t.Flush()
}

func sizes(list []uint32) string {
	var words []string
	for _, n := range list {
		words = append(words, explain.Bytes(uint64(n)))
	}
	return strings.Join(words, ", ")
}

// gpuRow is a profile as JSON.
type gpuRow struct {
	Name        string            `json:"name"`
	Title       string            `json:"title"`
	Kind        string            `json:"kind"`
	Bytes       uint64            `json:"memory_bytes"`
	Format      string            `json:"page_tables"`
	VABits      uint8             `json:"va_bits"`
	UserChunks  []uint32          `json:"user_chunk_bytes"`
	KernelChunk []uint32          `json:"kernel_chunk_bytes"`
	Groups      []group           `json:"groups"`
	Settings    map[string]string `json:"settings"`
}

func gpusJSON(w io.Writer, list []*profile.Profile) error {
	rows := []gpuRow{}
	for _, p := range list {
		row := gpuRow{
			Name: p.Name, Title: p.Title, Kind: p.Kind.String(), Bytes: p.Memory.Bytes,
			Format: p.MMU.Format.Name, VABits: p.MMU.Format.VABits,
			UserChunks: p.PMM.UserSizes, KernelChunk: p.PMM.KernelSizes, Groups: groups(p), Settings: map[string]string{},
		}
		settings := profile.Settings()
		for i := range settings {
			row.Settings[settings[i].Key] = settings[i].Get(p)
		}
		rows = append(rows, row)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(rows)
}
