package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/server/calibrate"
)

// soon fails the test if what is done takes longer than anybody waits.
func soon(t *testing.T, what string, do func()) {
	t.Helper()
	begin := time.Now()
	do()
	if d := time.Since(begin); d > 8*time.Second {
		t.Errorf("%v for %q", d, what)
	}
}

// FuzzReplay: whatever a list of operations holds, it is played or refused in
// one line, and the same again with a trace that stands beside it.
func FuzzReplay(f *testing.F) {
	for _, s := range []string{
		"op,id,size\nmalloc,1,4096\nfree,1,0\n",
		"op,id,size\nmalloc,1,20GiB\n",
		"id,x,size,op\na,,9000000000,malloc\na,,0,free\n",
		"op,id,size\nmalloc,1,137438953472\nmalloc,2,137438953472\n",
		"op,id,size,us,ioctls,offset\nmalloc,1,4096,1.5,4,2097152\n",
		"\xef\xbb\xbfop,id,size\n\"malloc,1,4096\n",
	} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, ops string, follow bool) {
		if len(ops) > 2000 {
			return
		}
		args := []string{"replay", "-"}
		if follow {
			args = []string{"replay", "--follow", "-"}
		}
		soon(t, ops, func() {
			if code, _, wrong := callWith(ops, args...); code > 2 || code == 2 && strings.Count(wrong, "\n") != 1 {
				t.Errorf("%q: status %d, %q", ops, code, wrong)
			}
		})
		parseTrace([]byte(ops), "trace")
		parseTruths([]byte(ops), "truths")
	})
}

// FuzzMMU: whatever stands behind mmu, there is an answer or one line that says
// what was expected.
func FuzzMMU(f *testing.F) {
	for _, s := range []string{
		"formats", "decode hopper PDE0 0x0000000200001a05", "decode pascal pt4k 1 2", "encode hopper PTE_4K address=0x1000 state=leaf flags=read-only,atomic",
		"encode ampere PDE0 state=leaf address=0x987600000", "walk 0x7f1235e00000", "walk --format x86-64 --page 2MiB 0xffff800000000000", "walk --page 256GiB 1",
		"compare --format v1 0xffffffffffffffff", "encode kepler PDE kind=255 aperture=peer peer=7", "walk --format textbook-5level --page 1GiB 99",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Fields(line)
		if slices.ContainsFunc(args, func(s string) bool { return strings.Contains(s, "run") || strings.Contains(s, "set") }) {
			return // what they name is a file, or a profile
		}
		if code, out, wrong := callWith("", append([]string{"mmu"}, args...)...); code > 2 || code == 0 && out == "" || code == 2 && wrong == "" {
			t.Errorf("%q: status %d, %q, %q", line, code, out, wrong)
		}
	})
}

// FuzzProfileFile: a profile file is refused or gives a machine on which a
// program runs.
func FuzzProfileFile(f *testing.F) {
	for _, s := range []string{
		`{"pagewalk_profile":1,"base":"h200-r580","name":"me","set":{"Runtime.SlabBytes":2097152,"Runtime.Granule":512}}`,
		`{"pagewalk_profile":1,"base":"textbook-ampere","set":{"Memory.ContextPages":3,"Runtime.ArenaBytes":33554432}}`,
	} {
		f.Add([]byte(s))
	}
	p, _ := scenario.Compile([]byte(smallProgram), scenario.Options{})
	if p == nil {
		f.Fatal("the program does not compile")
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, card, err := calibrate.Read(data)
		if err != nil {
			return
		}
		soon(t, string(data), func() {
			m := machine.New(card, 1)
			scenario.RunOn(m, p, scenario.RunOptions{Budget: 1 << 20})
			if why := m.Check(); why != "" {
				t.Error(why)
			}
		})
	})
}

// FuzzSettings: settings are refused, or give a machine on which a program runs.
func FuzzSettings(f *testing.F) {
	var all []string
	for _, s := range profile.Settings() {
		for _, p := range []string{"h200-r580", "textbook-ampere"} {
			all = append(all, s.Key+"="+s.Get(profile.Get(p)))
		}
		for _, v := range strings.Split(s.Values, "|") {
			all = append(all, s.Key+"="+v)
		}
	}
	for _, s := range all {
		f.Add(s, uint8(0))
	}
	f.Add("memory.bytes=2MiB\npmm.batch=512", uint8(1))
	f.Add("memory.bytes=2TiB\nmemory.bytes=2048GiB", uint8(2))
	p, _ := scenario.Compile([]byte(smallProgram), scenario.Options{})
	names := profile.List()
	f.Fuzz(func(t *testing.T, lines string, which uint8) {
		card := profile.Get(names[int(which)%len(names)].Name)
		for _, line := range strings.Split(lines, "\n") {
			if profile.Set(card, line) != nil {
				return
			}
		}
		soon(t, lines, func() {
			m := machine.New(card, 1)
			scenario.RunOn(m, p, scenario.RunOptions{Budget: 1 << 20})
			if why := m.Check(); why != "" {
				t.Error(why)
			}
		})
	})
}

// smallProgram asks every layer for something.
const smallProgram = `__global__ void add(int *a) { a[threadIdx.x] += 1; }
int main() {
	int *a; char *b, *m, *h; void *x;
	cudaMalloc(&a, 4096);
	cudaMalloc(&b, 70 << 20);
	cudaMalloc(&x, (size_t)1 << 50);
	cudaMallocManaged(&m, 5 << 20);
	cudaMallocHost(&h, 100000);
	cudaMemset(a, 0, 4096);
	add<<<1, 32>>>(a);
	pw_touch(m, 5 << 20, 4096);
	cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);
	cudaFree(b);
	cudaFree(m);
	cudaFreeHost(h);
	cudaDeviceSynchronize();
	cudaFree(a);
	return 0;
}`
