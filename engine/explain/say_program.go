package explain

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

var programTellers = []teller{
	{event.Call, (*speaker).call},
	{event.Return, (*speaker).returns},
	{event.Output, (*speaker).output},
	{event.Advance, (*speaker).advance},
	{event.Note, (*speaker).note},
	{event.Limit, (*speaker).limit},
	{event.Bulk, (*speaker).bulk},
}

// callText is the call as the program wrote it, or its name.
func (s *speaker) callText(row uint32, op target.Op) string {
	r := s.c.Row(row)
	if r.Text != "" {
		return r.Text
	}
	if op == target.NoOp {
		op = r.Op
	}
	if op == target.NoOp {
		return s.fill(pair{"call {0}", "第 {0} 次调用"}, num(uint64(row)+1))
	}
	return op.String()
}

// call: the row begins. What rounding does to a size is the second sentence.
func (s *speaker) call() (string, string) {
	c := event.CallOf(s.e)
	op := target.Op(c.Op)
	sentence := s.fill(pair{"{0} is called.", "调用 {0}。"}, s.callText(c.Row, op))
	if op == target.HostTouch {
		return s.fill(pair{"The host reaches for {0}.", "主机访问 {0}。"}, s.callText(c.Row, op)), ""
	}
	if op == target.CudaMalloc {
		return sentence, s.rounding(c.Arg[0])
	}
	if nearest := op.Nearest(); nearest != "" {
		return sentence, s.fill(pair{"A textbook name: the driver has no such call. The nearest real thing is {0}.", "这是教科书里的名字，驱动没有这个调用。最接近的真实做法是 {0}。"}, nearest)
	}
	return sentence, ""
}

// rounding says what the runtime makes of the size of a cudaMalloc.
func (s *speaker) rounding(n uint64) string {
	rt := &s.c.Profile().Runtime
	if n == 0 {
		return s.fill(pair{"Zero bytes: the answer is a null pointer and success.", "零字节：返回空指针，并且成功。"})
	}
	unit := rt.Granule
	if n >= rt.SlabBytes || !rt.Slabs {
		unit = rt.BlockGranule
	}
	if rt.PowerOfTwo && n < rt.BlockGranule {
		up := uint64(1) << bits.Len64(max(n, rt.Granule)-1)
		if up == n {
			return s.fill(pair{"{0} is already a power of two.", "{0} 已经是 2 的幂。"}, exactSize(n))
		}
		return s.fill(pair{"{0} are rounded up to {1}, a power of two.", "{0} 向上取到 {1}，2 的幂。"}, exactSize(n), exactSize(up))
	}
	if unit == 0 || n > 1<<62 {
		return ""
	}
	if n%unit == 0 {
		return s.fill(pair{"{0} is already a multiple of {1}.", "{0} 正好是 {1} 的倍数，不用取整。"}, exactSize(n), Bytes(unit))
	}
	up := (n + unit - 1) / unit * unit
	return s.fill(pair{"{0} are rounded up to {1}, a multiple of {2}.", "{0} 向上取到 {1}，即 {2} 的倍数。"}, exactSize(n), exactSize(up), Bytes(unit))
}

// returns: the row ends.
func (s *speaker) returns() (string, string) {
	r := event.ReturnOf(s.e)
	row := s.c.Row(r.Row)
	name := row.Op.String()
	if row.Op == target.NoOp {
		name = s.callText(r.Row, target.NoOp)
	}
	took := Micros(s.e.Time - min(r.Begin, s.e.Time))
	code := target.Code(r.Code)
	if row.Op == target.Launch {
		if name = s.fill(pair{"The launch", "启动"}); code == target.Success {
			return s.fill(pair{"The launch is back after {0}.", "{0} 后，启动返回。"}, took),
				s.fill(pair{"What the kernel does is done here at once; its time belongs to its stream.", "kernel 做的事在这里立刻做完；它的时间记在它的流上。"})
		}
	}
	if layer := layerOf(row.Op); code == target.Success && (layer == "kernel driver" || layer == "pagewalk") {
		return s.fill(pair{"{0} is done after {1}.", "{1} 后，{0} 做完。"}, name, took), ""
	}
	if code != target.Success {
		why, answer := row.Why, code.Name()
		if layerOf(row.Op) == target.KernelDriver {
			answer = code.StatusName()
		}
		if why.ID == target.NoReason {
			return s.fill(pair{"{0} returns {1} after {2}.", "{2} 后，{0} 返回 {1}。"}, name, answer, took), CodeText(s.lang, code)
		}
		return s.fill(pair{"{0} returns {1} after {2}.", "{2} 后，{0} 返回 {1}。"}, name, answer, took), Why(s.lang, why)
	}
	if r.Ioctls == 0 && int(row.Op) < len(servesItself) && servesItself[row.Op] {
		return s.fill(pair{"{0} returns cudaSuccess after {1}. The driver was never asked.", "{1} 后，{0} 返回 cudaSuccess。没有问过驱动。"}, name, took), ""
	}
	if r.Ioctls == 0 {
		return s.fill(pair{"{0} returns cudaSuccess after {1}.", "{1} 后，{0} 返回 cudaSuccess。"}, name, took), ""
	}
	trips := s.count(uint64(r.Ioctls), pair{"one ioctl", "1 次 ioctl"}, pair{"{0} ioctls", "{0} 次 ioctl"})
	return s.fill(pair{"{0} returns cudaSuccess after {1} and {2}.", "{1}、{2}后，{0} 返回 cudaSuccess。"}, name, trips, took+zhSpace(s.lang)), ""
}

// servesItself are the calls that the runtime answers from what it holds, if it
// can: without an ioctl nobody has asked the driver. Of others that is not
// known: what touches managed memory brings the driver in by a fault, or by a
// way that is no trip of the machine's.
var servesItself = [len(target.Ops)]bool{
	target.CudaMalloc: true, target.CudaMallocPitch: true, target.CudaFree: true, target.CuMemAlloc: true, target.CuMemFree: true,
	target.CudaMallocAsync: true, target.CudaMallocFromPoolAsync: true, target.CudaFreeAsync: true,
}

// layerOf is the layer that a call of the table belongs to.
func layerOf(op target.Op) string {
	if int(op) < len(target.Ops) {
		return target.Ops[op].Layer
	}
	return ""
}

// zhSpace keeps the space between a unit and Chinese.
func zhSpace(lang Lang) string {
	if lang == ZH {
		return " "
	}
	return ""
}

func (s *speaker) output() (string, string) {
	n := s.e.W[1]
	where := [...]pair{{"standard output", "标准输出"}, {"standard error", "标准错误"}}[s.e.W[2]&1]
	text := firstLine(s.c.Text(uint32(s.e.W[0])))
	if text == "" {
		return s.fill(pair{"The program prints {0} to {1}.", "程序向{1}打印 {0}。"}, WholeBytes(n), s.fill(where)), ""
	}
	return s.fill(pair{"The program prints “{0}”.", "程序打印“{0}”。"}, text), ""
}

// firstLine is a text up to its first line end, cut to what a sentence bears.
func firstLine(text string) string {
	for i, r := range text {
		if r == '\n' || i > 80 {
			if i > 80 {
				return text[:i] + "…"
			}
			return text[:i]
		}
	}
	return text
}

func (s *speaker) advance() (string, string) {
	before, after := uint32(s.e.W[1]), uint32(s.e.W[1]>>32)
	words := s.e.W[2]
	move := s.fill(pair{"The program runs on from line {0} to line {1}.", "程序从第 {0} 行运行到第 {1} 行。"}, num(uint64(before)), num(uint64(after)))
	if before == after || before == 0 || after == 0 {
		move = s.fill(pair{"The program runs on to its next call.", "程序运行到下一次调用。"})
	}
	if words == 0 {
		return move, ""
	}
	return move, s.count(words, pair{"One word of its memory changes.", ""}, pair{"{0} words of its memory change.", "它的内存改了 {0} 个字。"})
}

func (s *speaker) note() (string, string) {
	text := firstLine(s.c.Text(uint32(s.e.W[0])))
	if s.e.W[1] != 0 {
		if text == "" {
			return s.fill(pair{"A checkpoint is set here.", "在这里设一个检查点。"}), ""
		}
		return s.fill(pair{"Checkpoint “{0}”.", "检查点“{0}”。"}, text), ""
	}
	if text == "" {
		return s.fill(pair{"The program leaves a note.", "程序留下一条注记。"}), ""
	}
	return s.fill(pair{"The program notes: “{0}”.", "程序注记：“{0}”。"}, text), ""
}

func (s *speaker) limit() (string, string) {
	w := target.Why{ID: target.WhyID(s.e.Subject), N: [4]uint64{s.e.W[0]}}
	return s.fill(pair{"The run ends here.", "运行到此为止。"}), Why(s.lang, w)
}

func (s *speaker) bulk() (string, string) {
	return s.fill(pair{"From here {0} further accesses count as one event, from {1} on.", "从这里起，后面 {0} 次访问合为一个事件，从 {1} 开始。"}, Commas(s.e.W[0]), Hex(s.e.W[1])),
		s.fill(pair{"What they changed is kept as a whole, page by page.", "它们改动的内容整体保存，逐页记下。"})
}
