package scene

import "pagewalk/engine/explain"

// pair is one short text of the panes in both languages. Sentences about
// events, rails and seams belong to package explain.
type pair [explain.Langs]string

var (
	wordRoot       = pair{"Root chunk {0}", "根 chunk {0}"}
	wordRootShort  = pair{"Root {0}", "根 {0}"}
	wordChild      = pair{"Child {0}", "子 {0}"}
	wordChildren   = pair{"Children {0}–{1}", "子 {0}–{1}"}
	wordRoots      = pair{"Roots {0}–{1}", "根 {0}–{1}"}
	wordRule       = pair{"rule T{0}", "规则 T{0}"}
	wordPage       = pair{"Page {0}", "第 {0} 页"}
	wordPages      = pair{"Pages {0}–{1}", "第 {0}–{1} 页"}
	wordNotSplit   = pair{"for UVM. cudaMalloc takes pages below it, so no chunk is split.", "对 UVM 来说。cudaMalloc 在它下面取页，所以不拆 chunk。"}
	wordFree       = pair{"free", "空闲"}
	wordTaken      = pair{"taken", "占用"}
	wordClearing   = pair{"being cleared", "清零中"}
	wordBlocked    = pair{"blocked", "被占"}
	wordChildCount = pair{"{0} children of {1}", "{0} 个 {1} 子 chunk"}

	wordPageLower   = pair{"page {0}", "第 {0} 页"}
	wordNoSlab      = pair{"Nothing is allocated yet.", "还没有分配任何东西。"}
	wordNoIoctl     = pair{"No ioctl: this call never leaves user space.", "没有 ioctl：这次调用没有离开用户态。"}
	wordByFault     = pair{"No ioctl: a page fault brought the driver in.", "没有 ioctl，驱动是被缺页叫来的。"}
	wordNoneCounted = pair{"The driver takes part; no ioctl is counted for it.", "驱动参与了，这里不计 ioctl。"}
	wordNoSlabs     = pair{"Managed memory has no slab: the driver keeps its blocks.", "托管内存没有 slab，块由驱动管。"}
	wordHangObject  = pair{"An allocation of {0}, held by {1}.", "一块 {0} 的分配，持有者 {1} 个。"}
	wordHangBlock   = pair{"The managed block at {0}: its chunks here have {1} pages.", "{0} 的托管块，在这里的 chunk 有 {1} 页。"}
	wordHangPointer = pair{"{0} = {1} leads here.", "{0} = {1} 指到这里。"}
	wordHangEntry   = pair{"{0} maps it at {1} in address space {2}, as a page of {3}.", "{0} 把它映射到地址空间 {2} 的 {1}，页大小 {3}。"}
	wordHangTLB     = pair{"{0} holds the translation of {1}.", "{0} 里有 {1} 的翻译。"}
	wordHangTables  = pair{"Page tables that lie in it: {0}.", "放在里面的页表：{0} 张。"}
	wordNotStarted  = pair{"Before the first call.", "第一次调用之前。"}
	wordVictims     = pair{"{0}: victims", "{0}：牺牲缓冲"}
	wordNoWalk      = pair{"No address leads here yet.", "还没有地址通到这里。"}
	wordEmpty       = pair{"empty", "空"}
	wordLeaf        = pair{"→ {0} leaf", "→ {0} 叶子"}
	wordFault       = pair{"Invalid: a load here would fault.", "无效：现在读会出错。"}
	wordLevels      = pair{"{0}, {1} levels, {2} bits", "{0}，{1} 级，{2} 位"}
	wordFreeList    = pair{"free, {0}", "空闲，{0}"}
)

func (p *pair) in(l explain.Lang, args ...string) string { return explain.Fill(p[l], args...) }
