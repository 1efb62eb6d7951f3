//go:build linux && cgo

package native

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"pagewalk/engine/target"
)

// launch is a call of fill<<<1, threads>>>(to, value), as a program makes it.
func launch(text string, to uint64, value, threads uint32) *target.Call {
	packed := binary.NativeEndian.AppendUint64(nil, to)
	packed = binary.NativeEndian.AppendUint32(packed, value)
	c := &target.Call{Op: target.Launch, Text: text, Packed: string(packed), Kernel: &target.Kernel{Name: "fill"}}
	c.SetShape(&target.Shape{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{threads, 1, 1}})
	return c
}

const fillText = "__global__ void fill(char *to, int value) { to[threadIdx.x] = value; }"

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
