package trim

import (
	"encoding/binary"
	"strings"
)

// nothing is the body of a function that is never called: no locals,
// unreachable, end.
var nothing = []byte{0, 0, 0x0b}

// Stub empties the functions that are never called: those of the runtime in
// groups, and comparisons of structures that nothing compares. It takes the
// names out, by which it knows them. A call of one of them would stop the
// instance, as a crash does. Functions keep their numbers; emptied says for
// each, without the imported ones, whether it has no body any more.
func Stub(module []byte) (out []byte, emptied []bool, ok bool) {
	all, ok := sections(module)
	if !ok {
		return module, nil, false
	}
	names, ok := functionNames(module, all)
	if !ok {
		return module, nil, false
	}
	out = append(out, module[:8]...)
	imported := 0
	for _, s := range all {
		switch module[s.start] {
		case custom:
			continue
		case imports:
			r := reader{module[s.body:s.end]}
			imported = r.number() // all of them functions
		case code:
			f := newFunctions(module[s.body:s.end], names, imported)
			emptied = f.choose()
			out = appendSection(out, code, f.section(emptied))
			continue
		}
		out = append(out, module[s.start:s.end]...)
	}
	return out, emptied, true
}

// functions are the code section.
type functions struct {
	imported int
	names    []string
	bodies   [][]byte
}

func newFunctions(section []byte, names map[int]string, imported int) *functions {
	f := &functions{imported: imported}
	r := reader{section}
	for i := range r.number() {
		f.bodies = append(f.bodies, r.take(r.number()))
		f.names = append(f.names, names[imported+i])
	}
	return f
}

// section writes the bodies that are left.
func (f *functions) section(emptied []bool) []byte {
	out := binary.AppendUvarint(nil, uint64(len(f.bodies)))
	for i, body := range f.bodies {
		if emptied[i] {
			body = nothing
		}
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out
}

// equals begins the name of a function that compares two values of a type. The
// compiler makes one for every structure, in case that it is compared behind an
// interface or is the key of a map. Keys have a second function, which begins
// with hashes; and of interfaces only errors are compared, which are pointers.
const (
	equals = "type_.eq."
	hashes = "type_.hash."
)

// choose says which functions are emptied.
func (f *functions) choose() []bool {
	never := never()
	keys := map[string]bool{}
	for _, name := range f.names {
		if kind, ok := strings.CutPrefix(name, hashes); ok {
			keys[kind] = true
		}
	}
	emptied := make([]bool, len(f.bodies))
	for i, name := range f.names {
		kind, compares := strings.CutPrefix(name, equals)
		emptied[i] = never(name) || compares && !keys[kind]
	}
	f.restore(emptied)
	return emptied
}

// restore takes back what is called after all: a comparison by any function, a
// function of the runtime by the program (println, for example), and what these
// call in turn.
func (f *functions) restore(emptied []bool) {
	var live []int
	restored := make([]bool, len(emptied))
	for i := range emptied {
		if !emptied[i] {
			live = append(live, i)
		}
	}
	for len(live) > 0 {
		i := live[len(live)-1]
		live = live[:len(live)-1]
		trusted := strings.HasPrefix(f.names[i], "runtime.") && !restored[i]
		for _, to := range f.calls(i) {
			if emptied[to] && !(trusted && strings.HasPrefix(f.names[to], "runtime.")) {
				emptied[to], restored[to] = false, true
				live = append(live, to)
			}
		}
	}
}

// calls are the functions that a function may call directly. The byte of the
// instruction may also be part of a number, so there may be too many.
func (f *functions) calls(i int) (to []int) {
	const call = 0x10
	body := f.bodies[i]
	for at, b := range body {
		if b != call {
			continue
		}
		n, k := binary.Uvarint(body[at+1:])
		if n -= uint64(f.imported); k > 0 && n < uint64(len(f.bodies)) {
			to = append(to, int(n))
		}
	}
	return to
}

// functionNames reads the custom section "name": subsection 1 holds pairs of
// number and name.
func functionNames(module []byte, all []span) (map[int]string, bool) {
	for _, s := range all {
		r := reader{module[s.body:s.end]}
		if module[s.start] != custom || string(r.take(r.number())) != "name" {
			continue
		}
		for len(r.rest) > 0 {
			kind := r.number()
			part := reader{r.take(r.number())}
			if kind == 1 {
				return part.pairs(), true
			}
		}
	}
	return nil, false
}

// reader cuts a section into numbers and stretches.
type reader struct{ rest []byte }

func (r *reader) number() int {
	n, k := binary.Uvarint(r.rest)
	r.rest = r.rest[max(k, 0):]
	return int(n)
}

func (r *reader) take(n int) []byte {
	n = min(n, len(r.rest))
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// pairs reads numbers and names.
func (r *reader) pairs() map[int]string {
	names := map[int]string{}
	for range r.number() {
		i := r.number()
		names[i] = string(r.take(r.number()))
	}
	return names
}
