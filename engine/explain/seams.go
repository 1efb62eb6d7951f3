package explain

// Crossing is what a call made cross from one layer to the next, counted up to
// the present event.
type Crossing struct {
	Name   string // the program's name for what the call is about: "a"; may be empty
	Kernel bool   // the call works inside the kernel driver: no gate is crossed
	Asked  bool   // a call is under way or done; otherwise nothing has crossed yet
	Frees  bool   // the call gives something back

	Ioctls uint32 // runtime to driver

	Written, Cleared uint32 // driver to translation: entries
	Invalidated      uint32 // ranges
	Tables           uint32 // page tables made
	TablesFreed      uint32

	Reads    uint32 // translation to physical: entries read by a walk
	LeafSize uint64 // size of the page that the walk ended at, 0 = it did not
	TLBHit   bool   // a translation came out of a TLB
	Fault    bool
	Requests uint32 // of warps so far; what stands above is of the newest

	Pages        uint32 // whole 2 MiB pages that were taken
	PagesFreed   uint32
	FirstPage    uint32 // the first of either
	Chunks       uint32 // chunks claimed
	ChunksFreed  uint32
	PagesToClear uint32 // in the clearing queue because of this call
}

// Seams says what crossed: runtime to driver, driver to translation,
// translation to physical. A count of zero is said, not left out.
func Seams(lang Lang, c Crossing) [3]string {
	return [3]string{space(lang, c.gate(lang)), space(lang, c.tables(lang)), space(lang, c.memory(lang))}
}

// plural picks "1 entry" or "{0} entries".
func plural(lang Lang, n uint32, one, many string, zh string) string {
	switch {
	case lang == ZH:
		return Fill(zh, Commas(uint64(n)))
	case n == 1:
		return one
	}
	return Fill(many, Commas(uint64(n)))
}

func (c *Crossing) gate(lang Lang) string {
	switch {
	case c.Kernel:
		return pair{"inside the kernel module: simulated only", "在内核模块里：只能模拟"}[lang]
	case !c.Asked:
		return pair{"nothing has crossed yet", "还没有越界"}[lang]
	}
	name := ""
	if c.Name != "" {
		name = Fill(pair{" for {0}", "为 {0} "}[lang], c.Name)
	}
	if c.Frees && c.Ioctls > 0 {
		return plural(lang, c.Ioctls, "1 ioctl gives it back", "{0} ioctls give it back", "{0} 次 ioctl 归还")
	}
	if lang == ZH {
		return Fill("{0} 次 ioctl {1}越过这里", Commas(uint64(c.Ioctls)), name)
	}
	return plural(lang, c.Ioctls, "1 ioctl crosses here", "{0} ioctls cross here", "") + name
}

func (c *Crossing) tables(lang Lang) string {
	var parts []string
	if c.Tables > 0 {
		parts = append(parts, plural(lang, c.Tables, "1 table made", "{0} tables made", "新建 {0} 张表"))
	}
	if c.Written > 0 {
		parts = append(parts, plural(lang, c.Written, "1 entry written", "{0} entries written", "写入 {0} 个表项"))
	}
	if c.Cleared > 0 {
		parts = append(parts, plural(lang, c.Cleared, "1 entry cleared", "{0} entries cleared", "清零 {0} 个表项"))
	}
	if c.TablesFreed > 0 {
		parts = append(parts, plural(lang, c.TablesFreed, "1 table given back", "{0} tables given back", "归还 {0} 张表"))
	}
	if c.Invalidated > 0 {
		parts = append(parts, plural(lang, c.Invalidated, "1 range invalidated", "{0} ranges invalidated", "{0} 段作废"))
	}
	if len(parts) > 0 {
		return list(lang, parts)
	}
	if c.Kernel && c.Chunks > 0 {
		return pair{"no entry written: not mapped yet", "没有写表项：还没映射"}[lang]
	}
	return pair{"no table touched", "没有动页表"}[lang]
}

// list joins parts with the language's comma.
func list(lang Lang, parts []string) string {
	out := ""
	for i, p := range parts {
		if i > 0 {
			out += pair{", ", "，"}[lang]
		}
		out += p
	}
	return out
}

func (c *Crossing) memory(lang Lang) string {
	switch {
	case c.Fault:
		return plural(lang, c.Reads, "1 read, then a fault", "{0} reads, then a fault", "读 {0} 次，然后出错")
	case c.Reads > 0 && c.LeafSize > 0:
		return plural(lang, c.Reads, "1 read: a ", "{0} reads per walk: a ", "{0} 次读走完：") + Fill(pair{"{0} leaf", "{0} 叶子"}[lang], Bytes(c.LeafSize))
	case c.Reads > 0:
		return plural(lang, c.Reads, "1 entry read", "{0} entries read", "读了 {0} 个表项")
	case c.TLBHit:
		return pair{"no table read: the TLB knew", "没有读页表：TLB 里就有"}[lang]
	case c.PagesToClear > 0:
		return Fill(plural(lang, c.PagesToClear, "page {1} is being cleared", "{0} pages are being cleared", "{0} 页正在清零"), Commas(uint64(c.PagesToClear)), Commas(uint64(c.FirstPage)))
	case c.Pages > 0:
		return Fill(plural(lang, c.Pages, "page {1} taken", "{0} pages taken, from {1} on", "取走 {0} 页，从第 {1} 页起"), Commas(uint64(c.Pages)), Commas(uint64(c.FirstPage)))
	case c.PagesFreed > 0:
		return Fill(plural(lang, c.PagesFreed, "page {1} given back", "{0} pages given back, from {1} on", "归还 {0} 页，从第 {1} 页起"), Commas(uint64(c.PagesFreed)), Commas(uint64(c.FirstPage)))
	case c.Chunks > 0:
		return plural(lang, c.Chunks, "one chunk claimed", "{0} chunks claimed", "占住 {0} 个 chunk")
	case c.ChunksFreed > 0:
		return plural(lang, c.ChunksFreed, "one chunk freed", "{0} chunks freed", "释放 {0} 个 chunk")
	}
	return pair{"no page taken", "没有取页"}[lang]
}
