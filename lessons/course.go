package lessons

import "pagewalk/web/i18n"

// Entry is one line of the course: what a learner can expect, there or not yet.
type Entry struct {
	Number   int
	ID       string // folder and last part of the page's path
	Title    i18n.Text
	Core     int // minutes of reading and stepping
	Practice int // minutes of modifying and making
}

// Minutes is the whole time of the lesson.
func (e Entry) Minutes() int { return e.Core + e.Practice }

// Ready says whether the lesson can be taken.
func (e Entry) Ready() bool { return Find(e.ID) != nil }

// Course lists the lessons in their order.
var Course = [...]Entry{
	{1, "cudamalloc", i18n.Text{En: "What cudaMalloc really does", Zh: "cudaMalloc 到底做了什么"}, 12, 10},
	{2, "gate", i18n.Text{En: "The gate: runtime, ioctl, driver, hardware", Zh: "守门员：一次调用走过的四层"}, 12, 8},
	{3, "chunks", i18n.Text{En: "Chunks: split and merge", Zh: "物理块的分裂与合并"}, 12, 10},
	{4, "states", i18n.Text{En: "Five states, two kinds", Zh: "五种状态，两类内存"}, 10, 8},
	{5, "contexts", i18n.Text{En: "A page table per context", Zh: "每个上下文一张页表：隔离"}, 12, 10},
	{6, "levels", i18n.Text{En: "Page sizes and levels", Zh: "页大小与层级"}, 12, 8},
	{7, "walk", i18n.Text{En: "The walk, bit by bit", Zh: "逐位走一遍页表"}, 12, 10},
	{8, "tlb", i18n.Text{En: "The TLB: reach, misses, invalidation", Zh: "快表：覆盖范围、缺失、失效"}, 15, 10},
	{9, "small", i18n.Text{En: "The price of small allocations", Zh: "小块分配的代价"}, 10, 10},
	{10, "lazy", i18n.Text{En: "Lazy free: the gift and the bill", Zh: "延迟释放：好处与账单"}, 12, 10},
	{11, "fragmentation", i18n.Text{En: "Fragmentation", Zh: "碎片：怎样产生，怎样治理"}, 15, 12},
	{12, "placement", i18n.Text{En: "Address space, system or video memory", Zh: "地址空间与放置"}, 10, 8},
	{13, "unified", i18n.Text{En: "Unified memory", Zh: "统一内存：缺页、迁移、驱逐"}, 15, 12},
	{14, "pools", i18n.Text{En: "Stream-ordered pools and the VMM calls", Zh: "流序内存池与虚拟内存管理"}, 12, 8},
	{15, "caching", i18n.Text{En: "Caching above the driver", Zh: "驱动之上的缓存"}, 12, 12},
	{16, "failure", i18n.Text{En: "When it fails", Zh: "出错时：侦探的方法"}, 12, 12},
	{17, "truth", i18n.Text{En: "Textbook or true?", Zh: "教科书还是事实：逐条对质"}, 15, 8},
	{18, "policy", i18n.Text{En: "Policy lab", Zh: "策略实验室：写你自己的驱逐策略"}, 10, 20},
}
