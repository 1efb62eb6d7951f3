package oom

// ReasonID names a step of the argument; reasonTexts holds its sentences.
type ReasonID uint8

// The reasons. In the sentences {0} {1} {2} are amounts, {3} is a number, {4}
// a text.
const (
	AskedSmall ReasonID = iota
	AskedMiddle
	AskedSegment
	MoreThanExabyte
	LargerThanCard
	LargerThanLimit
	MoreThanTheCard
	NotASize
	TorchHolds
	PrivateOnly
	HeldBeside
	LimitLeaves
	CardHasRoom
	CardTooSmall
	ScrapsOnly
	EnoughInSum
	EnoughWithFree
	NoSinglePiece
	NotEnoughInSum
	NotEnoughAnyway
	TooClose
	SmallPoolOnly
	BesideAlive
	PiecesUnknown
	NoCacheFigures
	FreeNotSaid
	ShouldHaveWorked
	WindowsDecides
	OtherHolds
	OwnUnderOtherNumber
	OwnAmongThem
	WithoutOthers
	NotInTheText
	AsyncOver
	AsyncUnknown
	AdviceInForce
	AdviceNotInForce
	AdviceUnseen
	AdviceImpossible
	AdviceMayHelp
	AdviceMaySplit
	AdviceUseless
	SettingsSeen
	SettingsIgnored
	SaysCUDA
	SaysDriver
	SaysLibrary
	SaysPool
	SaysTensorFlow
	SaysJAX
	SaysHostRAM
	SaysKilled
	SaysRequest
	SaysSomething
	SaysNoFailure
	SaysPinned
	NothingElse
	BFCHolds
	CountersOnly
	NotReleasable
	TableOnly
	TableCard
	TableSlice
	TableProcess
	TableHides
	TableOtherMoment
	SeveralMessages
	LookedAtPart
	NothingFound
	reasonIDs
)

var reasonTexts = [reasonIDs][2]string{
	AskedSmall: {
		"{0} is what PyTorch wanted to buy from the driver, not the tensor. It buys 2 MiB when a tensor of at most {1} finds no place.",
		"{0} 是 PyTorch 想向驱动买的一段，不是张量的大小。张量不超过 {1} 又没有位置时，它就买 2 MiB。"},
	AskedMiddle: {
		"{0} is what PyTorch wanted to buy from the driver, not the tensor. It buys 20 MiB for any tensor between {1} and 10 MiB.",
		"{0} 是 PyTorch 想向驱动买的一段，不是张量的大小。张量在 {1} 到 10 MiB 之间时，它一律买 20 MiB。"},
	AskedSegment: {
		"{0} is the segment PyTorch wanted to buy: the tensor's size rounded up to whole 2 MiB. The tensor has more than {1} and at most {2}.",
		"{0} 是 PyTorch 想买的段：张量大小向上取到 2 MiB 的整数倍。张量大于 {1}，不超过 {2}。"},
	MoreThanExabyte: {
		"More than 2^60 bytes were asked for. No memory has that; a size was computed wrongly, often from a negative or uninitialised number.",
		"请求超过 2^60 字节。没有这么大的存储；大小算错了，多半来自负数或没有初始化的数。"},
	LargerThanCard: {
		"{0} were asked for, and the whole card has {1}. It could not fit on an empty card either.",
		"请求 {0}，整张卡只有 {1}。卡是空的也放不下。"},
	LargerThanLimit: {
		"{0} were asked for, and the program's own limit is {1}. It could not fit even with nothing else allocated.",
		"请求 {0}，程序自己设的上限只有 {1}。什么都不分配也放不下。"},
	MoreThanTheCard: {
		"PyTorch holds {0}, more than the card has ({1}). That happens where Windows moves a program's memory into the computer's memory.",
		"PyTorch 持有 {0}，比卡上的 {1} 还多。Windows 把程序的显存搬进内存时会这样。"},
	NotASize: {
		"\"{0} in use\" is no size: it is a number with all bits set, by which the driver says that it does not know. It does so under Windows and WSL.",
		"“正在使用 {0}”不是大小：所有位都是 1，驱动用它表示不知道。Windows 和 WSL 下就是这样。"},
	TorchHolds: {
		"PyTorch holds {0}: {1} are in tensors and {2} are unused.",
		"PyTorch 持有 {0}：张量占 {1}，没用的有 {2}。"},
	PrivateOnly: {
		"{0} belong to private pools, for example of CUDA graphs. What is unused there serves nothing else, and the message counts it as allocated.",
		"{0} 属于私有池，例如 CUDA graph 的池。其中没用的部分不给别处用，消息把它算进“已分配”。"},
	HeldBeside: {
		"This process holds {0} beside PyTorch's memory, of {1} in all: the CUDA context, loaded kernels, libraries such as cuBLAS and NCCL.",
		"本进程在 PyTorch 之外还持有 {0}（共 {1}）：CUDA 上下文、载入的 kernel，以及 cuBLAS、NCCL 这样的库。"},
	LimitLeaves: {
		"The program set itself a limit of {0} (set_per_process_memory_fraction) and has bought {1} of it, so a new segment may have {2} at most.",
		"程序给自己设的上限是 {0}（set_per_process_memory_fraction），已买 {1}，新段最多 {2}。"},
	CardHasRoom: {
		"The card is not the reason: {0} of its {1} are free. Without the limit the purchase would have succeeded.",
		"原因不在卡：{1} 中还有 {0} 空闲。没有这个上限，这一段就买到了。"},
	CardTooSmall: {
		"The card has {0} of {2} free, less than the {1} asked for.",
		"卡上 {2} 中只有 {0} 空闲，不够请求的 {1}。"},
	ScrapsOnly: {
		"{0} are free, about as much as the {1} asked for. The driver gives whole pages of 2 MiB, and not all that counts as free is one: on an H200 with driver 580 the last 3,276,800 bytes could not be had.",
		"空闲 {0}，和请求的 {1} 差不多。驱动按 2 MiB 整页给，算作空闲的不都是整页：H200、驱动 580 上，最后 3,276,800 字节拿不到。"},
	EnoughInSum: {
		"{0} unused and {1} not yet bought make {2}.",
		"没用的 {0} 加上还没买的 {1}，共 {2}。"},
	EnoughWithFree: {
		"{0} unused and {1} free on the card make {2}.",
		"没用的 {0} 加上卡上空闲的 {1}，共 {2}。"},
	NoSinglePiece: {
		"Still there was no place for {0} in one piece. The allocator looks through the {1} first, and buys only when none of the pieces is large enough.",
		"却没有一整块能放下 {0}。分配器先在这 {1} 里找，没有一块够大才去买。"},
	NotEnoughInSum: {
		"Even as one piece, all that is unused and all that could be bought make {0}; {1} were asked for. No arrangement of the blocks helps.",
		"没用的和还能买的全拼成一块，也只有 {0}，请求是 {1}。怎么排都不够。"},
	NotEnoughAnyway: {
		"The message does not say what is free, but beside the tensors there can be {0} at most, and {1} were asked for.",
		"消息没有写空闲多少，不过除去张量，最多还有 {0}，请求是 {1}。"},
	TooClose: {
		"Unused and not yet bought make about {0}, and about {1} were asked for. The message rounds to two decimals, so it cannot be decided whether the sum is enough.",
		"没用的加上还没买的约 {0}，请求约 {1}。消息只保留两位小数，总量够不够定不下来。"},
	SmallPoolOnly: {
		"Such a small tensor may only use segments of the pool for small blocks. How much of the {0} lies there, this text does not say.",
		"这么小的张量只能用小块池里的段。{0} 里有多少在小块池，这段文字没有写。"},
	BesideAlive: {
		"Before it gave up, PyTorch returned every wholly unused segment to the driver, unless a graph was being captured. So the {0} lie in segments beside something alive.",
		"放弃之前，PyTorch 把整段空着的都还给了驱动（正在捕获 graph 时除外）。所以这 {0} 都和活着的块同在一段。"},
	PiecesUnknown: {
		"Into how many pieces the {0} are cut, how large the largest is, and which stream they belong to, this text does not say. A snapshot does.",
		"这 {0} 分成几块、最大一块多大、属于哪个流，这段文字没有写。快照里有。"},
	NoCacheFigures: {
		"How much of the memory is kept but unused, this message does not say.",
		"留着却没用的有多少，这条消息没有写。"},
	FreeNotSaid: {
		"How much the card had free is not in this text; the message may be cut off.",
		"卡上空闲多少，这段文字里没有；消息可能被截断了。"},
	ShouldHaveWorked: {
		"{0} are free and {1} were asked for. By these figures it should have worked: the driver refused for a reason that the message does not show, or the memory became free after the refusal.",
		"空闲 {0}，请求 {1}。按这些数字本该成功：要么驱动拒绝的原因没写在消息里，要么这些显存在拒绝之后才空出来。"},
	WindowsDecides: {
		"Under Windows the system decides how much of the card a program may keep, and \"free\" is its estimate. So the refusal comes from outside PyTorch.",
		"Windows 下由系统决定一个程序能占多少显存，“空闲”是它的估计。所以拒绝来自 PyTorch 之外。"},
	OtherHolds: {
		"Process {3} holds {0} of the card.",
		"进程 {3} 持有 {0}。"},
	OwnUnderOtherNumber: {
		"Process {3} with its {0} must be this very program, under the number it has outside its container: {0} and PyTorch's {1} do not both fit into what is used.",
		"进程 {3}（{0}）一定就是本程序，这是它在容器外的编号：{0} 和 PyTorch 的 {1} 不能同时放进已用的显存。"},
	OwnAmongThem: {
		"One of these processes must be this very program, under the number it has outside its container: with PyTorch's {1} beside them they do not all fit into what is used. Most likely it is process {3} with its {0}.",
		"这些进程里必有一个就是本程序，这是它在容器外的编号：再加上 PyTorch 的 {1}，已用的显存放不下。多半是进程 {3}（{0}）。"},
	WithoutOthers: {
		"Others, processes and the driver itself, hold {0}. Without them {1} would be free, and {2} were asked for.",
		"别处（其他进程和驱动自身）占着 {0}。没有它们，空闲会是 {1}，请求是 {2}。"},
	NotInTheText: {
		"{0} of the card are neither free nor PyTorch's. That is the CUDA context and its libraries, as a rule below 1.5 GiB, and other processes. The text does not divide it further.",
		"卡上有 {0} 既不空闲，也不归 PyTorch。那是 CUDA 上下文和库（一般不到 1.5 GiB），还有其他进程。文字没有再细分。"},
	AsyncOver: {
		"{0} are allocated and {1} were asked for; together that is more than {2}.",
		"已分配 {0}，又要 {1}，加起来超过 {2}。"},
	AsyncUnknown: {
		"This is the message of the cudaMallocAsync backend. {0} are neither allocated nor free: memory that the driver's pool keeps, the context, other processes. The message does not divide it.",
		"这是 cudaMallocAsync 后端的消息。有 {0} 既没分配也不空闲：驱动的池留着的、上下文、其他进程。消息没有细分。"},
	AdviceInForce: {
		"The message advises a setting that was already in force: {4}. It prints that advice in any case.",
		"消息建议的设置早已生效：{4}。不管生效与否，它都会打印这条建议。"},
	AdviceNotInForce: {
		"The setting that the message advises was not in force; the settings in the text are: {4}.",
		"消息建议的设置没有生效；文字里的设置是：{4}。"},
	AdviceUnseen: {
		"Whether the setting that the message advises ({4}) was in force already, this text does not say: the message prints the advice in any case. os.environ, or allocator_settings in a snapshot, tells.",
		"消息建议的设置（{4}）是否早已生效，这段文字没有写：不管生效与否，它都会打印这条建议。看 os.environ，或者快照里的 allocator_settings。"},
	AdviceImpossible: {
		"The setting that the message advises does not exist on this platform: a warning in the text says so. It was not in force, whatever was set.",
		"消息建议的设置在这个平台上不存在：文字里有一条警告这么说。不管怎么设，它都没有生效。"},
	AdviceMayHelp: {
		"It may help and it may not: it lets pages that are wholly unused be taken out of one place and used in another, but nothing that is alive is moved. Replaying a snapshot under it decides.",
		"它可能有用，也可能没用：完全空着的页可以从一处拿到另一处用，但活着的块不会移动。要定下来，就用快照在这个设置下重放。"},
	AdviceMaySplit: {
		"It may help and it may not: blocks from that size on are no longer cut up for small requests, which keeps large pieces whole from the start of the run. Replaying a snapshot under it decides.",
		"它可能有用，也可能没用：达到这个大小的块不再为小请求切开，从程序一开始就保住大块。要定下来，就用快照在这个设置下重放。"},
	AdviceUseless: {
		"The setting that the message advises cannot help here: it works against fragmentation, and the sum is too small.",
		"消息建议的设置在这里没用：它对付碎片，而这里总量就不够。"},
	SettingsSeen: {
		"Settings of the allocator in this text: {4}.",
		"文字里的分配器设置：{4}。"},
	SettingsIgnored: {
		"With {4} another allocator is in force, and the other settings have no effect.",
		"设了 {4}，用的是另一个分配器，其余设置不起作用。"},
	SaysCUDA: {
		"CUDA answered cudaErrorMemoryAllocation (2), \"out of memory\". That is all it says: not how much was asked for, nor how much was free.",
		"CUDA 返回 cudaErrorMemoryAllocation（2），即 out of memory。它只说这么多：没说要多少，也没说空闲多少。"},
	SaysDriver: {
		"A call of the driver's own interface ran out of memory, outside the place where PyTorch makes its long message: reserving or mapping addresses, loading a kernel, making a context.",
		"驱动接口的一个调用耗尽了存储，不在 PyTorch 生成长消息的那一处：预留或映射地址、载入 kernel、建立上下文。"},
	SaysLibrary: {
		"A library (cuBLAS, cuDNN, NCCL) could not get memory for itself. It does not ask PyTorch's allocator, so memory that PyTorch keeps unused is of no use to it.",
		"库（cuBLAS、cuDNN、NCCL）没要到自己用的显存。它不经过 PyTorch 的分配器，PyTorch 留着没用的显存帮不了它。"},
	SaysPool: {
		"A pool of RMM reached the maximum size that the program gave it.",
		"RMM 的池达到了程序给它的最大值。"},
	SaysTensorFlow: {
		"TensorFlow's allocator found no place. It takes most of the card at the start and divides that itself.",
		"TensorFlow 的分配器没找到位置。它一开始就拿走卡上大部分显存，再自己分。"},
	SaysJAX: {
		"XLA could not allocate a buffer. JAX takes 75 % of the card at the start unless XLA_PYTHON_CLIENT_PREALLOCATE says otherwise, and divides that itself.",
		"XLA 没能分配缓冲区。除非用 XLA_PYTHON_CLIENT_PREALLOCATE 关掉，JAX 一开始就拿走 75 % 的显存，再自己分。"},
	SaysHostRAM: {
		"The computer's memory ran out, not the card's.",
		"耗尽的是计算机的内存，不是卡上的显存。"},
	SaysKilled: {
		"The operating system ended the program because the computer's memory, or that of its container, ran out. The card is not concerned.",
		"操作系统结束了程序，因为计算机或容器的内存耗尽。与卡上的显存无关。"},
	SaysRequest: {
		"A request of {0} could not be served.",
		"{0} 的请求没能满足。"},
	SaysSomething: {
		"The text says that memory ran out, but not whose: the card's or the computer's, nor how much was asked for.",
		"文字说耗尽了，没说是显存还是内存，也没说要了多少。"},
	SaysNoFailure: {
		"The program says itself that this is no failure: it tried to take more in order to be faster, and goes on with less.",
		"程序自己说这不算失败：它想多要一些来提速，没要到就用少一点的继续。"},
	SaysPinned: {
		"The trace passes through the page-locking of the computer's memory (pinned memory). Then it may be that memory that ran out, not the card's.",
		"调用栈经过锁页内存（pinned memory）。耗尽的可能是计算机的内存，不是显存。"},
	NothingElse: {
		"So the text alone proves no reason.",
		"所以单凭这段文字，证明不了原因。"},
	BFCHolds: {
		"Of {0} that the allocator may use, {1} are in use; {2} are left.",
		"分配器可用 {0}，在用 {1}，还剩 {2}。"},
	CountersOnly: {
		"These are the allocator's counters. They say what was held, not what was asked for, so they give no reason for a failure.",
		"这些是分配器的计数。它们说持有多少，不说要了多少，所以给不出失败的原因。"},
	NotReleasable: {
		"{0} of the {1} unused lie in segments beside something alive, so empty_cache() does not give them back.",
		"没用的 {1} 里，有 {0} 和活着的块同在一段，empty_cache() 还不掉。"},
	TableOnly: {
		"nvidia-smi says what was in use when it looked. It does not say what was asked for, nor what PyTorch keeps unused: that counts as used.",
		"nvidia-smi 说的是它看的那一刻用了多少。它不说要了多少，也不说 PyTorch 留着没用的有多少：那都算已用。"},
	TableCard: {
		"nvidia-smi, GPU {3}: {0} of {1} in use, {2} not.",
		"nvidia-smi，GPU {3}：{1} 中已用 {0}，未用 {2}。"},
	TableSlice: {
		"nvidia-smi, a MIG slice of GPU {3}: {0} of {1} in use, {2} not. A program in the slice has no more than that.",
		"nvidia-smi，GPU {3} 的一个 MIG 切片：{1} 中已用 {0}，未用 {2}。切片里的程序只有这么多。"},
	TableProcess: {
		"nvidia-smi: process {3} ({4}) holds {0}.",
		"nvidia-smi：进程 {3}（{4}）持有 {0}。"},
	TableHides: {
		"nvidia-smi does not show who holds the memory. It hides processes of other containers and, under Windows, all sizes.",
		"nvidia-smi 没有显示谁占着显存。其他容器的进程它看不到；Windows 下，大小一律不显示。"},
	TableOtherMoment: {
		"The table was made at another moment than the message; a program that has ended since is no longer in it.",
		"这张表和消息不是同一时刻的；其间结束的程序已不在表里。"},
	SeveralMessages: {
		"The text holds {3} such messages. The first one with the most figures is read here.",
		"文字里有 {3} 条这样的消息。这里读的是数字最全的第一条。"},
	LookedAtPart: {
		"The text is long: {0} of {1} were looked at, namely its beginning, its end and the surroundings of the first places where memory runs out.",
		"文字很长：{1} 中看了 {0}，即开头、结尾，以及最先提到显存耗尽的地方前后。"},
	NothingFound: {
		"Nothing in this text is a message about memory that ran out, nor a table of memory in use.",
		"这段文字里没有显存耗尽的消息，也没有显存用量的表。"},
}
