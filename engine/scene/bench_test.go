package scene

import (
	"math/rand"
	"syscall"
	"testing"

	"pagewalk/engine/timeline"
)

// churn leaves about a million events: small blocks that come and go beside
// one that keeps the slab.
const churn = `char *keep, *p, *q;
cudaMalloc(&keep, 512);
for (int i = 0; i < 85000; i++) {
  cudaMalloc(&p, 512);
  cudaMalloc(&q, 1024);
  cudaFree(p);
  cudaFree(q);
}
`

func BenchmarkSeekMillion(b *testing.B) {
	run, _ := recorded(b, "h200-r580", churn)
	if run.Len() < 1_000_000 {
		b.Fatalf("only %d events", run.Len())
	}
	random := rand.New(rand.NewSource(1))
	before := cpu()
	for b.Loop() {
		run.SeekCount(uint32(random.Intn(int(run.Len()))))
	}
	b.ReportMetric(float64(cpu()-before)/float64(b.N), "cpu-ns/op")
}

// cpu is the time that this process has computed: on a busy machine the wall
// clock says little.
func cpu() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

// manyChunks leaves more than a hundred thousand chunks on the card.
const manyChunks = `char *p;
for (int i = 0; i < 100000; i++) cudaMalloc(&p, 70000);
for (int i = 0; i < 50; i++) { cudaMalloc(&p, 4096); cudaFree(p); }
`

func BenchmarkStepToFrame(b *testing.B) {
	run, builder := recorded(b, "textbook-ampere-full", manyChunks)
	var w Writer
	run.SeekCount(run.Len() - 400)
	w.Begin(0)
	builder.WriteMoment(&w)
	w.NewTexts(builder.Sender.Texts)
	forward, before := true, cpu()
	for b.Loop() {
		if run.Cursor() >= run.Len()-2 || run.Cursor() <= run.Len()-400 {
			forward = run.Cursor() <= run.Len()-400
		}
		run.Move(timeline.UnitEvent, forward)
		w.Begin(1)
		builder.WriteMoment(&w)
		w.NewTexts(builder.Sender.Texts)
		w.End()
	}
	b.ReportMetric(float64(cpu()-before)/float64(b.N), "cpu-ns/op")
}
