//go:build linux && cgo

package native

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// ownProgram is what the host names of the texts of these tests.
var ownProgram = &isa.Program{Outside: []string{"fill", "add", "&count", "&table"}}

// launch is a call of fill<<<1, threads>>>(to, value), as a program makes it.
func launch(text string, to uint64, value, threads uint32) *target.Call {
	packed := binary.NativeEndian.AppendUint64(nil, to)
	packed = binary.NativeEndian.AppendUint32(packed, value)
	c := &target.Call{Op: target.Launch, Text: text, Packed: string(packed), Kernel: &target.Kernel{Name: "fill", Program: ownProgram}}
	c.SetShape(&target.Shape{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{threads, 1, 1}})
	return c
}

const fillText = "__device__ int count = 5, table[10]; __global__ void add() { count++; } __global__ void fill(char *to, int value) { to[threadIdx.x] = value; }"

// TestLaunch: a kernel of the program's own is compiled, loaded once, started
// with its arguments; what goes wrong in it shows when the program waits.
func TestLaunch(t *testing.T) {
	useStandin(t)
	t.Setenv(CompilerVariable, standin)
	r, m := open(t, Options{})
	if ok, why := r.Info().Can(target.Launch); !ok {
		t.Fatal(why)
	}
	p := want(t, target.Success, do(r, target.CudaMalloc, 4096)).Out[0]
	var out target.Result
	for i := range uint32(3) {
		r.Do(launch(fillText, p+uint64(i)*100, 0x40+i, 100), &out)
		want(t, target.Success, out)
	}
	if n := len(r.(*Remote).compiler.made); n != 1 {
		t.Errorf("compiled %d times", n)
	}
	want(t, target.Success, do(r, target.CudaMemcpy, hostBase, p, 300, 2))
	for i, b := range m.bytes[:300] {
		if b != byte(0x40+i/100) {
			t.Fatalf("byte %d is %#x", i, b)
		}
	}
	want(t, target.Success, do(r, target.CudaDeviceReset)) // the module is gone with the context
	p = want(t, target.Success, do(r, target.CudaMalloc, 4096)).Out[0]
	r.Do(launch(fillText, p, 1, 10), &out)
	want(t, target.Success, out)
	r.Do(launch(fillText, 0x1000, 1, 10), &out)
	want(t, target.Success, out)
	want(t, target.IllegalAddress, do(r, target.CudaDeviceSynchronize))
}

// TestLaunchProblems: where a kernel cannot be compiled the row says that the
// target cannot do it, and a note says why.
func TestLaunchProblems(t *testing.T) {
	useStandin(t)
	for _, x := range []struct{ name, library, text, want string }{
		{"no library", "/nowhere/libnvrtc.so", fillText, "kernels of the program's own need NVRTC"},
		{"a function missing", partial, fillText, "has no function nvrtcDestroyProgram"},
		{"a mistake", standin, "__global__ void fill() { mistake }", "NVRTC: program.cu(3): error: a mistake"},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Setenv(CompilerVariable, x.library)
			var notes bytes.Buffer
			r, _ := open(t, Options{Notes: &notes})
			var out target.Result
			for range 2 {
				progress := r.Do(launch(x.text, 0, 0, 1), &out)
				if progress != target.Unable || out.Why.ID != target.NotOnThisTarget {
					t.Errorf("progress %d, %s, %s", progress, out.Code.Name(), out.Why.ID.Name())
				}
			}
			if got := notes.String(); !strings.Contains(got, x.want) || strings.Count(got, x.want) != 1 {
				t.Errorf("noted %q", got)
			}
			if ok, why := r.Info().Can(target.Launch); ok != (x.library == standin) {
				t.Errorf("can launch: %v, %q", ok, why)
			}
		})
	}
}

// onVariable is a call about a variable of the program, as a program makes it.
func onVariable(r target.Target, op target.Op, name string, args ...uint64) target.Result {
	c := target.Call{Op: op, Text: fillText, Kernel: &target.Kernel{Name: name, Program: ownProgram}}
	copy(c.Arg[:], args)
	var out target.Result
	r.Do(&c, &out)
	return out
}

// TestVariables: the variables of a program are the same ones for all of its
// kernels and for its host; each context has its own, which begin as the text
// says; and nothing beyond them can be reached by their names.
func TestVariables(t *testing.T) {
	useStandin(t)
	t.Setenv(CompilerVariable, standin)
	r, m := open(t, Options{})
	read := func(ctx uint16) uint32 {
		t.Helper()
		c := target.Call{Op: target.CudaMemcpyFromSymbol, Ctx: ctx, Text: fillText, Kernel: &target.Kernel{Name: "count", Program: ownProgram},
			Arg: [8]uint64{hostBase, 0, 4, 4, 0, target.DeviceToHost}}
		var out target.Result
		r.Do(&c, &out)
		want(t, target.Success, out)
		return binary.NativeEndian.Uint32(m.bytes[:])
	}
	add := func(ctx uint16) {
		t.Helper()
		c := &target.Call{Op: target.Launch, Ctx: ctx, Text: fillText, Kernel: &target.Kernel{Name: "add", Program: ownProgram}}
		c.SetShape(&target.Shape{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}})
		var out target.Result
		r.Do(c, &out)
		want(t, target.Success, out)
	}
	add(0)
	add(0)
	add(1)
	if a, b := read(0), read(1); a != 7 || b != 6 {
		t.Errorf("count is %d, and %d in another context", a, b)
	}
	binary.NativeEndian.PutUint32(m.bytes[:], 90)
	want(t, target.Success, onVariable(r, target.CudaMemcpyToSymbol, "count", 0, 4, hostBase, 4, 0, target.HostToDevice))
	add(0)
	if n := read(0); n != 91 {
		t.Errorf("count is %d after 90 was written", n)
	}
	at := want(t, target.Success, onVariable(r, target.CudaGetSymbolAddress, "table", 8, 40)).Out[0]
	if n := want(t, target.Success, onVariable(r, target.CudaGetSymbolSize, "table", 8, 40)).Out[0]; n != 40 {
		t.Errorf("table has %d bytes", n)
	}
	m.bytes[100] = 0x77
	want(t, target.Success, onVariable(r, target.CudaMemcpyToSymbol, "table", 8, 40, hostBase+100, 1, 39, target.HostToDevice))
	want(t, target.Success, do(r, target.CudaMemcpy, hostBase, at+39, 1, target.DeviceToHost))
	if m.bytes[0] != 0x77 {
		t.Errorf("the last byte of table is %#x", m.bytes[0])
	}
	for _, wrong := range [][2]uint64{{41, 0}, {1, 40}, {2, ^uint64(0)}} {
		want(t, target.InvalidValue, onVariable(r, target.CudaMemcpyFromSymbol, "table", hostBase, 8, 40, wrong[0], wrong[1], target.DeviceToHost))
	}
	want(t, target.InvalidValue, onVariable(r, target.CudaMemcpyToSymbol, "count", 0, 4, hostBase, 4, 0, target.DeviceToHost))
	want(t, target.SymbolNotFound, onVariable(r, target.CudaGetSymbolSize, "nothing"))
	want(t, target.Success, do(r, target.CudaDeviceReset))
	if n := read(0); n != 5 {
		t.Errorf("count is %d after a reset", n)
	}
}
