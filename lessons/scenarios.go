package lessons

import (
	"sync"

	"pagewalk/web/i18n"
)

// Scenarios are the programs that the playground offers: those of the lessons,
// and a few that stand alone in play/.
var Scenarios = sync.OnceValue(func() []Program {
	var all []Program
	for _, lesson := range All() {
		all = append(all, lesson.Programs...)
	}
	for _, p := range alone {
		source, err := files.ReadFile("play/" + p.File)
		if err != nil {
			panic("lessons: " + err.Error())
		}
		p.Source = string(source)
		all = append(all, p)
	}
	return all
})

// alone are the scenarios of no lesson.
var alone = [...]Program{
	{ID: "one-byte", File: "one-byte.cu", Profile: "h200-r580", Title: i18n.Text{En: "One byte, one slab", Zh: "一个字节，一个 slab"}},
	{ID: "many-small", File: "many-small.cu", Profile: "gh100", Title: i18n.Text{En: "64 small, 1 big", Zh: "六十四小块，一大块"}},
	{ID: "holes", File: "holes.cu", Profile: "textbook-ampere", Title: i18n.Text{En: "Every second one freed", Zh: "隔一个放一个"}},
	{ID: "managed", File: "managed.cu", Profile: "gh100", Title: i18n.Text{En: "Memory that moves", Zh: "会搬家的内存"}},
	{ID: "mistakes", File: "mistakes.cu", Profile: "textbook-ampere", Title: i18n.Text{En: "Five mistakes", Zh: "五种错误"}},
	{ID: "vector-add", File: "vector-add.cu", Profile: "textbook-ampere", Title: i18n.Text{En: "Kernel: vector addition", Zh: "核函数：向量加法"}},
	{ID: "strides", File: "strides.cu", Profile: "textbook-ampere", Title: i18n.Text{En: "Kernel: strides and sectors", Zh: "核函数：步长与 sector"}},
	{ID: "transpose", File: "transpose.cu", Profile: "h200-r580", Title: i18n.Text{En: "Kernel: transpose, naive and tiled", Zh: "核函数：转置，直接做与分块做"}},
	{ID: "histogram", File: "histogram.cu", Profile: "gh100", Title: i18n.Text{En: "Kernel: histogram with atomics", Zh: "核函数：用原子操作做直方图"}},
	{ID: "first-touch", File: "first-touch.cu", Profile: "gh100", Title: i18n.Text{En: "Kernel: unified memory, first touch", Zh: "核函数：统一内存的首次触碰"}},
	{ID: "illegal", File: "illegal.cu", Profile: "textbook-ampere", Title: i18n.Text{En: "Kernel: an illegal address", Zh: "核函数：非法地址"}},
	{ID: "isolation", File: "isolation.cu", Profile: "h200-r580", Title: i18n.Text{En: "Two processes, one address", Zh: "两个进程，同一个地址"}},
	{ID: "no-page-table", File: "no-page-table.cu", Profile: "gh100-small", Title: i18n.Text{En: "If there were no page table", Zh: "如果没有页表"}},
	{ID: "stale", File: "stale.cu", Profile: "h200-r580", Title: i18n.Text{En: "A command forgotten: the stale translation", Zh: "漏掉一条命令：过期的翻译"}},
}

// Scenario finds a playground program by id, or one that plays a test of the
// driver's; nil if there is none.
func Scenario(id string) *Program {
	all := Scenarios()
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	return conformanceProgram(id)
}
