package dram

import (
	"bytes"
	"math/rand"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
)

type rig struct {
	*DRAM
	log  event.Log
	rec  event.Recorder
	set  state.Set
	hash *state.Hasher
}

func newRig(memory, limit uint64, record bool) *rig {
	r := &rig{rec: event.Recorder{Cause: event.None}}
	if record {
		r.rec.Log = &r.log
	}
	r.DRAM = New(&profile.Profile{Memory: profile.Memory{Bytes: memory}, Limits: profile.Limits{ContentBytes: limit}}, &r.rec)
	r.Columns(&r.set)
	r.hash = state.NewHasher(&r.set)
	return r
}

// act does one random act on a rig and on the plain model beside it.
func act(rng *rand.Rand, r *rig, model []byte) target.Why {
	at := uint64(rng.Intn(len(model)))
	n := min(uint64(rng.Intn(9000)+1), uint64(len(model))-at)
	switch rng.Intn(6) {
	case 0, 1:
		b := make([]byte, n)
		rng.Read(b)
		copy(model[at:], b)
		return r.Write(at, b)
	case 2:
		b := make([]byte, min(n, 24))
		rng.Read(b)
		copy(model[at:], b)
		return r.Write(at, b)
	case 3:
		n = min(uint64(rng.Intn(5<<20)+1), uint64(len(model))-at)
		fallthrough
	case 4:
		v := rng.Uint64()
		for i := range n {
			model[at+i] = byte(v >> ((at + i) & 7 * 8))
		}
		return r.Fill(at, n, v)
	default:
		at, n = at&^4095, (n+4095)&^4095
		n = min(n, uint64(len(model))-at)
		clear(model[at : at+n])
		r.Forget(at, n)
	}
	return target.Why{}
}

func TestAgainstPlainMemoryAndBack(t *testing.T) {
	const memory = 8 << 20
	r, quiet := newRig(memory, 0, true), newRig(memory, 0, false)
	model := make([]byte, memory)
	rng, same := rand.New(rand.NewSource(7)), rand.New(rand.NewSource(7))
	scratch := make([]byte, memory)
	for step := range 120 {
		if why := act(rng, r, model); why.ID != 0 {
			t.Fatalf("step %d: %s", step, why.ID.Name())
		}
		act(same, quiet, scratch)
		if bad := r.Check(); bad != "" {
			t.Fatalf("step %d: %s", step, bad)
		}
		if a, b := r.hash.Sum(), quiet.hash.Sum(); a != b || a != r.set.Hash() {
			t.Fatalf("step %d: recorded %x, unrecorded %x, full %x", step, a, b, r.set.Hash())
		}
	}
	got := make([]byte, memory)
	r.Read(0, got)
	if !bytes.Equal(got, model) {
		t.Fatal("memory differs from the plain model")
	}
	undo(t, r)
}

// undo walks back and forth over the whole log, comparing hashes at every
// prefix.
func undo(t *testing.T, r *rig) {
	t.Helper()
	log := r.rec.Log
	r.rec.Log = nil
	hashes := make([]uint64, log.Len()+1)
	hashes[log.Len()] = r.hash.Sum()
	for i := log.Len(); i > 0; i-- {
		r.Revert(log.At(i - 1))
		hashes[i-1] = r.hash.Sum()
	}
	if hashes[0] != 0 {
		t.Fatalf("after undoing everything the hash is %x", hashes[0])
	}
	for i := range log.Len() {
		r.Apply(log.At(i))
		if h := r.hash.Sum(); h != hashes[i+1] {
			t.Fatalf("event %d (%s): forward %x, back %x", i, log.At(i).Kind, h, hashes[i+1])
		}
	}
	r.rec.Log = log
}

func TestFillOfAGiBIsOneEvent(t *testing.T) {
	r := newRig(4<<30, 0, true)
	r.Fill(1<<30, 1<<30, 0xCDCDCDCDCDCDCDCD)
	if r.log.Len() != 1 || r.StoredBytes() != 0 {
		t.Fatalf("%d events, %d bytes stored", r.log.Len(), r.StoredBytes())
	}
	if w := r.Word(1<<31 - 8); w != 0xCDCDCDCDCDCDCDCD {
		t.Fatalf("last word %x", w)
	}
}

func TestLimitLeavesContentsAlone(t *testing.T) {
	r := newRig(4<<20, 2*4096, true)
	if why := r.Write(100, make([]byte, 5000)); why.ID != 0 {
		t.Fatal(why.ID.Name())
	}
	before := r.set.Hash()
	if why := r.Write(1<<20, []byte{1}); why.ID != target.LimitContents || why.N[0] != 8192 {
		t.Fatalf("third page: %v", why)
	}
	if r.set.Hash() != before {
		t.Fatal("a refused write changed something")
	}
	if why := r.Write(101, []byte{9}); why.ID != 0 {
		t.Fatal("a stored page cannot be written at the limit")
	}
}
