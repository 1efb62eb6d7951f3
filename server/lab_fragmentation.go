package main

import (
	"bytes"
	"io"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/lab"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// fragmentationColumns are what is told of each measure.
var fragmentationColumns = []column[lab.Fragmentation]{
	{"measure", both{"measure", "办法"}, func(f *lab.Fragmentation) any { return lab.MeasureNames[f.Measure] }},
	{"refused", both{"refused", "未满足"}, func(f *lab.Fragmentation) any { return f.Refused }},
	{"asked_bytes", both{"asked", "申请"}, func(f *lab.Fragmentation) any { return size(f.Asked) }},
	{"taken_bytes", both{"taken", "占用"}, func(f *lab.Fragmentation) any { return size(f.Taken) }},
	{"peak_bytes", both{"peak", "峰值"}, func(f *lab.Fragmentation) any { return size(f.Peak) }},
	{"free_bytes", both{"free", "空闲"}, func(f *lab.Fragmentation) any { return size(f.Free) }},
	{"largest_bytes", both{"largest", "最大一块"}, func(f *lab.Fragmentation) any { return size(f.Largest) }},
	{"internal", both{"internal", "内部碎片"}, func(f *lab.Fragmentation) any { return share(f.Internal()) }},
	{"external", both{"external", "外部碎片"}, func(f *lab.Fragmentation) any { return share(f.External()) }},
	{"unusable", both{"unusable", "不可用指数"}, func(f *lab.Fragmentation) any { return share(f.Unusable()) }},
	{"moved_bytes", both{"moved", "搬动"}, func(f *lab.Fragmentation) any { return size(f.Moved) }},
	{"us", both{"time", "用时"}, func(f *lab.Fragmentation) any { return micros(f.PS) }},
	{"ioctls", both{"ioctls", "ioctl"}, func(f *lab.Fragmentation) any { return f.Ioctls }},
}

// measureWords say what each measure is, below the table.
var measureWords = [lab.Measures]both{
	{"every request is a cudaMalloc of its own", "每次申请都是一次单独的 cudaMalloc"},
	{"the same, and the driver keeps freed blocks for requests of the same size (textbook)", "同上，驱动留着释放的块，只给大小相同的申请（教科书）"},
	{"the same, and blocks are moved together when a request fails (textbook: the real driver has no such call)", "同上，申请失败时把活块搬到一起（教科书：真实驱动没有这个调用）"},
	{"cudaMallocAsync from a pool that keeps everything", "cudaMallocAsync，内存池什么都不归还"},
	{"the runtime divides slabs of 2 MiB among small requests", "运行时让小申请共用 2 MiB 的 slab"},
	{"each slab holds pieces of one size class, divided by the program", "每个 slab 只放一个尺寸等级，由程序自己切"},
	{"blocks of 32 MiB, divided by the program", "32 MiB 的大块，由程序自己切"},
	{"granules of 2 MiB mapped into one range of addresses (cuMemCreate, cuMemMap)", "2 MiB 的粒度映射进一段连续地址（cuMemCreate、cuMemMap）"},
}

// labCapacity is what the built-in workload is made for.
const labCapacity = 256 << 20

func labFragmentation(env *environment, o *labOptions, requestText string) error {
	request, ok := profile.ParseSize(requestText)
	if !ok || request == 0 || request > 1<<40 {
		return badUsage("--request: found %q, expected bytes, or a number with KiB, MiB or GiB", requestText)
	}
	p, w, err := loadWorkload(env, o)
	if err != nil {
		return err
	}
	rows := make([]lab.Fragmentation, lab.Measures)
	for i := range rows {
		rows[i] = lab.Govern(p, w, lab.Measure(i), request)
	}
	if err := writeLab(env.out, o.format, o.lang, fragmentationColumns, rows); err != nil || o.format != "text" {
		return err
	}
	return writeMeasureWords(env.out, o.lang, p, len(w))
}

func writeMeasureWords(out io.Writer, lang explain.Lang, p *profile.Profile, steps int) error {
	var t table
	for i, words := range measureWords {
		t.add(lab.MeasureNames[i], words[lang])
	}
	io.WriteString(out, "\n")
	if err := t.write(out); err != nil {
		return err
	}
	n, free := explain.Commas(uint64(steps)), explain.Bytes(machineFree(p))
	said := both{
		n + " requests and frees on " + p.Name + ", " + free + " free at first; the work of the program's own allocator takes no time here",
		p.Name + " 上的 " + n + " 次申请和释放，开始时空闲 " + free + "；程序自己切块的工作不计时",
	}
	_, err := io.WriteString(out, "\n"+said[lang]+"\n")
	return err
}

// loadWorkload gives the machine and the workload: made from the seed, read from
// an op list, or taken from a scenario.
func loadWorkload(env *environment, o *labOptions) (*profile.Profile, lab.Workload, error) {
	gpu, settings := o.gpu, []string(o.settings)
	if gpu == "" {
		gpu = defaultLab
	}
	if o.file == "" {
		p, err := labProfile(gpu, settings)
		if err != nil {
			return nil, nil, err
		}
		return p, lab.Churn(min(machineFree(p), labCapacity), o.seed), nil
	}
	data, err := readInput(env, o.file)
	if err != nil {
		return nil, nil, err
	}
	if !isOpList(data) {
		return scenarioWorkload(env, o, data)
	}
	p, err := loadProfile(gpu, settings)
	if err != nil {
		return nil, nil, err
	}
	ops, err := parseOps(data, displayName(o.file))
	if err != nil {
		return nil, nil, err
	}
	return p, workloadOf(ops), nil
}

// labProfile is a profile whose memory is what the built-in workload fills: 256
// MiB beside the context, unless a setting says otherwise.
func labProfile(gpu string, settings []string) (*profile.Profile, error) {
	p, err := loadProfile(gpu, settings)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		if strings.HasPrefix(strings.TrimSpace(s), "memory.bytes") {
			return p, nil
		}
	}
	p.Memory.Bytes = uint64(p.Memory.ContextPages)<<21 + labCapacity
	return p, nil
}

// machineFree is the free memory at the start.
func machineFree(p *profile.Profile) uint64 {
	free, _ := machine.New(p, 0).Driver.Memory()
	return free
}

// isOpList says whether a file begins with a header that has the columns op, id
// and size.
func isOpList(data []byte) bool {
	header, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), []byte("\n"))
	words := "," + strings.TrimSpace(string(header)) + ","
	return strings.Contains(words, ",op,") && strings.Contains(words, ",id,") && strings.Contains(words, ",size,")
}

func workloadOf(ops []op) lab.Workload {
	w := make(lab.Workload, len(ops))
	place := map[string]int{}
	next := 0
	for i := range ops {
		x := &ops[i]
		if !x.free {
			place[x.id] = next // an id may come again after its free
			next++
		}
		w[i] = lab.Step{ID: place[x.id], Bytes: x.size, Free: x.free}
	}
	return w
}

// compileForLab compiles a scenario for the laboratories' machine, unless it
// names another.
func compileForLab(env *environment, o *labOptions, source []byte) (*loaded, error) {
	l, err := compileScenario(env, displayName(o.file), source, o.scenarioOptions)
	if err == nil && o.gpu == "" && l.program.Settings.GPU == "" {
		l.profile, err = loadProfile(defaultLab, append(append([]string(nil), l.program.Settings.Set...), o.settings...))
	}
	return l, err
}

// scenarioWorkload plays a scenario and takes its requests and frees.
func scenarioWorkload(env *environment, o *labOptions, source []byte) (*profile.Profile, lab.Workload, error) {
	l, err := compileForLab(env, o, source)
	if err != nil {
		return nil, nil, err
	}
	var w lab.Workload
	live, next := map[uint64]int{}, 0
	scenario.RunOn(machine.New(l.profile, l.seed), l.program, scenario.RunOptions{Seed: l.seed, Slice: stepBudget, Row: func(r *scenario.Row) {
		switch r.Call.Op {
		case target.CudaMalloc, target.CuMemAlloc, target.CudaMallocAsync:
			if r.Call.Arg[0] == 0 {
				return
			}
			if r.Code == target.Success {
				live[r.Out[0]] = next
			}
			w = append(w, lab.Step{ID: next, Bytes: r.Call.Arg[0]})
			next++
		case target.CudaFree, target.CuMemFree, target.CudaFreeAsync:
			if id, known := live[r.Call.Arg[0]]; known && r.Code == target.Success {
				w = append(w, lab.Step{ID: id, Free: true})
				delete(live, r.Call.Arg[0])
			}
		}
	}})
	if len(w) == 0 {
		return nil, nil, badUsage("%s: the scenario asks for no memory of the card", l.name)
	}
	return l.profile, w, nil
}
