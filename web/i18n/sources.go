package i18n

import "strings"

// Source gives where a number is known from, how surely, or which path of a
// call it belongs to, in a language. Profiles and measurements say it in
// English; titles of manuals and names of files stay.
func (l Lang) Source(text string) string {
	if l == En {
		return text
	}
	return sourceWords.Replace(text)
}

// Longer phrases come first: the replacer takes the first that fits.
var sourceWords = strings.NewReplacer(
	"what courses and introductory texts teach", "课程与入门教材的讲法",
	"operating-system courses; sizes chosen so that a picture shows every entry", "操作系统课程；大小取得让图里看得到每一项",
	"operating-system courses; entry bits chosen by this project", "操作系统课程；表项里的位由本项目选定",
	": pointer chases over one aliased 2 MiB page", "：在反复映射的同一个 2 MiB 页上做指针追逐",
	", driver ", "，驱动 ", ", CUDA ", "，CUDA ", ", 2026-", "，2026-",
	"exact: every recorded address", "精确：每一个录制的地址都吻合",
	"exact: every recorded offset follows from these rules and the scrub clock", "精确：每一个录制的偏移都由这些规则和清零时钟推出",
	"exact: ioctl lists of more than ten thousand calls", "精确：一万多次调用的 ioctl 序列都吻合",
	"fit: medians within 15 %", "拟合：中位数误差 15 % 以内",
	"by definition", "按定义", "read in the source", "读自源码", "assumption", "假设",
	"malloc, slab hit", "malloc，slab 里有空位", "malloc, fresh slab", "malloc，新开 slab",
	"malloc, first of a process", "malloc，进程里的第一次",
	"free, slab stays", "free，slab 留着", "free, slab returned", "free，slab 归还",
	", block above ", "，大块，大于 ", ", block ", "，大块 ", " to ", " 到 ",
)
