package calibrate

import (
	"encoding/json"
	"math/rand"
	"testing"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// TestFieldsTogether: whatever a profile file sets within the bounds of its
// fields is refused, or gives a machine on which a program runs.
func TestFieldsTogether(t *testing.T) {
	program, _ := scenario.Compile([]byte(`int main() {
	char *a, *b, *m; void *x;
	cudaMalloc(&a, 4096); cudaMalloc(&b, 5 << 20); cudaMalloc(&x, (size_t)1 << 50);
	cudaMallocManaged(&m, 3 << 20);
	pw_touch(m, 3 << 20, 65536); pw_touch(b, 5 << 20, 65536);
	cudaFree(b); cudaFree(m); cudaFree(a);
	return 0;
}`), scenario.Options{})
	if program == nil {
		t.Fatal("the program does not compile")
	}
	random := rand.New(rand.NewSource(1))
	bases, built := profile.List(), 0
	for round := range 400 {
		f := File{Version: Version, Name: "me", Base: bases[random.Intn(len(bases))].Name, Set: map[string]uint64{}}
		for range 1 + random.Intn(6) {
			x := &fields[random.Intn(len(fields))]
			f.Set[x.name] = value(random, x)
		}
		data, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		_, p, err := Read(data)
		if err != nil {
			continue
		}
		built++
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("round %d: %s: %v", round, data, r)
				}
			}()
			m := machine.New(p, 1)
			scenario.RunOn(m, program, scenario.RunOptions{})
			if why := m.Check(); why != "" {
				t.Errorf("round %d: %s: %s", round, data, why)
			}
		}()
	}
	if built < 100 {
		t.Errorf("only %d of the files were sound", built)
	}
}

// value is one of the bounds of a field, a power of two between them, or
// anything between them.
func value(random *rand.Rand, x *field) uint64 {
	switch random.Intn(4) {
	case 0:
		return x.lo
	case 1:
		return x.hi
	case 2:
		return max(x.lo, min(x.hi, 1<<random.Intn(42)))
	}
	return x.lo + uint64(random.Int63n(int64(x.hi-x.lo)+1))
}
