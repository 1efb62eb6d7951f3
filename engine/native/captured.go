package native

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"pagewalk/engine/target"
)

// Captured is a call of somebody's program, as the preloaded library told it.
type Captured struct {
	Name            string // of the driver API, without a version
	Process, Thread int
	Code            target.Code
	Begin, End      uint64 // nanoseconds of the machine's clock
	Free            uint64 // after the call; 0 = not asked
	Out             [2]uint64
	Arg             [6]uint64
	Ioctls          []target.Ioctl
}

// Outside is the trips of a process that belong to no call: at the start, in
// threads of the library's own, in calls that capture does not know.
type Outside struct {
	Trips, NS uint64
	Lost      uint64 // calls that were not seen: too many threads at once
	Ends      int    // processes that came to their end, and said so
}

// ReadCaptured reads what the preloaded library wrote: the calls in the order
// in which they ended. What a killed process left unfinished in the last line is
// passed over.
func ReadCaptured(r io.Reader) (calls []Captured, outside Outside, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	in.Split(wholeLines)
	var trips []target.Ioctl
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "T "):
			var uvm, number, detail, failed, foreign uint32
			var t target.Ioctl
			if _, err := fmt.Sscan(line[2:], &uvm, &number, &detail, &t.Length, &t.VA, &t.Offset, &t.PS, &failed, &foreign); err != nil {
				return nil, outside, fmt.Errorf("line %d: %w", n, err)
			}
			t.Name, t.Failed, t.Foreign, t.PS = ioctlName(uint8(uvm), number, detail), failed != 0, foreign != 0, t.PS*1000
			trips = append(trips, t)
		case strings.HasPrefix(line, "C "):
			c := Captured{Ioctls: trips}
			trips = nil
			a := &c.Arg
			if _, err := fmt.Sscan(line[2:], &c.Name, &c.Process, &c.Thread, &c.Code, &c.Begin, &c.End, &c.Free, &c.Out[0], &c.Out[1], &a[0], &a[1], &a[2], &a[3], &a[4], &a[5]); err != nil {
				return nil, outside, fmt.Errorf("line %d: %w", n, err)
			}
			calls = append(calls, c)
		case strings.HasPrefix(line, "O "):
			var process int
			var o Outside
			if n, err := fmt.Sscan(line[2:], &process, &o.Trips, &o.NS, &o.Lost); n < 3 { // older records do not count the lost
				return nil, outside, fmt.Errorf("line %d: %w", n, err)
			}
			outside.Trips, outside.NS, outside.Lost, outside.Ends = outside.Trips+o.Trips, outside.NS+o.NS, outside.Lost+o.Lost, outside.Ends+1
		default:
			return nil, outside, fmt.Errorf("line %d: found %.20q, expected T, C or O", n, line)
		}
	}
	return calls, outside, in.Err()
}

// wholeLines gives lines, and nothing of a last one that does not end.
func wholeLines(data []byte, atEnd bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEnd {
		return len(data), nil, nil
	}
	return 0, nil, nil
}

// Target is the call as a target is asked it; ok is false for calls that no
// target has: of contexts, modules and kernels.
func (c *Captured) Target() (call target.Call, ok bool) {
	form, ok := capturedCalls[c.Name]
	if !ok {
		return call, false
	}
	call.Op = form.op
	for i, from := range form.args {
		if from == given {
			call.Arg[i] = c.Out[0]
		} else {
			call.Arg[i] = c.Arg[from]
		}
	}
	return call, true
}

// given stands for what the library read through a pointer.
const given = -1

type capturedForm struct {
	op   target.Op
	args []int // where each argument of the target's call comes from
}

var capturedCalls = map[string]capturedForm{
	"cuMemAlloc": {target.CuMemAlloc, []int{1}}, "cuMemFree": {target.CuMemFree, []int{0}}, "cuMemAllocPitch": {target.CudaMallocPitch, []int{2, 3}},
	"cuMemHostAlloc": {target.CudaMallocHost, []int{1, 2}}, "cuMemAllocHost": {target.CudaMallocHost, []int{1}}, "cuMemFreeHost": {target.CudaFreeHost, []int{0}},
	"cuMemGetInfo": {target.CuMemGetInfo, nil}, "cuCtxSynchronize": {target.CudaDeviceSynchronize, nil}, "cuDevicePrimaryCtxReset": {target.CudaDeviceReset, nil},
	"cuMemAllocAsync": {target.CudaMallocAsync, []int{1, 2}}, "cuMemFreeAsync": {target.CudaFreeAsync, []int{0, 1}},
	"cuMemAllocFromPoolAsync": {target.CudaMallocFromPoolAsync, []int{1, 2, 3}},
	"cuMemPoolCreate":         {target.CudaMemPoolCreate, nil}, "cuMemPoolDestroy": {target.CudaMemPoolDestroy, []int{0}},
	"cuMemPoolSetAttribute": {target.CudaMemPoolSetAttribute, []int{0, 1, given}}, "cuMemPoolTrimTo": {target.CudaMemPoolTrimTo, []int{0, 1}},
	"cuDeviceGetDefaultMemPool": {target.CudaDeviceGetDefaultMemPool, []int{1}}, "cuDeviceSetMemPool": {target.CudaDeviceSetMemPool, []int{0, 1}},
	"cuStreamCreate": {target.CudaStreamCreate, []int{1}}, "cuStreamCreateWithPriority": {target.CudaStreamCreate, []int{1}},
	"cuStreamDestroy": {target.CudaStreamDestroy, []int{0}}, "cuStreamSynchronize": {target.CudaStreamSynchronize, []int{0}},
	"cuEventCreate": {target.CudaEventCreate, []int{1}}, "cuEventDestroy": {target.CudaEventDestroy, []int{0}},
	"cuMemAddressReserve": {target.CuMemAddressReserve, []int{1, 2, 3}}, "cuMemAddressFree": {target.CuMemAddressFree, []int{0, 1}},
	"cuMemCreate": {target.CuMemCreate, []int{1}}, "cuMemRelease": {target.CuMemRelease, []int{0}},
	"cuMemMap": {target.CuMemMap, []int{0, 1, 2, 3}}, "cuMemUnmap": {target.CuMemUnmap, []int{0, 1}}, "cuMemSetAccess": {target.CuMemSetAccess, []int{0, 1, given}},
}
