package scenario

import "strings"

// macro is one #define.
type macro struct {
	name     string
	function bool // written with a parameter list
	params   []string
	variadic bool
	body     []token
}

// maxMacroTokens bounds what expansion may produce; a macro bomb ends here.
const maxMacroTokens = 300_000

// maxMacroDepth bounds how deep expansions nest.
const maxMacroDepth = 200

// preprocessor turns the tokens of a file into the tokens of the program:
// directives are obeyed, macros are expanded.
type preprocessor struct {
	c      *compiler
	in     []token
	at     int
	out    []token
	skip   []bool // by #if that is open: its lines are left out
	taken  []bool // by #if that is open: one branch was taken
	active []string
}

// preprocess runs the preprocessor over one file. Macros live in the compiler,
// so that those of the prelude are known to the program.
func (c *compiler) preprocess(in []token) []token {
	p := preprocessor{c: c, in: in}
	for p.at < len(p.in) && !c.full() {
		if t := p.in[p.at]; t.first && t.is("#") {
			p.directive()
		} else if p.skipping() {
			p.at++
		} else {
			p.at += p.expand(p.in[p.at:], &p.out, 0)
		}
	}
	if len(p.skip) > 0 {
		c.report(UnclosedIf, p.endPlace())
	}
	return p.out
}

func (p *preprocessor) endPlace() place {
	if n := len(p.in); n > 0 {
		return p.in[n-1].at
	}
	return place{}
}

func (p *preprocessor) skipping() bool {
	for _, s := range p.skip {
		if s {
			return true
		}
	}
	return false
}

// directive obeys one line that begins with #.
func (p *preprocessor) directive() {
	hash := p.in[p.at]
	end := p.at + 1
	for end < len(p.in) && !p.in[end].first {
		end++
	}
	line := p.in[p.at+1 : end]
	p.at = end
	if len(line) == 0 {
		return
	}
	at := hash.at.to(line[len(line)-1].at)
	switch name, rest := line[0].text, line[1:]; name {
	case "ifdef", "ifndef", "if", "elif", "else", "endif":
		p.condition(name, rest, at)
	case "define", "undef", "include", "error":
		if !p.skipping() {
			p.act(name, rest, at)
		}
	case "pragma", "line":
	default:
		if !p.skipping() {
			p.c.report(UnknownDirective, at, name)
		}
	}
}

func (p *preprocessor) act(name string, rest []token, at place) {
	switch name {
	case "define":
		p.define(rest, at)
	case "undef":
		if len(rest) > 0 {
			delete(p.c.macros, rest[0].text)
		}
	case "include":
		p.include(rest, at)
	case "error":
		p.c.report(ErrorDirective, at, p.c.src.cut(at))
	}
}

// knownHeaders are the headers of C and CUDA, whose contents the prelude
// supplies, and those that programs include beside them: of the C++ library, of
// the system, of NVIDIA's samples. What the prelude has of the latter is little;
// a name that is missing has a message of its own.
var knownHeaders = []string{
	"stdio.h", "stdlib.h", "string.h", "stdint.h", "stddef.h", "stdbool.h", "assert.h", "limits.h", "float.h", "math.h", "inttypes.h", "time.h", "ctype.h", "errno.h",
	"cstdio", "cstdlib", "cstring", "cstdint", "cstddef", "cassert", "climits", "cmath", "cfloat", "cinttypes", "ctime",
	"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "driver_types.h", "vector_types.h", "pagewalk.h", "uvm_mem.h", "uvm_pmm_gpu.h", "uvm_va_space.h",
	"iostream", "iomanip", "algorithm", "vector", "string", "array", "chrono", "memory", "utility", "numeric", "random", "functional", "unistd.h", "sys/time.h",
	"helper_functions.h", "helper_timer.h", "helper_string.h", "device_functions.h", "vector_functions.h", "math_constants.h", "cuda_profiler_api.h", "fstream", "sstream", "cctype", "limits", "type_traits", "sys/types.h",
}

// samplesMacros are macros of headers that come with samples and books: of
// NVIDIA's samples, of "CUDA by Example" and of "Professional CUDA C Programming".
var samplesMacros = []struct{ header, text string }{
	{"helper_cuda.h", `
#define checkCudaErrors(call) do { int checked = (int)(call); if (checked != 0) { fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", __FILE__, __LINE__, checked, cudaGetErrorName((cudaError_t)checked), #call); exit(EXIT_FAILURE); } } while (0)
#define getLastCudaError(text) do { cudaError_t last = cudaGetLastError(); if (last != cudaSuccess) { fprintf(stderr, "%s(%d) : getLastCudaError() CUDA error : %s : (%d) %s.\n", __FILE__, __LINE__, text, (int)last, cudaGetErrorString(last)); exit(EXIT_FAILURE); } } while (0)
#define findCudaDevice(argc, argv) 0
`},
	{"book.h", `
#define HANDLE_ERROR(call) do { cudaError_t checked = (call); if (checked != cudaSuccess) { printf("%s in %s at line %d\n", cudaGetErrorString(checked), __FILE__, __LINE__); exit(EXIT_FAILURE); } } while (0)
#define HANDLE_NULL(p) do { if ((p) == NULL) { printf("Host memory failed in %s at line %d\n", __FILE__, __LINE__); exit(EXIT_FAILURE); } } while (0)
`},
	{"common.h", `
#define CHECK(call) do { cudaError_t checked = (call); if (checked != cudaSuccess) { fprintf(stderr, "Error: %s:%d, code: %d, reason: %s\n", __FILE__, __LINE__, checked, cudaGetErrorString(checked)); exit(1); } } while (0)
#define seconds() ((double)clock() / CLOCKS_PER_SEC)
`},
}

func (p *preprocessor) include(rest []token, at place) {
	var name strings.Builder
	for _, t := range rest {
		name.WriteString(t.text)
	}
	want := strings.Trim(name.String(), "<>")
	for _, h := range samplesMacros {
		if h.header == want[strings.LastIndexByte(want, '/')+1:] {
			p.samples(h.text)
			return
		}
	}
	for _, h := range knownHeaders {
		if h == want {
			return
		}
	}
	p.c.report(UnknownHeader, at, want)
}

// samples enters macros that come with samples, unless the program has its own.
func (p *preprocessor) samples(text string) {
	q := preprocessor{c: p.c, in: lex(p.c, []byte(text))}
	for q.at < len(q.in) {
		if name := q.in[q.at+2].text; p.c.macros[name] != nil {
			q.skip = []bool{true}
		}
		q.directive()
		q.skip = nil
	}
}

// define enters a macro.
func (p *preprocessor) define(rest []token, at place) {
	if len(rest) == 0 || rest[0].kind != nameToken {
		p.c.report(BadDefine, at)
		return
	}
	m := &macro{name: rest[0].text, body: rest[1:]}
	if len(rest) > 1 && rest[1].is("(") && !rest[1].space {
		m.function = true
		i := 2
		for ; i < len(rest) && !rest[i].is(")"); i++ {
			switch {
			case rest[i].is("..."):
				m.variadic = true
				m.params = append(m.params, "__VA_ARGS__")
			case rest[i].kind == nameToken:
				m.params = append(m.params, rest[i].text)
			case !rest[i].is(","):
				p.c.report(BadDefine, at)
				return
			}
		}
		if i == len(rest) {
			p.c.report(BadDefine, at)
			return
		}
		m.body = rest[i+1:]
	}
	p.c.macros[m.name] = m
}
