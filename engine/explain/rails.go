package explain

// Pane is one of the four layers that have a picture of their own, from the
// program down to the memory.
type Pane uint8

// The panes.
const (
	PaneRuntime Pane = iota
	PaneDriver
	PaneTranslation
	PanePhysical
	Panes // their number
)

// Rail is what stands beside a pane: what the layer knows, and what it cannot
// know however long it looks.
type Rail struct{ Knows, Unknown string }

type rail struct{ knows, unknown pair }

// userRails: a program that calls CUDA. kernelRails: one that calls functions
// inside the kernel driver.
var userRails = [Panes]rail{
	{pair{"Pointers, slabs, holes", "指针、slab、空洞"}, pair{"Does not know which frame is behind a pointer", "不知道指针背后是哪一页"}},
	{pair{"Ioctls, ranges, caches", "ioctl、地址段、缓存"}, pair{"Does not know one small block from another: it sees 2 MiB", "分不出一个个小块，只看到 2 MiB"}},
	{pair{"Tables, entries, TLBs", "页表、表项、TLB"}, pair{"Does not know sizes, owners or who asked", "不知道大小、主人和谁要的"}},
	{pair{"Pages, chunks, states", "页、chunk、状态"}, pair{"Does not know any address you can print", "不知道你能打印出的任何地址"}},
}

var kernelRails = [Panes]rail{
	{pair{"Handles in your program", "程序里的句柄"}, pair{"Does not know which chunk is behind a handle", "不知道句柄背后是哪个 chunk"}},
	{pair{"Calls, free lists", "调用、空闲链表"}, pair{"Does not know what will be stored there", "不知道那里要存什么"}},
	{pair{"Tables, entries, TLBs", "页表、表项、TLB"}, pair{"Does not know that a chunk exists before it is mapped", "映射之前，不知道有这个 chunk"}},
	{pair{"Roots, children, states", "根、子、状态"}, pair{"Does not know the names in your program", "不知道程序里的名字"}},
}

// textbookRuntime replaces the first rail where every cudaMalloc enters the
// driver.
var textbookRuntime = rail{
	pair{"Pointers and their sizes", "指针和大小"}, pair{"Does not know which frame is behind a pointer", "不知道指针背后是哪一页"},
}

// textbookDriver replaces the second rail where the driver sees each request.
var textbookDriver = rail{
	pair{"Requests, kept blocks, tables", "请求、留着的块、页表"}, pair{"Does not know what the program stores there", "不知道程序在那里存什么"},
}

// Rails gives the rail of a pane. kernel: the program calls functions inside
// the kernel driver. slabs: the runtime serves small requests from slabs.
func Rails(lang Lang, p Pane, kernel, slabs bool) Rail {
	r := userRails[p]
	switch {
	case kernel:
		r = kernelRails[p]
	case !slabs && p == PaneRuntime:
		r = textbookRuntime
	case !slabs && p == PaneDriver:
		r = textbookDriver
	}
	return Rail{r.knows[lang], r.unknown[lang]}
}
