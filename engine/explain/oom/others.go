package oom

import "strings"

// sign is a phrase by which texts other than PyTorch's say that memory ran
// out. Where a figure of the request stands at a known place, it is read.
type sign struct {
	phrase string
	kind   Kind
	asked  string // the phrase before the request, "" = there is none
	fact   ReasonID
}

// signs in the order in which they decide: the more particular first.
var signs = [...]sign{
	{"DefaultCPUAllocator", Host, "tried to allocate ", SaysHostRAM},
	{"java.lang.OutOfMemoryError", Host, "Failed to allocate a ", SaysHostRAM},
	{"Unable to allocate ", Host, "Unable to allocate ", SaysHostRAM},
	{"oom-kill", Host, "", SaysKilled},
	{"Out of memory: Killed process", Host, "", SaysKilled},
	{"exit code 137", Host, "", SaysKilled},
	{"exit code: 137", Host, "", SaysKilled},
	{"exitcode: -9", Host, "", SaysKilled},
	{"ran out of memory trying to allocate ", TensorFlow, "ran out of memory trying to allocate ", SaysTensorFlow},
	{"OOM when allocating tensor with shape[", TensorFlow, "", SaysTensorFlow},
	{"Out of memory while trying to allocate ", JAX, "Out of memory while trying to allocate ", SaysJAX},
	{"(allocated so far: ", CUDA, "Out of memory allocating ", SaysRequest},
	{"allocate request for ", JAX, "allocate request for ", SaysJAX},
	{"Out of memory allocating ", JAX, "Out of memory allocating ", SaysJAX},
	{"RESOURCE_EXHAUSTED", JAX, "", SaysJAX},
	{"Maximum pool size exceeded", CUDA, "failed to allocate ", SaysPool},
	{"cudaMalloc failed: out of memory", CUDA, "allocating ", SaysCUDA},
	{"requested buffer of size ", CUDA, "requested buffer of size ", SaysRequest},
	{"CUBLAS_STATUS_ALLOC_FAILED", CUDA, "", SaysLibrary},
	{"CUDNN_STATUS_ALLOC_FAILED", CUDA, "", SaysLibrary},
	{"'out of memory'", CUDA, "", SaysLibrary},
	{"CUDA_ERROR_OUT_OF_MEMORY", CUDA, "failed to allocate ", SaysCUDA},
	{"cudaErrorMemoryAllocation", CUDA, "", SaysCUDA},
	{"hipErrorOutOfMemory", CUDA, "", SaysCUDA},
	{"NVML_ERROR_INSUFFICIENT_RESOURCES", CUDA, "", SaysCUDA},
	{"CUDA error: out of memory", CUDA, "", SaysCUDA},
	{"HIP error: out of memory", CUDA, "", SaysCUDA},
	{"CUDA driver error: out of memory", CUDA, "", SaysDriver},
	{"cuda runtime error (2)", CUDA, "", SaysCUDA},
	{"CUDA error 2", CUDA, "", SaysCUDA},
	{"std::bad_alloc", Host, "", SaysHostRAM},
	{"Cannot allocate memory", Host, "", SaysHostRAM},
	{"CUDA out of memory", CUDA, "", SaysCUDA},
	{"HIP out of memory", CUDA, "", SaysCUDA},
	{"OutOfMemoryError", CUDA, "", SaysCUDA},
	{" MemoryError", Host, "", SaysHostRAM},
	{"out of memory", Unknown, "", SaysSomething},
	{"Out of memory", Unknown, "", SaysSomething},
	{"OutOfMemory", Unknown, "", SaysSomething},
}

// plain is what a text without a message of PyTorch says.
type plain struct {
	sign   *sign
	asked  Amount
	stats  bfc
	benign bool // the program says itself that it is no failure
	pinned bool // the trace passes through page-locking
}

// bfc is TensorFlow's table of its allocator.
type bfc struct{ limit, inUse Amount }

func readPlain(flat string) plain {
	for i := range signs {
		s := &signs[i]
		at := strings.Index(flat, s.phrase)
		if at < 0 {
			continue
		}
		p := plain{sign: s}
		near := flat[max(0, at-200):min(len(flat), at+2000)]
		if s.asked != "" {
			p.asked = requestBehind(near, s.asked)
		}
		p.benign = strings.Contains(near, "this is not a failure")
		for _, word := range [...]string{"pin_memory", "cudaHostAlloc", "cudaMallocHost", "PinnedMemory", "HostAllocator"} {
			p.pinned = p.pinned || strings.Contains(flat, word)
		}
		if s.kind == TensorFlow {
			p.readBFC(flat, near)
		}
		return p
	}
	return plain{}
}

// requestBehind reads the figure that follows a phrase. Where the exact number
// of bytes follows it in brackets, that counts: "14.53GiB (15603073024 bytes)".
func requestBehind(text, phrase string) Amount {
	a := amountBehind(text, phrase)
	_, rest, _ := strings.Cut(text, phrase)
	if n, _, ok := digitsAt(rest, 0); ok && !a.Known {
		return exactly(n) // without a unit: bytes
	}
	if open := strings.IndexByte(rest[:min(len(rest), 24)], '('); a.Known && open >= 0 {
		if n, next, ok := digitsAt(rest, open+1); ok && n >= a.Lo && n <= a.Hi && strings.HasPrefix(strings.TrimLeft(rest[next:], " "), "b") || ok && next < len(rest) && rest[next] == 'B' {
			return exactly(n)
		}
	}
	return a
}

// readBFC reads the request from the shape of the tensor, and the statistics
// that TensorFlow prints below its message.
func (p *plain) readBFC(flat, near string) {
	if i := strings.Index(near, "(rounded to "); i >= 0 {
		if n, _, ok := digitsAt(near, i+len("(rounded to ")); ok {
			p.asked = exactly(n)
		}
	}
	if !p.asked.Known {
		p.asked = shapeBytes(near)
	}
	p.stats.limit, p.stats.inUse = statLine(flat, "Limit: "), statLine(flat, "InUse: ")
}

func statLine(flat, word string) Amount {
	i := strings.Index(flat, word)
	if i < 0 {
		return Amount{}
	}
	rest := strings.TrimLeft(flat[i+len(word):min(len(flat), i+60)], " ")
	if n, _, ok := digitsAt(rest, 0); ok {
		return exactly(n)
	}
	return Amount{}
}

var elementBytes = [...]struct {
	name  string
	bytes uint64
}{{"float", 4}, {"half", 2}, {"bfloat16", 2}, {"double", 8}, {"int32", 4}, {"int64", 8}, {"int8", 1}, {"uint8", 1}, {"bool", 1}}

// shapeBytes computes what "shape[64,512,512] and type float" takes.
func shapeBytes(text string) Amount {
	_, rest, ok := strings.Cut(text, "tensor with shape[")
	shape, rest, ok2 := strings.Cut(rest, "]")
	if !ok || !ok2 || len(shape) > 100 {
		return Amount{}
	}
	total := uint64(0)
	for _, e := range elementBytes {
		if strings.HasPrefix(rest, " and type "+e.name+" ") {
			total = e.bytes
		}
	}
	if total == 0 {
		return Amount{}
	}
	for d := range strings.SplitSeq(shape, ",") {
		n, _, ok := digitsAt(strings.TrimSpace(d), 0)
		if !ok || n != 0 && total > huge/n {
			return Amount{}
		}
		total *= n
	}
	return exactly(total)
}
