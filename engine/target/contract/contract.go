package contract

import (
	"testing"

	"pagewalk/engine/target"
)

// HostBase is where the suite's host memory begins.
const HostBase = 0x2000_0000

// hostBytes is how much there is of it.
const hostBytes = 1 << 16

// memory is the program's memory: one stretch of host bytes, and what the
// driver adds.
type memory struct {
	bytes   []byte
	adopted map[uint64][]byte
}

func (m *memory) Bytes(addr, n uint64) ([]byte, bool) {
	if addr >= HostBase && addr-HostBase <= hostBytes && n <= hostBytes-(addr-HostBase) {
		return m.bytes[addr-HostBase:][:n], true
	}
	for base, b := range m.adopted {
		if addr >= base && addr-base <= uint64(len(b)) && n <= uint64(len(b))-(addr-base) {
			return b[addr-base:][:n], true
		}
	}
	return nil, false
}

func (m *memory) Adopt(addr uint64, b []byte) bool {
	m.adopted[addr] = b
	return true
}

func (m *memory) Abandon(addr uint64) { delete(m.adopted, addr) }

// session is one fresh target with the helpers that programs are written in.
type session struct {
	*testing.T
	target target.Target
	memory *memory
}

// call makes a call, waits for its end and gives the row.
func (s *session) call(op target.Op, args ...uint64) target.Result {
	s.Helper()
	c := target.Call{Op: op}
	copy(c.Arg[:], args)
	var r target.Result
	for p := s.target.Do(&c, &r); ; p = s.target.Resume(1<<20, &r) {
		switch p {
		case target.Done:
			s.sound(op, &r)
			return r
		case target.Unable:
			s.Fatalf("%s: unable, although Info says that it can", op)
		}
	}
}

// sound checks what is true of every row.
func (s *session) sound(op target.Op, r *target.Result) {
	s.Helper()
	if r.End < r.Begin {
		s.Errorf("%s ends before it begins", op)
	}
	for _, i := range r.Ioctls {
		if i.Name.Short() == "" {
			s.Errorf("%s: an ioctl without a name", op)
		}
	}
}

// want makes a call and compares CUDA's answer.
func (s *session) want(code target.Code, op target.Op, args ...uint64) target.Result {
	s.Helper()
	r := s.call(op, args...)
	if r.Code != code {
		s.Fatalf("%s%x answered %s, expected %s", op, args, r.Code.Name(), code.Name())
	}
	return r
}

// malloc allocates, and fails the test if that fails.
func (s *session) malloc(bytes uint64) uint64 {
	s.Helper()
	return s.want(target.Success, target.CudaMalloc, bytes).Out[0]
}

func (s *session) free() uint64 {
	s.Helper()
	return s.want(target.Success, target.CudaMemGetInfo).Out[0]
}

// Run plays the whole suite, each program on a fresh target, and gives the
// number of programs that were skipped because the target cannot do a call.
func Run(t *testing.T, fresh func() target.Target) (skipped int) {
	for i := range programs {
		p := &programs[i]
		t.Run(p.name, func(t *testing.T) {
			tg := fresh()
			for _, op := range p.needs {
				if ok, why := tg.Info().Can(op); !ok {
					skipped++
					t.Skipf("%s: %s", op, why)
				}
			}
			m := &memory{bytes: make([]byte, hostBytes), adopted: map[uint64][]byte{}}
			if why := tg.Start(1, m); why.ID != target.NoReason {
				t.Fatalf("start: %s", why.ID.Name())
			}
			p.run(&session{t, tg, m})
			if why := tg.Stop(); why.ID != target.NoReason {
				t.Fatalf("stop: %s", why.ID.Name())
			}
		})
	}
	return skipped
}
