package explain

// Term is one entry of the glossary.
type Term struct {
	ID      string
	Name    [Langs]string
	Meaning [Langs]string
}

// Glossary lists the terms of the course in the order in which a reader meets
// them. The Chinese name is the one engineers use; the English term stands
// beside it at its first use in a text.
var Glossary = []Term{
	{"allocate", [Langs]string{"allocate", "分配"}, [Langs]string{"Take memory for a use.", "取得一块内存供使用。"}},
	{"free", [Langs]string{"free, release", "释放"}, [Langs]string{"Give it up; says nothing about who gets it.", "放弃使用，不等于归还给谁。"}},
	{"video-memory", [Langs]string{"video memory, vidmem", "显存"}, [Langs]string{"Memory on the card.", "显卡上的内存。"}},
	{"system-memory", [Langs]string{"system memory, sysmem", "系统内存"}, [Langs]string{"The host's memory.", "主机内存。"}},
	{"runtime", [Langs]string{"runtime", "运行时"}, [Langs]string{"The library behind cudaMalloc.", "cudaMalloc 背后的库。"}},
	{"kernel-driver", [Langs]string{"kernel driver", "内核驱动"}, [Langs]string{"The gatekeeper in the OS.", "操作系统里的守门员。"}},
	{"ioctl", [Langs]string{"ioctl", "ioctl 调用"}, [Langs]string{"One trip into the driver.", "进一次驱动。"}},
	{"context", [Langs]string{"context", "上下文"}, [Langs]string{"One program's GPU state and address space.", "一个程序的 GPU 状态与地址空间。"}},
	{"rm", [Langs]string{"RM, resource manager", "资源管理器 (RM)"}, [Langs]string{"Driver part that owns memory objects.", "管内存对象的驱动部分。"}},
	{"uvm", [Langs]string{"UVM", "统一虚拟内存驱动 (UVM)"}, [Langs]string{"Driver part that maps and migrates.", "管映射与迁移的驱动部分。"}},
	{"pma", [Langs]string{"PMA", "物理页分配器 (PMA)"}, [Langs]string{"Hands out 64 KiB frames and 2 MiB pages.", "发放 64 KiB 帧与 2 MiB 页。"}},
	{"pmm", [Langs]string{"PMM", "物理内存管理器 (PMM)"}, [Langs]string{"Cuts 2 MiB root chunks into smaller ones.", "把 2 MiB 根块切小。"}},
	{"chunk", [Langs]string{"chunk", "物理块 (chunk)"}, [Langs]string{"Power-of-two piece under the PMM.", "PMM 管的 2 的幂大小的块。"}},
	{"root-chunk", [Langs]string{"root chunk", "根块"}, [Langs]string{"A whole 2 MiB chunk.", "完整的 2 MiB 块。"}},
	{"frame", [Langs]string{"frame", "页帧"}, [Langs]string{"Smallest physical unit counted.", "物理记账的最小单位。"}},
	{"arena", [Langs]string{"arena", "地址区 (arena)"}, [Langs]string{"32 MiB-grained stretch of addresses.", "以 32 MiB 为单位的一段地址。"}},
	{"slab", [Langs]string{"slab", "slab（小块共用的 2 MiB）"}, [Langs]string{"2 MiB shared by small requests.", "小请求合用的 2 MiB。"}},
	{"block", [Langs]string{"block", "分配块"}, [Langs]string{"What one request got.", "一次请求得到的一段。"}},
	{"hole", [Langs]string{"hole", "空洞"}, [Langs]string{"Free run between live blocks.", "活块之间的空闲段。"}},
	{"free-list", [Langs]string{"free list", "空闲链表"}, [Langs]string{"The free chunks of one size.", "同一大小的空闲块。"}},
	{"split", [Langs]string{"split", "分裂"}, [Langs]string{"Cut a chunk into all its children.", "一次切成全部子块。"}},
	{"merge", [Langs]string{"merge, coalesce", "合并"}, [Langs]string{"Join when every sibling is free.", "所有兄弟都空闲才并回。"}},
	{"sibling", [Langs]string{"sibling", "兄弟块"}, [Langs]string{"Children of one chunk.", "同一父块的子块。"}},
	{"fan-out", [Langs]string{"fan-out", "扇出"}, [Langs]string{"Children per split: 32 or 16.", "每次分裂的子块数。"}},
	{"best-fit", [Langs]string{"best fit", "最佳适配"}, [Langs]string{"Smallest hole that is enough.", "够用的最小空洞。"}},
	{"first-fit", [Langs]string{"first fit", "首次适配"}, [Langs]string{"Lowest hole that is enough.", "地址最低的够用空洞。"}},
	{"internal-fragmentation", [Langs]string{"internal fragmentation", "内部碎片"}, [Langs]string{"Lost to rounding inside a block.", "块内因取整浪费。"}},
	{"external-fragmentation", [Langs]string{"external fragmentation", "外部碎片"}, [Langs]string{"Free but in pieces too small.", "有空闲却都太小。"}},
	{"granularity", [Langs]string{"granularity", "粒度"}, [Langs]string{"Smallest step of a size.", "大小的最小步长。"}},
	{"alignment", [Langs]string{"alignment", "对齐"}, [Langs]string{"Address a multiple of n.", "地址是 n 的倍数。"}},
	{"pinned", [Langs]string{"pinned", "固定（pin 住）"}, [Langs]string{"May not be moved or evicted.", "不可移动或驱逐。"}},
	{"zeroing", [Langs]string{"zeroing, scrub", "清零"}, [Langs]string{"Clear freed frames in the background.", "后台清空已释放的帧。"}},
	{"virtual-address", [Langs]string{"virtual address (VA)", "虚拟地址"}, [Langs]string{"The number in a pointer.", "指针里的数。"}},
	{"physical-address", [Langs]string{"physical address", "物理地址"}, [Langs]string{"Where the bytes are.", "字节真正的位置。"}},
	{"va-space", [Langs]string{"VA space", "虚拟地址空间"}, [Langs]string{"All addresses of a context.", "一个上下文的全部地址。"}},
	{"reserve", [Langs]string{"reserve", "预留地址"}, [Langs]string{"Take addresses, no memory.", "只占地址不占内存。"}},
	{"page-table", [Langs]string{"page table", "页表"}, [Langs]string{"Tree from VA to frame.", "从虚拟地址到帧的树。"}},
	{"pde", [Langs]string{"PDE", "页目录项"}, [Langs]string{"Points to the next table.", "指向下一级表。"}},
	{"pte", [Langs]string{"PTE", "页表项"}, [Langs]string{"Names the frame.", "指明页帧。"}},
	{"leaf", [Langs]string{"leaf", "叶子项"}, [Langs]string{"Entry that ends the walk.", "结束查表的项。"}},
	{"level", [Langs]string{"level, depth", "层级"}, [Langs]string{"Step of the walk.", "查表的一步。"}},
	{"page-walk", [Langs]string{"page walk", "页表遍历"}, [Langs]string{"Reading entry after entry.", "逐级读表项。"}},
	{"big-page", [Langs]string{"big page", "64 KiB 页 (big page)"}, [Langs]string{"The driver's word for 64 KiB.", "驱动里专指 64 KiB。"}},
	{"huge-page", [Langs]string{"huge page", "大页（2 MiB）"}, [Langs]string{"2 MiB leaf.", "2 MiB 的叶子项。"}},
	{"aperture", [Langs]string{"aperture", "内存归属 (aperture)"}, [Langs]string{"Which memory an entry means.", "表项指哪种内存。"}},
	{"pcf", [Langs]string{"PCF", "PCF 权限缓存字段"}, [Langs]string{"Hopper's packed permission and cache bits.", "Hopper 的权限与缓存位。"}},
	{"sparse", [Langs]string{"sparse", "稀疏映射"}, [Langs]string{"No frame, no fault.", "无帧也不报错。"}},
	{"page-directory-base", [Langs]string{"page directory base (PDB)", "页目录基址"}, [Langs]string{"Root of one tree.", "一棵页表的根。"}},
	{"tlb", [Langs]string{"TLB", "快表 (TLB)"}, [Langs]string{"Cache of translations.", "地址翻译的缓存。"}},
	{"reach", [Langs]string{"reach", "覆盖范围"}, [Langs]string{"Bytes a full TLB translates.", "装满时能翻译的字节数。"}},
	{"set", [Langs]string{"set, way", "组、路"}, [Langs]string{"Where an entry may sit.", "条目可放的位置。"}},
	{"invalidate", [Langs]string{"invalidate", "失效"}, [Langs]string{"Drop cached translations.", "作废缓存的翻译。"}},
	{"tlb-miss", [Langs]string{"TLB miss", "快表缺失"}, [Langs]string{"Not cached here, ask below.", "此级没有，问下一级。"}},
	{"walk-cache", [Langs]string{"walk cache", "页表遍历缓存"}, [Langs]string{"Keeps upper entries.", "缓存上层表项。"}},
	{"membar", [Langs]string{"membar", "内存屏障"}, [Langs]string{"Order before and after.", "规定先后次序。"}},
	{"stride", [Langs]string{"stride", "步长"}, [Langs]string{"Distance between accesses.", "两次访问的间距。"}},
	{"page-fault", [Langs]string{"page fault", "缺页"}, [Langs]string{"Access without a valid entry.", "访问时没有有效表项。"}},
	{"replayable-fault", [Langs]string{"replayable fault", "可重放缺页"}, [Langs]string{"Access waits, then is retried.", "访问等待后重试。"}},
	{"residency", [Langs]string{"residency", "驻留"}, [Langs]string{"Where a page's bytes are now.", "页的数据现在何处。"}},
	{"migration", [Langs]string{"migration", "迁移"}, [Langs]string{"Move a page between memories.", "页在内存间搬动。"}},
	{"prefetch", [Langs]string{"prefetch", "预取"}, [Langs]string{"Move before it is asked for.", "在要用之前搬来。"}},
	{"eviction", [Langs]string{"eviction", "驱逐"}, [Langs]string{"Push out to make room.", "挤出以腾位置。"}},
	{"oversubscription", [Langs]string{"oversubscription", "超额分配"}, [Langs]string{"Promise more than exists.", "承诺多于实有。"}},
	{"thrashing", [Langs]string{"thrashing", "颠簸（抖动）"}, [Langs]string{"Moved to and fro without use.", "来回搬动而无用。"}},
	{"illegal-address", [Langs]string{"illegal address", "非法地址"}, [Langs]string{"Access outside every mapping.", "访问未映射的地址。"}},
	{"sticky-error", [Langs]string{"sticky error", "粘滞错误"}, [Langs]string{"Stays until the context ends.", "上下文结束前一直在。"}},
	{"use-after-free", [Langs]string{"use after free", "释放后使用"}, [Langs]string{"Access through a dead pointer.", "用已释放的指针访问。"}},
	{"leak", [Langs]string{"leak", "泄漏"}, [Langs]string{"Allocated, unreachable, never freed.", "已分配、够不着、永不释放。"}},
	{"memory-pool", [Langs]string{"memory pool", "内存池"}, [Langs]string{"Keeps memory for the next request.", "为下次请求留着的内存。"}},
	{"release-threshold", [Langs]string{"release threshold", "释放阈值"}, [Langs]string{"What a pool may keep at a sync.", "同步时池可保留的量。"}},
	{"reserved", [Langs]string{"reserved, allocated", "已保留、已分配"}, [Langs]string{"Held by the cache; in use by you.", "缓存占有；你在用。"}},
	{"caching-allocator", [Langs]string{"caching allocator", "缓存分配器"}, [Langs]string{"Framework layer that keeps segments.", "框架里留住大段的那层。"}},
}

// TermNamed finds a term by its id, or by one of its names.
func TermNamed(name string) (Term, bool) {
	for _, t := range Glossary {
		if t.ID == name || t.Name[EN] == name || t.Name[ZH] == name {
			return t, true
		}
	}
	return Term{}, false
}
