package explain

import (
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
)

// argument says how a number of a target.Why is written.
type argument uint8

const (
	asNothing argument = iota
	asNumber
	asPlace // a position, counted from 0
	asBytes
	asAddress
	asCode
	asRow // index + 1 of a row
	asState
	asOp
	asAxis
	asBlock
	asThread
)

// whyText is the sentence of one reason: {0} to {3} are its numbers, written
// as Args says.
type whyText struct {
	Text pair
	Args [4]argument
}

// whyTexts is indexed by target.WhyID; a test holds it against target's table.
var whyTexts = []whyText{
	target.NoReason: {pair{"There is no particular reason.", "没有特别的原因。"}, [4]argument{}},
	target.NoRoom: {pair{"{0} were asked for and {1} are free, but the largest piece that can be given has {2}.",
		"请求 {0}，空闲 {1}，但能给的最大一块只有 {2}。"}, [4]argument{asBytes, asBytes, asBytes, asBytes}},
	target.SizeOverflow: {pair{"{0} were asked for; the card has {1} in all.", "请求 {0}，整张卡只有 {1}。"}, [4]argument{asBytes, asBytes}},
	target.NotAPointer:  {pair{"{0} is no address that an allocation gave.", "{0} 不是任何一次分配给出的地址。"}, [4]argument{asAddress}},
	target.AlreadyFreed: {pair{"The {1} at {0} were freed before.", "{0} 处的 {1} 早已释放。"}, [4]argument{asAddress, asBytes}},
	target.InteriorPointer: {pair{"{0} lies inside the block of {2} that begins at {1}. Only its first address may be given.",
		"{0} 在从 {1} 开始的 {2} 块内部。只能给首地址。"}, [4]argument{asAddress, asAddress, asBytes}},
	target.HostPointer:       {pair{"{0} is an address of the host.", "{0} 是主机地址。"}, [4]argument{asAddress}},
	target.WrongDirection:    {pair{"Direction {0} does not fit the two pointers.", "方向 {0} 和两个指针不符。"}, [4]argument{asNumber}},
	target.BadArgument:       {pair{"Argument {0} may not be {1}.", "第 {0} 个参数不能是 {1}。"}, [4]argument{asPlace, asNumber}},
	target.OutsideAllocation: {pair{"{1} at {0} reach beyond the block of {3} at {2}.", "{0} 处的 {1} 超出了 {2} 处的 {3} 块。"}, [4]argument{asAddress, asBytes, asAddress, asBytes}},
	target.FaultNoPDE:        {pair{"No directory entry leads to {0}.", "没有目录项通到 {0}。"}, [4]argument{asAddress, asNumber}},
	target.FaultNoPTE:        {pair{"The page table has no valid entry for {0}.", "页表里没有 {0} 的有效项。"}, [4]argument{asAddress, asNumber}},
	target.FaultReadOnly:     {pair{"{0} is mapped read-only.", "{0} 的映射只读。"}, [4]argument{asAddress}},
	target.FaultVALimit:      {pair{"{0} has more than the {1} bits that addresses have here.", "{0} 超过了这里地址的 {1} 位。"}, [4]argument{asAddress, asNumber}},
	target.FaultAtomic:       {pair{"Atomics are not allowed at {0}.", "{0} 不允许原子操作。"}, [4]argument{asAddress}},
	target.FaultPrivilege:    {pair{"{0} is only for privileged access.", "{0} 只许特权访问。"}, [4]argument{asAddress}},
	target.FaultUnbound:      {pair{"No page tables are bound for the access to {0}.", "访问 {0} 时没有绑定任何页表。"}, [4]argument{asAddress}},
	target.FaultWriteOnly:    {pair{"{0} may be written and not read.", "{0} 只许写，不许读。"}, [4]argument{asAddress}},
	target.FaultPoisoned:     {pair{"What was read for {0} came back damaged: ECC cannot correct it.", "为 {0} 读回的内容已损坏，ECC 纠不回来。"}, [4]argument{asAddress}},
	target.StickyError:       {pair{"{1} caused {0}; it stays until the context ends.", "{1}引起了 {0}，到上下文结束才消失。"}, [4]argument{asCode, asRow}},
	target.BadGrid:           {pair{"A grid may have 1 to {2} blocks in {0}, not {1}.", "grid 的 {0} 方向可以有 1 到 {2} 个线程块，不能是 {1}。"}, [4]argument{asAxis, asNumber, asNumber}},
	target.BadBlock:          {pair{"A block may have 1 to {2} threads in {0}, not {1}.", "线程块的 {0} 方向可以有 1 到 {2} 个线程，不能是 {1}。"}, [4]argument{asAxis, asNumber, asNumber}},
	target.BigBlock:          {pair{"A block may have {1} threads at most, not {0}.", "一个线程块最多 {1} 个线程，不能是 {0}。"}, [4]argument{asNumber, asNumber}},
	target.BigShared:         {pair{"A block asks for {0} of shared memory; {1} are allowed.", "一个线程块要 {0} 共享内存，最多给 {1}。"}, [4]argument{asBytes, asBytes}},
	target.KernelAddress:     {pair{"Line {3}: thread {2} of block {1} uses {0}, where nothing is mapped.", "第 {3} 行：线程块 {1} 的线程 {2} 用到 {0}，那里没有映射。"}, [4]argument{asAddress, asBlock, asThread, asNumber}},
	target.KernelHost:        {pair{"Line {3}: thread {2} of block {1} uses {0}, an address of the host that the GPU cannot reach.", "第 {3} 行：线程块 {1} 的线程 {2} 用到 {0}，这是主机地址，GPU 够不着。"}, [4]argument{asAddress, asBlock, asThread, asNumber}},
	target.KernelReadOnly:    {pair{"Line {3}: thread {2} of block {1} writes to {0}, which is mapped read-only.", "第 {3} 行：线程块 {1} 的线程 {2} 写 {0}，那里的映射只读。"}, [4]argument{asAddress, asBlock, asThread, asNumber}},
	target.KernelPoisoned:    {pair{"Line {3}: thread {2} of block {1} uses {0}, and what was read came back damaged.", "第 {3} 行：线程块 {1} 的线程 {2} 用到 {0}，读回的内容已损坏。"}, [4]argument{asAddress, asBlock, asThread, asNumber}},
	target.KernelMisaligned:  {pair{"Line {3}: thread {2} of block {1} uses {0}, which is no multiple of the size of what it accesses.", "第 {3} 行：线程块 {1} 的线程 {2} 用到 {0}，它不是所访问大小的整数倍。"}, [4]argument{asAddress, asBlock, asThread, asNumber}},
	target.KernelShared:      {pair{"Line {3}: thread {2} of block {1} goes beyond the shared memory of its block, at offset {0}.", "第 {3} 行：线程块 {1} 的线程 {2} 在偏移 {0} 处越出了本块的共享内存。"}, [4]argument{asNumber, asBlock, asThread, asNumber}},
	target.KernelStack:       {pair{"Line {3}: thread {2} of block {1} has used up its local memory, as when a recursion never ends.", "第 {3} 行：线程块 {1} 的线程 {2} 用完了本地内存，递归停不下来就会这样。"}, [4]argument{asNothing, asBlock, asThread, asNumber}},
	target.KernelAssert:      {pair{"Line {3}: an assertion of thread {2} of block {1} does not hold.", "第 {3} 行：线程块 {1} 的线程 {2} 有一个断言不成立。"}, [4]argument{asNothing, asBlock, asThread, asNumber}},
	target.LimitThreads:      {pair{"The launch has {0} threads; {1} can be run here.", "这次启动有 {0} 个线程，这里最多运行 {1} 个。"}, [4]argument{asNumber, asNumber}},
	target.LimitThreadSteps:  {pair{"The threads of one kernel made {0} steps, the most that are allowed here; a loop may never end.", "一个 kernel 的线程一共走了 {0} 步，已到上限；可能有循环停不下来。"}, [4]argument{asNumber}},
	target.LimitSteps:        {pair{"The program made {0} steps, the most that are allowed here.", "程序走了 {0} 步，这里的上限。"}, [4]argument{asNumber}},
	target.LimitEvents:       {pair{"The run has {0} events, the most that are kept.", "运行记了 {0} 个事件，已到上限。"}, [4]argument{asNumber}},
	target.LimitAllocations:  {pair{"{0} of them exist at once, the most that the model holds.", "同时存在 {0} 个，已到模型的上限。"}, [4]argument{asNumber}},
	target.LimitOutput:       {pair{"The program printed {0}, the most that is kept.", "程序打印了 {0}，已到上限。"}, [4]argument{asBytes}},
	target.LimitDepth:        {pair{"Calls are nested {0} deep, the most that is allowed.", "调用嵌套 {0} 层，已到上限。"}, [4]argument{asNumber}},
	target.LimitTables:       {pair{"The model holds {0} page tables at most.", "模型最多放 {0} 张页表。"}, [4]argument{asNumber}},
	target.LimitChunks:       {pair{"The model holds {0} chunk nodes at most.", "模型最多放 {0} 个 chunk 结点。"}, [4]argument{asNumber}},
	target.LimitContents:     {pair{"The model keeps {0} of contents of memory at most.", "模型最多保存 {0} 的内存内容。"}, [4]argument{asBytes}},
	target.LimitMemory:       {pair{"The program has {0} of memory, the most that is allowed.", "程序内存有 {0}，已到上限。"}, [4]argument{asBytes}},
	target.LimitRows:         {pair{"The program made {0} calls, the most that are kept.", "程序做了 {0} 次调用，已到上限。"}, [4]argument{asNumber}},
	target.Stopped:           {pair{"It was stopped. Everything up to here stays.", "被叫停。到这里为止都保留。"}, [4]argument{}},
	target.RuleTransition:    {pair{"Chunk {2} is {0} and may not become {1}: no rule allows that step.", "chunk {2} 是 {0}，不能变成 {1}：没有规则允许这一步。"}, [4]argument{asState, asState, asNumber}},
	target.RulePinned:        {pair{"Chunk {0} is pinned: it may be neither evicted nor moved.", "chunk {0} 已固定：不能驱逐，也不能移动。"}, [4]argument{asNumber}},
	target.RuleKernel:        {pair{"Chunk {0} belongs to the kernel: such chunks are never evicted.", "chunk {0} 是内核的：这种 chunk 从不驱逐。"}, [4]argument{asNumber}},
	target.RuleTableMissing:  {pair{"Entry {1} of level {0} has no table below it; it must be made first.", "第 {0} 级第 {1} 项下面没有表，要先建。"}, [4]argument{asNumber, asNumber}},
	target.RuleMapped:        {pair{"{0} is mapped already, by a page of {1}.", "{0} 已有映射，是一个 {1} 的页。"}, [4]argument{asAddress, asBytes}},
	target.NotOnThisTarget:   {pair{"{0} cannot be done here.", "{0} 在这里做不了。"}, [4]argument{asOp}},
	target.Diverged:          {pair{"From {0} on, the program no longer does what was recorded.", "从{0}起，程序和记录的不再一样。"}, [4]argument{asRow}},
	target.NoCard:            {pair{"There is no GPU that can be used.", "没有可用的 GPU。"}, [4]argument{}},
	target.TargetLost:        {pair{"The process that holds the GPU ended after {0} calls. The rows up to here stay.", "持有 GPU 的进程在 {0} 次调用之后结束了。到这里为止的记录都保留。"}, [4]argument{asNumber}},
	target.LimitTime:         {pair{"The run took longer than {0} ms and was ended.", "运行超过 {0} 毫秒，已被结束。"}, [4]argument{asNumber}},
	target.LimitHistory:      {pair{"To go back, the run keeps {0} of what its calls changed, the most that is kept.", "为了能后退，运行记下的改动已有 {0}，到了上限。"}, [4]argument{asBytes}},
}

// mappedTable is RuleMapped where a table is in the way.
var mappedTable = pair{"{0} already lies under a table of smaller pages.", "{0} 已在一张小页表之下。"}

// noRoomAtAll is NoRoom without figures.
var noRoomAtAll = pair{"There is no room.", "没有位置。"}

// notSoMuch is NoRoom where the sum is too small already.
var notSoMuch = pair{"{0} were asked for, and only {1} are free.", "请求 {0}，空闲只有 {1}。"}

// notInPages is NoRoom where holes do not matter but what is free lies in
// pieces of pages, which cannot be given.
var notInPages = pair{"{0} were asked for and {1} are free, of which {3} can be given: requests take whole pages, and some are kept back.",
	"请求 {0}，空闲 {1}，其中能给出的是 {3}：请求只取整页，另有一些页留着不给。"}

// Why says a reason.
func Why(lang Lang, w target.Why) string {
	if int(w.ID) >= len(whyTexts) || whyTexts[w.ID].Text[lang] == "" {
		return Fill([...]string{"The reason is “{0}”.", "原因是“{0}”。"}[lang], w.ID.Name())
	}
	t := &whyTexts[w.ID]
	text := t.Text[lang]
	switch {
	case w.ID == target.RuleMapped && w.N[1] == 0:
		text = mappedTable[lang]
	case w.ID == target.NoRoom && w.N == [4]uint64{}:
		text = noRoomAtAll[lang]
	case w.ID == target.NoRoom && w.N[1] < w.N[0]:
		text = notSoMuch[lang]
	case w.ID == target.NoRoom && w.N[3] < w.N[0] && w.N[2] >= w.N[0]:
		text = notInPages[lang]
	}
	var args [4]string
	for i, a := range t.Args {
		args[i] = a.say(lang, w.N[i])
	}
	return space(lang, Fill(text, args[:]...))
}

func (a argument) say(lang Lang, n uint64) string {
	switch a {
	case asBytes:
		if n>>60 != 0 { // a negative number, or one that wrapped around
			return WholeBytes(n)
		}
		return Bytes(n)
	case asAddress:
		return Hex(n)
	case asCode:
		return target.Code(n).Name()
	case asRow:
		if n == 0 {
			return pair{"An earlier call", "之前的一次调用"}[lang]
		}
		return Fill(pair{"Call {0}", "第 {0} 次调用"}[lang], Commas(n))
	case asState:
		if n <= uint64(pmm.Allocated) {
			return pmm.StateName(pmm.ChunkState(n))
		}
	case asPlace:
		return Commas(n + 1)
	case asAxis:
		return [...]string{"x", "y", "z"}[n%3]
	case asBlock:
		return triple(n&(1<<32-1), n>>32&0xFFFF, n>>48)
	case asThread:
		return triple(n&0xFFFF, n>>16&0xFFFF, n>>32&0xFFFF)
	case asOp:
		return target.Op(n).String()
	}
	return Commas(n)
}

// codeTexts says what each of CUDA's answers means.
var codeTexts = map[target.Code]pair{
	target.Success:                {"The call did what was asked.", "调用做到了所要求的。"},
	target.InvalidValue:           {"An argument is not one that the call can take.", "有一个参数是这个调用不能接受的。"},
	target.MemoryAllocation:       {"No memory could be had for the call. Later calls are not affected.", "调用没能拿到显存。不影响后面的调用。"},
	target.InitializationError:    {"CUDA could not be set up.", "CUDA 没能初始化。"},
	target.InvalidMemcpyDirection: {"The direction of the copy does not exist.", "没有这种拷贝方向。"},
	target.DevicesUnavailable:     {"The card cannot be used now: somebody else holds it, or this process has lost it.", "这张卡现在用不了：别人占着，或者本进程已经失去它。"},
	target.IllegalState:           {"The call is not allowed in the state that things are in.", "在当前状态下不允许这个调用。"},
	target.ContextDestroyed:       {"The context of the call is gone.", "这次调用所用的上下文已经不在了。"},
	target.InvalidPitch:           {"A line of the rectangle is longer than the distance to the next one.", "矩形的一行比行距还长。"},
	target.InvalidConfiguration:   {"The card cannot run a launch of this shape.", "这种启动形状，卡跑不了。"},
	target.InvalidDeviceFunction:  {"The kernel is not there for this card.", "这张卡没有这个 kernel。"},
	target.LaunchOutOfResources:   {"A block of the launch needs more registers or shared memory than a multiprocessor has.", "一个线程块要的寄存器或共享内存比一个 SM 有的还多。"},
	target.LaunchTimeout:          {"A kernel ran too long and was ended. The context is lost.", "kernel 跑得太久，被结束了。上下文就此作废。"},
	target.Assert:                 {"An assert in a kernel did not hold. The context is lost.", "kernel 里有一个 assert 不成立。上下文就此作废。"},
	target.InvalidDevice:          {"There is no card of that number.", "没有这个编号的卡。"},
	target.DeviceUninitialized:    {"There is no context to work in.", "没有可用的上下文。"},
	target.InvalidResourceHandle:  {"The handle of a stream or event is not valid, or belongs to another context.", "流或事件的句柄无效，或者属于别的上下文。"},
	target.NotReady:               {"The work is not done yet. That is an answer, not an error.", "工作还没做完。这是答复，不是错误。"},
	target.IllegalAddress:         {"A kernel used an address that is not mapped. The context is lost: every later call answers the same.", "kernel 用了没有映射的地址。上下文作废：后面的调用都返回同样的错误。"},
	target.NoDevice:               {"No GPU that CUDA can use was found.", "没有找到 CUDA 能用的 GPU。"},
	target.SymbolNotFound:         {"Nothing of that name, or at that address, is known.", "没有这个名字，或这个地址上什么也没有。"},
	target.HostAlreadyRegistered:  {"A page of this memory is registered already, or was made pinned.", "这段内存里有页已经登记过，或者本来就是固定的。"},
	target.HostNotRegistered:      {"No registered memory begins at this address.", "这个地址不是任何已登记内存的开头。"},
	target.MisalignedAddress:      {"A kernel used an address that is not a multiple of the size of what it read or wrote. The context is lost.", "kernel 用的地址不是所读写大小的整数倍。上下文就此作废。"},
	target.LaunchFailure:          {"A kernel failed for a reason that the GPU does not tell. The context is lost.", "kernel 出错，GPU 没有说明原因。上下文就此作废。"},
	target.ECCUncorrectable:       {"A read came back damaged, beyond what ECC can correct.", "读回的内容已损坏，ECC 也纠不回来。"},
	target.NotPermitted:           {"The call is not allowed in this state.", "这种状态下不允许这个调用。"},
	target.NotSupported:           {"The call exists, but not here.", "有这个调用，但这里不支持。"},
	target.Unknown:                {"CUDA says no more than that something failed.", "CUDA 只说有事失败了，没有更多。"},
}

// CodeText says what an answer of CUDA means.
func CodeText(lang Lang, c target.Code) string {
	if p, ok := codeTexts[c]; ok {
		return p[lang]
	}
	return Fill(pair{"CUDA answered code {0}.", "CUDA 返回代码 {0}。"}[lang], num(uint64(c)))
}
