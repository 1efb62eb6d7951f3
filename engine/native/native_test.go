//go:build linux && cgo

package native

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pagewalk/engine/target"
	"pagewalk/engine/target/contract"
)

// standin and partial are libraries built from testdata/standin.c: the whole,
// and one that lacks cuMemFree_v2.
var standin, partial string

func TestMain(m *testing.M) {
	ServeIfChild()
	folder, err := os.MkdirTemp("", "standin")
	if err != nil {
		panic(err)
	}
	standin, partial = filepath.Join(folder, "standin.so"), filepath.Join(folder, "partial.so")
	if err := build(standin); err == nil {
		err = build(partial, "-DWITHOUT_FREE")
		if err != nil {
			panic(err)
		}
	} else {
		standin = ""
	}
	if os.Getenv("STANDIN_PARENT") != "" {
		beParent()
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

func build(out string, flags ...string) error {
	args := append([]string{"-std=gnu11", "-O1", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", out, "testdata/standin.c", "-lpthread"}, flags...)
	text, err := exec.Command("cc", args...).CombinedOutput()
	if err != nil && !errors.Is(err, exec.ErrNotFound) {
		panic(string(text))
	}
	return err
}

// useStandin lets the test's children open the stand-in instead of the driver.
func useStandin(t testing.TB) {
	t.Helper()
	if standin == "" {
		t.Skip("the stand-in for the driver's library needs a C compiler: there is no cc")
	}
	t.Setenv(LibraryVariable, standin)
}

// hostMemory is a program's memory of one stretch.
type hostMemory struct {
	bytes   [1 << 16]byte
	adopted map[uint64][]byte
}

const hostBase = 0x2000_0000

func (m *hostMemory) Bytes(addr, n uint64) ([]byte, bool) {
	if addr >= hostBase && addr-hostBase+n <= uint64(len(m.bytes)) {
		return m.bytes[addr-hostBase:][:n], true
	}
	if b, ok := m.adopted[addr]; ok && n <= uint64(len(b)) {
		return b[:n], true
	}
	return nil, false
}

func (m *hostMemory) Adopt(addr uint64, b []byte) bool {
	if m.adopted == nil {
		m.adopted = map[uint64][]byte{}
	}
	m.adopted[addr] = b
	return true
}

func (m *hostMemory) Abandon(addr uint64) { delete(m.adopted, addr) }

// open opens a Remote that is stopped with the test.
func open(t testing.TB, o Options) (target.Target, *hostMemory) {
	t.Helper()
	r, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	m := &hostMemory{}
	if why := r.Start(0, m); why.ID != target.NoReason {
		t.Fatal(why.ID.Name())
	}
	t.Cleanup(func() { r.Stop() })
	return r, m
}

func do(r target.Target, op target.Op, args ...uint64) target.Result {
	c := target.Call{Op: op}
	copy(c.Arg[:], args)
	var out target.Result
	r.Do(&c, &out)
	return out
}

func want(t testing.TB, code target.Code, r target.Result) target.Result {
	t.Helper()
	if r.Code != code {
		t.Fatalf("answered %s (%s), expected %s", r.Code.Name(), r.Why.ID.Name(), code.Name())
	}
	return r
}

// TestContract: the stand-in, through children, is a target like any other.
func TestContract(t *testing.T) {
	useStandin(t)
	if skipped := contract.Run(t, fresh(t)); skipped != 0 {
		t.Errorf("%d programs skipped", skipped)
	}
}

// TestContractOnCard: so is the GPU of this machine, if it has one.
func TestContractOnCard(t *testing.T) {
	if os.Getenv("PAGEWALK_CARD") == "" {
		t.Skip("set PAGEWALK_CARD=1 to play the suite on this machine's GPU")
	}
	if skipped := contract.Run(t, fresh(t)); skipped != 0 {
		t.Errorf("%d programs skipped", skipped)
	}
}

func fresh(t *testing.T) func() target.Target {
	return func() target.Target {
		r, err := Open(Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func TestProblems(t *testing.T) {
	useStandin(t)
	tests := []struct {
		name      string
		key, with string
		kind      ProblemKind
		text      string
	}{
		{"no library", LibraryVariable, "/nowhere/libcuda.so.1", NoLibrary, "/nowhere/libcuda.so.1"},
		{"not a library", LibraryVariable, "testdata/standin.c", NoLibrary, "standin.c"},
		{"a symbol missing", LibraryVariable, partial, MissingSymbol, "cuMemFree_v2"},
		{"no device", "STANDIN_DEVICES", "0", NoDevice, "finds no GPU"},
		{"no device at cuInit", "STANDIN_FAIL", "cuInit:100", NoDevice, "finds no GPU"},
		{"driver too old", "STANDIN_VERSION", "10020", DriverTooOld, "speaks CUDA 10.2, at least 11.2"},
		{"no memory for a context", "STANDIN_FAIL", "cuDevicePrimaryCtxRetain:2", NoMemory, "no room for a context"},
		{"another refusal", "STANDIN_FAIL", "cuDeviceGet:999", Refused, "cuDeviceGet answered CUDA_ERROR_UNKNOWN"},
		{"a crash", "STANDIN_CRASH", "cuDevicePrimaryCtxRetain", ChildLost, "ended"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			t.Setenv(x.key, x.with)
			_, err := Open(Options{})
			var p *Problem
			if !errors.As(err, &p) || p.Kind != x.kind || !strings.Contains(p.Text, x.text) {
				t.Errorf("got %v, want %s with %q", err, x.kind, x.text)
			}
		})
	}
}

// calls are one call for each function of the library that rows are made of,
// with arguments that the stand-in accepts; P is a block of 4 MiB.
var calls = []struct {
	symbol string
	op     target.Op
	args   []uint64
}{
	{"cuMemAlloc_v2", target.CudaMalloc, []uint64{1 << 20}},
	{"cuMemAlloc_v2", target.CuMemAlloc, []uint64{1 << 20}},
	{"cuMemFree_v2", target.CudaFree, []uint64{block}},
	{"cuMemGetInfo_v2", target.CudaMemGetInfo, nil},
	{"cuMemAllocPitch_v2", target.CudaMallocPitch, []uint64{100, 10}},
	{"cuMemAllocManaged", target.CudaMallocManaged, []uint64{1 << 20, 1}},
	{"cuMemPrefetchAsync", target.CudaMemPrefetchAsync, []uint64{block, 4096, 0, 0}},
	{"cuMemAdvise", target.CudaMemAdvise, []uint64{block, 4096, 1, 0}},
	{"cuMemGetAddressRange_v2", target.CuMemGetAddressRange, []uint64{block}},
	{"cuMemHostAlloc", target.CudaMallocHost, []uint64{4096}},
	{"cuMemcpy", target.CudaMemcpy, []uint64{block, hostBase, 4096, 1}},
	{"cuMemcpyAsync", target.CudaMemcpyAsync, []uint64{block, hostBase, 4096, 1, 0}},
	{"cuMemsetD8_v2", target.CudaMemset, []uint64{block, 7, 4096}},
	{"cuMemsetD8Async", target.CudaMemsetAsync, []uint64{block, 7, 4096, 0}},
	{"cuCtxSynchronize", target.CudaDeviceSynchronize, nil},
	{"cuDevicePrimaryCtxReset_v2", target.CudaDeviceReset, nil},
	{"cuDeviceGetCount", target.CudaGetDeviceCount, nil},
	{"cuDeviceGet", target.CuDeviceGet, []uint64{0}},
	{"cuInit", target.CuInit, []uint64{0}},
	{"cuCtxCreate_v2", target.CuCtxCreate, []uint64{0, 0}},
	{"cuCtxDestroy_v2", target.CuCtxDestroy, []uint64{78}},
	{"cuStreamCreate", target.CudaStreamCreate, []uint64{0}},
	{"cuStreamDestroy_v2", target.CudaStreamDestroy, []uint64{0x1000}},
	{"cuStreamSynchronize", target.CudaStreamSynchronize, []uint64{0}},
	{"cuStreamWaitEvent", target.CudaStreamWaitEvent, []uint64{0, 0x1000}},
	{"cuEventCreate", target.CudaEventCreate, []uint64{0}},
	{"cuEventRecord", target.CudaEventRecord, []uint64{0x1000, 0}},
	{"cuEventSynchronize", target.CudaEventSynchronize, []uint64{0x1000}},
	{"cuEventElapsedTime", target.CudaEventElapsedTime, []uint64{0x1000, 0x1001}},
	{"cuEventDestroy_v2", target.CudaEventDestroy, []uint64{0x1000}},
	{"cuMemAllocAsync", target.CudaMallocAsync, []uint64{4096, 0}},
	{"cuMemAllocFromPoolAsync", target.CudaMallocFromPoolAsync, []uint64{4096, 0x500, 0}},
	{"cuMemFreeAsync", target.CudaFreeAsync, []uint64{block, 0}},
	{"cuMemPoolCreate", target.CudaMemPoolCreate, nil},
	{"cuMemPoolDestroy", target.CudaMemPoolDestroy, []uint64{0x500}},
	{"cuMemPoolSetAttribute", target.CudaMemPoolSetAttribute, []uint64{0x500, 4, 99}},
	{"cuMemPoolGetAttribute", target.CudaMemPoolGetAttribute, []uint64{0x500, 4}},
	{"cuMemPoolTrimTo", target.CudaMemPoolTrimTo, []uint64{0x500, 0}},
	{"cuDeviceGetDefaultMemPool", target.CudaDeviceGetDefaultMemPool, []uint64{0}},
	{"cuDeviceSetMemPool", target.CudaDeviceSetMemPool, []uint64{0, 0x500}},
	{"cuMemGetAllocationGranularity", target.CuMemGetAllocationGranularity, []uint64{0}},
	{"cuMemAddressReserve", target.CuMemAddressReserve, []uint64{2 << 20, 0, 0}},
	{"cuMemCreate", target.CuMemCreate, []uint64{2 << 20}},
	{"cuLaunchKernel", target.PwTouch, []uint64{block, 4096, 512}},
	{"cuLaunchKernel", target.PwChase, []uint64{block, 4096, 512}},
}

// block stands for the address of the block in calls.
const block = 0xB10C

// TestEveryErrorAtEveryCall: what the library answers is what the row says, and
// what cudaGetLastError then says.
func TestEveryErrorAtEveryCall(t *testing.T) {
	useStandin(t)
	codes := []target.Code{target.Success, target.InvalidValue, target.MemoryAllocation, target.InvalidResourceHandle, target.IllegalAddress, target.LaunchFailure, target.NotSupported, target.Unknown}
	for _, x := range calls {
		for _, code := range codes {
			t.Run(fmt.Sprintf("%s/%s/%d", x.symbol, x.op, code), func(t *testing.T) {
				t.Setenv("STANDIN_FAIL", fmt.Sprintf("%s:%d", x.symbol, code))
				playInjected(t, x.op, x.args, code)
			})
		}
	}
}

// playInjected plays the block's allocation and then the call in a card whose
// environment already says that the call fails.
func playInjected(t *testing.T, op target.Op, args []uint64, code target.Code) {
	r, err := Open(Options{})
	if err != nil {
		var p *Problem
		if !errors.As(err, &p) || code == target.Success {
			t.Fatal(err)
		}
		return // the call is one that opening needs; TestProblems reads the text
	}
	r.Start(0, &hostMemory{})
	defer r.Stop()
	p := do(r, target.CudaMalloc, 4<<20).Out[0]
	args = slices.Clone(args)
	for i := range args {
		if args[i] == block {
			args[i] = p
		}
	}
	want(t, code, do(r, op, args...))
	if op != target.CudaMalloc && op != target.CudaDeviceReset && code != target.Success {
		if !target.Notes(op) && op != target.CuMemAlloc { // the runtime hears of the allocation alone
			code = target.Success
		}
		want(t, code, do(r, target.CudaGetLastError))
	}
}
