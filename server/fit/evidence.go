package fit

import (
	"strconv"

	"pagewalk/engine/explain"
	"pagewalk/engine/profile"
	"pagewalk/web/i18n"
)

// Constant is one number of a measured profile and how it is known.
type Constant struct {
	Name       i18n.Text
	Value      string
	Where      string // section of the measurements, files
	Confidence i18n.Text
}

// How sure a number is, in the words of the measurements.
var (
	exact    = i18n.Text{En: "exact: every recorded call", Zh: "精确：每一次录制的调用都吻合"}
	fitted   = i18n.Text{En: "fit: medians within 15 %", Zh: "拟合：中位数误差 15 % 以内"}
	curve    = i18n.Text{En: "fit: within 3 cycles of the curves", Zh: "拟合：与曲线相差 3 个周期以内"}
	clear    = i18n.Text{En: "one clear measurement", Zh: "一次清楚的测量"}
	deduced  = i18n.Text{En: "deduced from exact numbers", Zh: "由精确的数推出"}
	bound    = i18n.Text{En: "a lower bound", Zh: "只知下限"}
	assumed  = i18n.Text{En: "an assumption", Zh: "假设"}
	observed = i18n.Text{En: "seen, scatters", Zh: "见过，数值离散"}
)

func us(ps uint64) string     { return explain.Duration(ps) }
func perMiB(ps uint64) string { return explain.Duration(ps) + " / MiB" }
func count(n uint64) string   { return explain.Commas(n) }
func bytesOf(n uint64) string { return explain.Bytes(n) }
func cycles(tenths uint32) string {
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64) + " cycles"
}

// Evidence lists the constants of a measured profile, each with its value as the
// engine has it; nil for any other profile.
func Evidence(p *profile.Profile) []Constant {
	if p.Kind != profile.Measured {
		return nil
	}
	return append(append(allocation(p), costs(&p.Cost)...), translation(&p.TLB)...)
}

func allocation(p *profile.Profile) []Constant {
	r, m := &p.Runtime, &p.Memory
	frames := uint64(m.ContextPages)*32 - uint64(m.ContextSlackFrames)
	return []Constant{
		{i18n.Text{En: "memory of the card", Zh: "卡的内存"}, count(m.Bytes) + " B", "h200-measured 1.5; api-answers.txt", exact},
		{i18n.Text{En: "rounding inside a slab", Zh: "slab 内的取整"}, count(r.Granule) + " B", "h200-measured 1.1; sizes.csv, small256.csv", exact},
		{i18n.Text{En: "a slab; requests below share one", Zh: "slab 大小，更小的请求共用"}, bytesOf(r.SlabBytes), "h200-measured 1.1, 1.2; small1.5m.csv, replay/around_1m.csv", exact},
		{i18n.Text{En: "rounding of a block", Zh: "块的取整"}, bytesOf(r.BlockGranule), "h200-measured 1.1; sizes.csv", exact},
		{i18n.Text{En: "grain of address space", Zh: "地址空间的粒度"}, bytesOf(r.ArenaBytes), "h200-measured 1.3; tr1.csv, tr2.csv, replay/", exact},
		{i18n.Text{En: "an idle context costs", Zh: "空上下文占用"}, count(r.ContextBytes) + " B", "h200-measured 1.5", exact},
		{i18n.Text{En: "the second stream takes, and every fourth after it", Zh: "第二个流占用，此后每四个流再占一次"}, bytesOf(r.StreamBytes), "engine/machine/testdata/api (streams, streams_3, streams_4)", exact},
		{i18n.Text{En: "pages of the context", Zh: "上下文的页"}, count(uint64(m.ContextPages)) + " × 2 MiB, " + count(frames) + " frames used", "h200-measured 1.5, 8.1; ioctl.csv", deduced},
		{i18n.Text{En: "first address", Zh: "第一个地址"}, explain.Hex(r.FirstAddress), "h200-measured 1.4", i18n.Text{En: "relative layout exact; the start is drawn by lot", Zh: "相对布局精确，起点随机"}},
		{i18n.Text{En: "what a free does", Zh: "释放时做什么"}, profile.Settings()[0].Get(p), "h200-measured 1.2, 2.1; reuse.csv, replay/", exact},
	}
}

func costs(c *profile.Cost) []Constant {
	const slopes = "h200-measured 3; replay/, rates.csv"
	return []Constant{
		{i18n.Text{En: "malloc, a slab serves it, in a tight loop", Zh: "malloc，slab 命中，连续调用"}, us(c.SlabHit), "h200-measured 3; rates.csv", clear},
		{i18n.Text{En: "… after a trip into the kernel", Zh: "……刚进过内核之后"}, us(c.SlabHitCold), slopes, fitted},
		{i18n.Text{En: "free, the slab stays, in a tight loop", Zh: "free，slab 留下，连续调用"}, us(c.SlabFree), "h200-measured 3; rates.csv", clear},
		{i18n.Text{En: "… after a trip into the kernel", Zh: "……刚进过内核之后"}, us(c.SlabFreeCold), slopes, fitted},
		{i18n.Text{En: "first cudaMalloc of a process, on top", Zh: "进程的第一次 cudaMalloc，另加"}, us(c.FirstCall), "h200-measured 3; README", observed},
		{i18n.Text{En: "a slab or a small block, on top", Zh: "slab 或小块，另加"}, us(c.SmallNew) + " (" + bytesOf(c.SmallBytes) + ")", slopes, i18n.Text{En: "fit; size and run cannot be told apart", Zh: "拟合；分不清是大小还是那次运行的缘故"}},
		{i18n.Text{En: "RM_ALLOC", Zh: "RM_ALLOC"}, us(c.RMAlloc) + " + " + perMiB(c.RMAllocMiB), "h200-measured 3; ioctl.csv", fitted},
		{i18n.Text{En: "REGISTER_VIDMEM", Zh: "REGISTER_VIDMEM"}, us(c.Register), "h200-measured 2; ioctl.csv", clear},
		{i18n.Text{En: "UVM_CREATE_EXTERNAL_RANGE", Zh: "UVM_CREATE_EXTERNAL_RANGE"}, us(c.CreateRange), "h200-measured 2; ioctl.csv", clear},
		{i18n.Text{En: "UVM_MAP_EXTERNAL_ALLOCATION", Zh: "UVM_MAP_EXTERNAL_ALLOCATION"}, us(c.MapBase) + " + " + perMiB(c.MapMiB), "h200-measured 2, 3; ioctl.csv", fitted},
		{i18n.Text{En: "UNREGISTER_VIDMEM", Zh: "UNREGISTER_VIDMEM"}, us(c.Unregister), "h200-measured 2; ioctl.csv", clear},
		{i18n.Text{En: "UVM_FREE", Zh: "UVM_FREE"}, us(c.UVMFree) + " + " + perMiB(c.UVMFreeMiB), "h200-measured 2; ioctl.csv", fitted},
		{i18n.Text{En: "RM_FREE", Zh: "RM_FREE"}, us(c.RMFree) + " + " + perMiB(c.RMFreeMiB), slopes, fitted},
		{i18n.Text{En: "clearing a freed block", Zh: "清零一个释放的块"}, us(c.Scrub) + " + " + perMiB(c.ScrubMiB), "h200-measured 3, 8.1; 15 lists with begin times", i18n.Text{En: "fit: one list agrees in all of 1,248 placements", Zh: "拟合；其中一份列表的 1,248 处安放全部吻合"}},
		{i18n.Text{En: "noticing cleared memory", Zh: "察觉清零完成"}, perMiB(c.UnmarkMiB), "h200-measured 3, 8.2", i18n.Text{En: "0.3 to 0.5 µs a MiB", Zh: "每 MiB 0.3 到 0.5 µs"}},
		{i18n.Text{En: "a tick: a call that waits for clearing sleeps by it", Zh: "时钟节拍：等待清零的调用按它睡眠"}, us(c.Tick), "470 calls that waited; CONFIG_HZ=250", clear},
		{i18n.Text{En: "a pool serves a block", Zh: "内存池给出一块"}, us(c.PoolHit), "h200-measured 3; pool.csv", clear},
		{i18n.Text{En: "first use of a pool", Zh: "第一次用内存池"}, us(c.PoolFirst), "h200-measured 3; pool.csv", observed},
		{i18n.Text{En: "cudaDeviceReset", Zh: "cudaDeviceReset"}, us(c.Reset) + ", then " + us(c.ResetInit), "h200-measured 5", clear},
		{i18n.Text{En: "a batch of page faults", Zh: "一批缺页"}, us(c.GPUFault), "–", assumed},
		{i18n.Text{En: "each further block of a batch", Zh: "一批里每多一个 block"}, us(c.FaultBlock), "–", assumed},
		{i18n.Text{En: "each replay beyond one a batch", Zh: "一批里每多一次重放"}, us(c.Replay), "–", assumed},
	}
}

func translation(t *profile.TLB) []Constant {
	var list []Constant
	names := [...]i18n.Text{{En: "L1 TLB", Zh: "一级 TLB"}, {En: "L2 TLB", Zh: "二级 TLB"}, {En: "L3 TLB", Zh: "三级 TLB"}}
	for i := range t.Levels {
		l, sure := &t.Levels[i], curve
		if i == 2 {
			sure = bound
		}
		value := count(uint64(l.Entries())) + " × " + bytesOf(uint64(l.Pages)*2<<20) + ", " + strconv.Itoa(int(l.Ways)) + " ways"
		if l.Miss != 0 {
			value += ", a miss + " + cycles(uint32(l.Miss))
		}
		list = append(list, Constant{names[min(i, 2)], value, "h200-tlb 1, 4; latency-by-pages.csv", sure})
	}
	return append(list,
		Constant{i18n.Text{En: "a full walk, near and far", Zh: "完整走表，近端与远端"}, "+ " + cycles(uint32(t.Walk)) + ", + " + cycles(uint32(t.Walk)+uint32(t.FarWalk)), "h200-tlb 3; sharing.csv", clear},
		Constant{i18n.Text{En: "processors that share a level 2", Zh: "共用二级 TLB 的处理器"}, "6", "h200-tlb 2; sharing.csv", i18n.Text{En: "one group measured, the others assumed", Zh: "测了一组，其余是假设"}})
}
