package explain

import (
	"strings"

	"pagewalk/engine/compare"
	"pagewalk/engine/target"
)

// columnTexts name what two runs are compared by.
var columnTexts = [compare.Columns]pair{
	compare.Calls:     {"calls", "调用"},
	compare.Errors:    {"errors", "错误"},
	compare.Values:    {"values", "值"},
	compare.Addresses: {"addresses", "地址"},
	compare.Free:      {"free memory", "空闲内存"},
	compare.Ioctls:    {"ioctls", "ioctl"},
	compare.Offsets:   {"physical offsets", "物理偏移"},
	compare.Times:     {"times (within 2×)", "用时（2 倍以内）"},
}

// CompareColumn is a column's name for people.
func CompareColumn(lang Lang, c compare.Column) string { return columnTexts[c][lang] }

// ruleTexts say why two runs part, by rule.
var ruleTexts = [compare.Rules]pair{
	compare.Unexplained:  {"No rule explains this.", "没有规则能解释。"},
	compare.Missing:      {"Only one of the runs makes this call.", "只有一边做了这个调用。"},
	compare.NotThere:     {"Only one of the two can do this call.", "只有一边能做这个调用。"},
	compare.Layout:       {"Other mappings of the process stood in the way, or the driver orders its arenas otherwise.", "进程里别的映射占了位置，或者驱动的 arena 顺序不同。"},
	compare.KeptFree:     {"One driver keeps what the other gives back at once.", "一边的驱动留着不还，另一边立刻归还。"},
	compare.OtherSize:    {"The same request costs the two drivers different amounts.", "同一个请求，两边驱动占用的数量不同。"},
	compare.OtherProcess: {"No call of the program moved this memory: another process, or the driver itself, did.", "程序没有动这些内存：是别的进程或驱动自己。"},
	compare.Order:        {"The same trips into the kernel, in another order.", "进内核的次数和种类相同，顺序不同。"},
	compare.OtherTrips:   {"One of the drivers makes trips into the kernel that the other spares.", "一边要进内核，另一边省掉了。"},
	compare.Clearing:     {"Freed memory was cleared by then in one run and not yet in the other: time decides where a block lands.", "释放的内存一边已清零，另一边还没有：落在哪里由时间决定。"},
	compare.FirstCall:    {"The first call completes the context, and how long that takes varies.", "第一个调用把上下文建完，用时多少不定。"},
	compare.Duration:     {"The call took another time. The cost model gives medians; single calls scatter.", "用时不同。成本模型给的是中位数，单次调用有离散。"},
	compare.Neighbour:    {"What lies beside a block decides whether a stray access faults.", "块的旁边是什么，决定越界访问出不出错。"},
	compare.Refused:      {"One of the two refuses what the other grants.", "一边拒绝，另一边满足。"},
	compare.Reused:       {"The driver kept a freed block, still mapped, and hands it out again; the other maps a new one.", "一边的驱动留着释放过的块，映射还在，直接再交出来；另一边重新映射一块。"},
	compare.Slab:         {"A slab of the runtime serves this without the kernel; the other goes there for every call.", "一边由运行时的 slab 解决，不进内核；另一边每次都进。"},
	compare.FirstPage:    {"The memory that is free first begins elsewhere: the context lies in front of it, or outside the card’s memory.", "最先空闲的内存起点不同：前面是上下文，或者上下文不在卡的内存里。"},
}

// CompareRule says why two runs part, by the rule that was found.
func CompareRule(lang Lang, r compare.Rule) string { return ruleTexts[r][lang] }

// CompareValue is one side of a difference for people; row is nil where the run
// lacks the call.
func CompareValue(d *compare.Difference, row *compare.Row, value uint64) string {
	if row == nil {
		return "–"
	}
	switch d.Column {
	case compare.Errors:
		return row.Code.Name()
	case compare.Addresses:
		return Hex(value)
	case compare.Times:
		return Duration(value)
	case compare.Ioctls:
		return CompareTrips(row.Ioctls)
	case compare.Calls:
		return target.Ops[row.Call.Op].Name
	}
	return Commas(value)
}

// mostTrips is how many trips are named; a reset makes hundreds.
const mostTrips = 8

// CompareTrips lists trips into the kernel by name, the first of many; none is 0.
func CompareTrips(list []target.Ioctl) string {
	if len(list) == 0 {
		return "0"
	}
	names := make([]string, min(len(list), mostTrips))
	for i := range names {
		names[i] = list[i].Name.Short()
		if list[i].Failed {
			names[i] += "=fail"
		}
	}
	if len(list) > mostTrips {
		names = append(names, "… ("+Commas(uint64(len(list)))+")")
	}
	return strings.Join(names, ", ")
}
