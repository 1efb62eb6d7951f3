package site

import (
	"strconv"
	"strings"
	"sync"

	"pagewalk/engine/profile"
	"pagewalk/server/fit"
	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// pageBits is log2 of a page of 2 MiB, the page that every profile has.
const pageBits = 21

// gpus are the profiles in the words of the pages.
var gpus = sync.OnceValue(func() []pages.GPU {
	var all []pages.GPU
	for _, p := range profile.List() {
		all = append(all, describe(p))
	}
	return all
})

func describe(p *profile.Profile) pages.GPU {
	format := p.MMU.Format
	g := pages.GPU{
		Name: p.Name, Title: p.Title, Kind: p.Kind.String(), Bytes: size(p.Memory.Bytes),
		Width: int(format.VABits), Offset: pageBits,
		Pages: pageSizes(format), Source: sources(p), Fit: fit.Of(p.Name), Known: fit.Evidence(p),
	}
	for _, level := range format.Levels {
		if level.Lo >= pageBits {
			g.Levels = append(g.Levels, int(level.Hi-level.Lo)+1)
		}
	}
	g.Leaf = len(g.Levels) - 1
	g.Depth = int(format.Levels[len(format.Levels)-1].Depth) + 1
	return g
}

// pageSizes lists the leaves that a format allows, smallest first.
func pageSizes(format *profile.Format) string {
	var names []string
	for i := len(format.Levels) - 1; i >= 0; i-- {
		level := &format.Levels[i]
		if level.Leaf != nil {
			names = append(names, short(level.Bytes()))
		}
	}
	return strings.Join(names, " ")
}

func sources(p *profile.Profile) []pages.Fact {
	groups := []struct {
		name   i18n.Text
		source profile.Source
	}{
		{i18n.Text{En: "memory", Zh: "内存"}, p.Memory.Source}, {i18n.Text{En: "chunks", Zh: "物理块"}, p.PMM.Source},
		{i18n.Text{En: "page tables", Zh: "页表"}, p.MMU.Source}, {i18n.Text{En: "TLB", Zh: "TLB"}, p.TLB.Source},
		{i18n.Text{En: "driver", Zh: "驱动"}, p.Driver.Source}, {i18n.Text{En: "managed memory", Zh: "托管内存"}, p.Managed.Source},
		{i18n.Text{En: "runtime", Zh: "运行时"}, p.Runtime.Source}, {i18n.Text{En: "times", Zh: "用时"}, p.Cost.Source},
	}
	var facts []pages.Fact
	for _, g := range groups {
		facts = append(facts, pages.Fact{Group: g.name, Kind: g.source.Kind.String(), Ref: g.source.Ref, Sure: g.source.Confidence})
	}
	return facts
}

// units of bytes, largest first.
var units = [...]struct {
	bytes uint64
	name  string
}{{1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}}

// size writes a memory size: whole where it is, one decimal where it is not.
func size(bytes uint64) string {
	for _, u := range units {
		if bytes >= u.bytes {
			whole, tenth := bytes/u.bytes, bytes%u.bytes*10/u.bytes
			if tenth == 0 {
				return strconv.FormatUint(whole, 10) + " " + u.name
			}
			return strconv.FormatUint(whole, 10) + "." + strconv.FormatUint(tenth, 10) + " " + u.name
		}
	}
	return strconv.FormatUint(bytes, 10) + " B"
}

// short writes a page size as engineers do: 4K, 2M, 1G.
func short(bytes uint64) string {
	text := size(bytes)
	return strings.Replace(text[:len(text)-2], " ", "", 1)
}
