package machine

import (
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
)

// settingsProgram asks every layer for something.
const settingsProgram = `__global__ void add(int *a) { a[threadIdx.x] += 1; }
int main() {
	int *a; char *b, *m, *h; void *x;
	cudaMalloc(&a, 4096); cudaMalloc(&b, 5 << 20); cudaMalloc(&x, (size_t)1 << 50);
	cudaMallocManaged(&m, 3 << 20); cudaMallocHost(&h, 100000);
	cudaMemset(a, 0, 4096);
	add<<<1, 32>>>(a);
	pw_touch(m, 3 << 20, 65536); pw_touch(b, 5 << 20, 65536);
	cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);
	cudaFree(b); cudaFree(m); cudaFreeHost(h); cudaDeviceSynchronize(); cudaFree(a);
	return 0;
}`

// TestSettingsTogether: settings are refused, or give a machine on which a
// program runs, whichever come together and in whatever order.
func TestSettingsTogether(t *testing.T) {
	program, _ := scenario.Compile([]byte(settingsProgram), scenario.Options{})
	if program == nil {
		t.Fatal("the program does not compile")
	}
	random := rand.New(rand.NewSource(1))
	cards, settings, taken := profile.List(), profile.Settings(), 0
	for range 300 {
		p := profile.Get(cards[random.Intn(len(cards))].Name)
		said := []string{p.Name}
		for range 1 + random.Intn(8) {
			s := &settings[random.Intn(len(settings))]
			if line := s.Key + "=" + valueFor(random, s, p); profile.Set(p, line) == nil {
				said = append(said, line)
				taken++
			}
		}
		p.Limits.ThreadSteps = 1 << 16
		runOn(t, p, program, strings.Join(said, " "))
	}
	if taken < 300 {
		t.Errorf("only %d settings were taken", taken)
	}
}

func runOn(t *testing.T, p *profile.Profile, program *scenario.Program, said string) {
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("%s: %v", said, x)
		}
	}()
	m := New(p, 1)
	scenario.RunOn(m, program, scenario.RunOptions{Budget: 1 << 20})
	if why := m.Check(); why != "" {
		t.Errorf("%s: %s", said, why)
	}
}

var bounds = regexp.MustCompile(`^(\d+) to (\d+)`)

// valueFor is a value that a setting may have: one of its words, one of its
// bounds, or any number.
func valueFor(random *rand.Rand, s *profile.Setting, p *profile.Profile) string {
	if words := strings.Split(s.Values, "|"); len(words) > 1 {
		return words[random.Intn(len(words))]
	}
	if b := bounds.FindStringSubmatch(s.Values); b != nil && random.Intn(2) == 0 {
		return b[1+random.Intn(2)]
	}
	switch random.Intn(4) {
	case 0:
		return s.Get(p)
	case 1:
		return strconv.FormatUint(random.Uint64()>>(20+random.Intn(44)), 10)
	}
	return strconv.Itoa(1<<random.Intn(10)) + []string{"", "KiB", "MiB", "GiB"}[random.Intn(4)]
}
