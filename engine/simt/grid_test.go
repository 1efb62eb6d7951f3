package simt_test

import (
	"fmt"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/scenario"
)

// turns plays a program and gives the blocks of its requests in order; its
// blocks are of one warp.
func turns(t *testing.T, source, gpu string) (order []uint32, log *event.Log) {
	log = new(event.Log)
	play(t, source, gpu, log, false)
	for i := range log.Len() {
		if e := log.At(i); e.Kind == event.WarpAccess {
			order = append(order, event.WarpAccessOf(e).Warp)
		}
	}
	return order, log
}

// TestBlocksTogether: resident blocks take turns at what they ask of memory; as
// many are resident as a processor has room for.
func TestBlocksTogether(t *testing.T) {
	for _, c := range []struct {
		gpu    string
		shared int // bytes of a block
		order  string
	}{
		{"textbook-ampere", 0, "[0 1 2 3 4 0 1 2 3 4 0 1 2 3 4]"},
		{"textbook-ampere", 32 << 10, "[0 1 0 1 0 1 2 3 2 3 2 3 4 4 4]"}, // 64 KiB on a processor
		{"textbook-ampere", 48 << 10, "[0 0 0 1 1 1 2 2 2 3 3 3 4 4 4]"},
		{"h200-r580", 48 << 10, "[0 1 2 3 4 0 1 2 3 4 0 1 2 3 4]"}, // one on each of five processors
	} {
		order, _ := turns(t, fmt.Sprintf(`
__global__ void k(int *p) { extern __shared__ int s[]; for (int i = 0; i < 3; i++) p[32 * i + threadIdx.x] = i; }
int *p; cudaMalloc(&p, 4096); k<<<5, 32, %d>>>(p); cudaDeviceSynchronize();`, c.shared), c.gpu)
		if got := fmt.Sprint(order); got != c.order {
			t.Errorf("%s, %d bytes: blocks go to memory in the order %s, want %s", c.gpu, c.shared, got, c.order)
		}
	}
}

// TestBlocksShare: what one processor brought into a level that another shares
// is found there by a block that runs at the same time.
func TestBlocksShare(t *testing.T) {
	const source = `
__global__ void k(char *p) { for (int i = 0; i < 8; i++) p[(size_t)i << 28] = 1; }
char *p; cudaMalloc(&p, (size_t)1 << 31); k<<<%d, 1>>>(p); cudaDeviceSynchronize();`
	walks := func(blocks int) (walks, second uint64) {
		m, _ := play(t, fmt.Sprintf(source, blocks), "h200-r580", nil, false)
		c := m.KernelCounters()
		return c.Walks, c.Hits[1]
	}
	if n, second := walks(1); n != 8 || second != 0 {
		t.Errorf("one block: %d walks and %d hits in level 2", n, second)
	}
	if n, second := walks(2); n != 8 || second != 8 {
		t.Errorf("two blocks on two processors of one TPC: %d walks and %d hits in level 2, want 8 and 8", n, second)
	}
}

// TestBatchOfBlocks: the missing pages of blocks that are resident together are
// faults of one batch, from as many processors.
func TestBatchOfBlocks(t *testing.T) {
	_, log := turns(t, `
__global__ void k(int *p) { p[(blockIdx.x << 19) + threadIdx.x] = 1; }
int *p; cudaMallocManaged(&p, 12 << 21); k<<<12, 32>>>(p); cudaDeviceSynchronize();`, "h200-r580")
	var batches []event.FaultBatchInfo
	sms := map[uint16]bool{}
	for i := range log.Len() {
		switch e := log.At(i); e.Kind {
		case event.FaultBatch:
			batches = append(batches, event.FaultBatchOf(e))
		case event.FaultPacket:
			sms[event.FaultPacketOf(e).SM] = true
		}
	}
	if len(batches) != 1 || batches[0].Packets != 12 || batches[0].Blocks != 12 || len(sms) != 12 {
		t.Errorf("batches %+v from %d processors", batches, len(sms))
	}
}

// TestBlocksWait: a block may wait for one that is resident with it. For one
// that begins only when it has ended it waits in vain, as on a card.
func TestBlocksWait(t *testing.T) {
	const source = `
__global__ void k(volatile int *flag) { if (blockIdx.x == gridDim.x - 1) *flag = 1; while (*flag == 0) ; }
int *p; cudaMalloc(&p, 64); cudaMemset(p, 0, 64); k<<<%d, 32>>>(p); cudaDeviceSynchronize(); printf("through");`
	if _, o, printed := run(t, fmt.Sprintf(source, 16), "textbook-ampere"); printed != "through" {
		t.Errorf("16 blocks, all resident: %q, %s", printed, o.Status.Diagnostic.Text("en"))
	}
	if _, o, _ := run(t, fmt.Sprintf(source, 17), "textbook-ampere"); o.Status.Why != scenario.Limit || !strings.Contains(o.Status.Diagnostic.Text("en"), "limit-thread-steps") {
		t.Errorf("17 blocks, 16 of them resident: ended with %v", o.Status.Why)
	}
}

// TestManyBlocks: more warps than are kept at once run all the same, on all
// processors, and blocks that take longer than others do not hold these up.
func TestManyBlocks(t *testing.T) {
	m, printed := play(t, `
__global__ void k(int *sum) { int n = 0; for (int i = 0; i < blockIdx.x % 7 * 2; i++) n += i; if (threadIdx.x % 32 == 0) atomicAdd(sum, 1 + (n < 0)); }
int *p, h; cudaMalloc(&p, 64); cudaMemset(p, 0, 64); k<<<300, 1024>>>(p); cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); printf("%d", h);`, "h200-r580", nil, true)
	if printed != "9600" || m.KernelCounters().Requests != 9600 {
		t.Errorf("prints %s after %d requests", printed, m.KernelCounters().Requests)
	}
}
