package contract

import (
	"bytes"

	"pagewalk/engine/target"
)

// program is one row of the suite.
type program struct {
	name  string
	needs []target.Op
	run   func(*session)
}

var (
	classic = []target.Op{target.CudaMalloc, target.CudaFree, target.CudaMemGetInfo}
	copying = append([]target.Op{target.CudaMemcpy, target.CudaMemset}, classic...)
)

// Kinds of cudaMemcpy.
const (
	toDevice  = 1
	toHost    = 2
	onDevice  = 3
	guess     = 4
	noSuchWay = 9
)

var programs = []program{
	{"zero bytes are a success and a null pointer", classic, func(s *session) {
		if p := s.malloc(0); p != 0 {
			s.Errorf("cudaMalloc of 0 gave %#x", p)
		}
		s.want(target.Success, target.CudaFree, 0)
	}},
	{"live allocations do not overlap and are aligned", classic, func(s *session) {
		type block struct{ at, n uint64 }
		var all []block
		for _, n := range []uint64{1, 255, 256, 257, 4096, 1 << 20, 2<<20 - 1, 2 << 20, 2<<20 + 1, 5 << 20} {
			p := s.malloc(n)
			if p == 0 || p%256 != 0 {
				s.Errorf("%d bytes at %#x", n, p)
			}
			for _, b := range all {
				if p < b.at+b.n && b.at < p+n {
					s.Errorf("%d bytes at %#x overlap %d at %#x", n, p, b.n, b.at)
				}
			}
			all = append(all, block{p, n})
		}
		for _, b := range all {
			s.want(target.Success, target.CudaFree, b.at)
		}
	}},
	{"a large block costs at least its size", classic, func(s *session) {
		before := s.free()
		p := s.malloc(16 << 20)
		if now := s.free(); before-now < 16<<20 {
			s.Errorf("16 MiB taken, free memory fell by %d", before-now)
		}
		s.want(target.Success, target.CudaFree, p)
	}},
	{"wrong frees are refused, change nothing and pass", classic, func(s *session) {
		p, q := s.malloc(3<<20), s.malloc(3<<20)
		before := s.free()
		s.want(target.InvalidValue, target.CudaFree, p+512)
		s.want(target.InvalidValue, target.CudaFree, 0x1234)
		s.want(target.InvalidValue, target.CudaFree, HostBase)
		if s.free() != before {
			s.Error("a refused free changed the free memory")
		}
		s.want(target.Success, target.CudaFree, p)
		s.want(target.InvalidValue, target.CudaFree, p)
		s.want(target.Success, target.CudaFree, q)
		s.malloc(1)
	}},
	{"more than there is is out of memory, which passes and costs nothing", append([]target.Op{target.CudaGetLastError}, classic...), func(s *session) {
		info := s.want(target.Success, target.CudaMemGetInfo)
		for _, n := range []uint64{info.Out[1] + 1, 1 << 50, 1<<64 - 1} {
			s.want(target.MemoryAllocation, target.CudaMalloc, n)
			s.want(target.MemoryAllocation, target.CudaGetLastError)
		}
		if s.free() != info.Out[0] {
			s.Error("a failed request changed the free memory")
		}
		s.malloc(1)
	}},
	{"the last error is remembered, peeked at and taken", append([]target.Op{target.CudaGetLastError, target.CudaPeekAtLastError}, classic...), func(s *session) {
		s.want(target.Success, target.CudaGetLastError)
		s.want(target.InvalidValue, target.CudaFree, 0x1234)
		s.want(target.InvalidValue, target.CudaPeekAtLastError)
		s.malloc(1)
		s.want(target.InvalidValue, target.CudaGetLastError)
		s.want(target.Success, target.CudaGetLastError)
	}},
	{"what is copied to the card comes back", copying, func(s *session) {
		const n = 10_000
		p := s.malloc(n)
		for i := range n {
			s.memory.bytes[i] = byte(i * 7)
		}
		sent := bytes.Clone(s.memory.bytes[:n])
		s.want(target.Success, target.CudaMemcpy, p, HostBase, n, toDevice)
		clear(s.memory.bytes)
		s.want(target.Success, target.CudaMemcpy, HostBase, p, n, toHost)
		if !bytes.Equal(s.memory.bytes[:n], sent) {
			s.Error("the bytes differ")
		}
		q := s.malloc(n)
		s.want(target.Success, target.CudaMemcpy, q, p, n, onDevice)
		clear(s.memory.bytes)
		s.want(target.Success, target.CudaMemcpy, HostBase, q, n, guess)
		if !bytes.Equal(s.memory.bytes[:n], sent) {
			s.Error("the bytes differ after a copy on the card")
		}
	}},
	{"a fill fills exactly its bytes", copying, func(s *session) {
		p := s.malloc(8192)
		s.want(target.Success, target.CudaMemset, p, 0x11, 8192)
		s.want(target.Success, target.CudaMemset, p+100, 0x22, 5000)
		s.want(target.Success, target.CudaMemcpy, HostBase, p, 8192, toHost)
		for i, b := range s.memory.bytes[:8192] {
			want := byte(0x11)
			if i >= 100 && i < 5100 {
				want = 0x22
			}
			if b != want {
				s.Fatalf("byte %d is %#x", i, b)
			}
		}
	}},
	{"wrong copies are refused", copying, func(s *session) {
		p := s.malloc(4 << 20)
		s.want(target.InvalidValue, target.CudaMemcpy, HostBase, 0x7000, 16, toHost)
		s.want(target.InvalidValue, target.CudaMemset, 0x7000, 1, 16)
		s.want(target.InvalidValue, target.CudaMemset, p, 1, 1<<40)
		s.want(target.InvalidMemcpyDirection, target.CudaMemcpy, p, HostBase, 16, noSuchWay)
		s.want(target.Success, target.CudaMemcpy, p, HostBase, 0, toDevice)
	}},
	{"a store beyond every mapping ends the context's calls", append([]target.Op{target.PwTouch, target.CudaGetLastError}, classic...), func(s *session) {
		p := s.malloc(4 << 20)
		if r := s.call(target.PwTouch, p+64<<30, 4, 4); r.Code != target.IllegalAddress {
			s.Fatalf("answered %s", r.Code.Name())
		}
		s.want(target.IllegalAddress, target.CudaMalloc, 16)
		s.want(target.IllegalAddress, target.CudaFree, p)
		s.want(target.IllegalAddress, target.CudaGetLastError)
		s.want(target.Success, target.CudaGetLastError)
		s.want(target.IllegalAddress, target.CudaMalloc, 16)
		s.want(target.IllegalAddress, target.CudaGetLastError)
	}},
	{"stores arrive", append([]target.Op{target.PwTouch}, copying...), func(s *session) {
		p := s.malloc(1 << 16)
		s.want(target.Success, target.CudaMemset, p, 0, 1<<16)
		s.want(target.Success, target.PwTouch, p, 1<<16, 4096)
		s.want(target.Success, target.CudaMemcpy, HostBase, p, 4097, toHost)
		if s.memory.bytes[0] == 0 || s.memory.bytes[1] != 0 || s.memory.bytes[4096] == 0 {
			s.Error("not exactly the touched bytes changed")
		}
	}},
	{"a reset gives everything back", append([]target.Op{target.CudaDeviceReset}, classic...), func(s *session) {
		before := s.free()
		for range 20 {
			s.malloc(1 << 20)
			s.malloc(4096)
		}
		s.want(target.Success, target.CudaDeviceReset)
		if now := s.free(); now != before {
			s.Errorf("free memory %d before, %d after", before, now)
		}
		s.malloc(4096)
	}},
	{"there is one device", []target.Op{target.CudaGetDeviceCount, target.CudaSetDevice, target.CudaGetDevice}, func(s *session) {
		if n := s.want(target.Success, target.CudaGetDeviceCount).Out[0]; n < 1 {
			s.Errorf("%d devices", n)
		}
		s.want(target.Success, target.CudaSetDevice, 0)
		s.want(target.InvalidDevice, target.CudaSetDevice, 777)
		if d := s.want(target.Success, target.CudaGetDevice).Out[0]; d != 0 {
			s.Errorf("device %d", d)
		}
	}},
	{"a pitch is at least the width and makes rows aligned", append([]target.Op{target.CudaMallocPitch}, classic...), func(s *session) {
		for _, width := range []uint64{1, 100, 512, 513, 4097} {
			r := s.want(target.Success, target.CudaMallocPitch, width, 10)
			if r.Out[1] < width || r.Out[1]%256 != 0 {
				s.Errorf("width %d has pitch %d", width, r.Out[1])
			}
			s.want(target.Success, target.CudaFree, r.Out[0])
		}
	}},
	{"pinned host memory is the host's", []target.Op{target.CudaMallocHost, target.CudaFreeHost, target.CudaMemGetInfo}, func(s *session) {
		before := s.free()
		p := s.want(target.Success, target.CudaMallocHost, 4096).Out[0]
		if s.free() != before {
			s.Error("it costs memory of the card")
		}
		s.want(target.Success, target.CudaFreeHost, p)
		s.want(target.InvalidValue, target.CudaFreeHost, p)
	}},
	{"pointers say what they are", append([]target.Op{target.CudaPointerGetAttributes}, classic...), func(s *session) {
		p := s.malloc(3 << 20)
		for _, c := range []struct{ at, kind uint64 }{{p, 2}, {p + 100, 2}, {0x1234, 0}} {
			if r := s.want(target.Success, target.CudaPointerGetAttributes, c.at); r.Out[0] != c.kind {
				s.Errorf("%#x is of type %d", c.at, r.Out[0])
			}
		}
		s.want(target.Success, target.CudaFree, p)
		if r := s.want(target.Success, target.CudaPointerGetAttributes, p); r.Out[0] != 0 {
			s.Errorf("freed memory is of type %d", r.Out[0])
		}
	}},
}
