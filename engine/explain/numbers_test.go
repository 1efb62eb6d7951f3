package explain_test

import (
	"testing"

	"pagewalk/engine/cuda"
	"pagewalk/engine/dram"
)

// TestNumbers holds the numbers that sentences know of other layers against
// those layers.
func TestNumbers(t *testing.T) {
	for i, k := range []cuda.ExtentKind{cuda.Hole, cuda.Block, cuda.SlabOf, cuda.Host, cuda.Context, cuda.Cached, cuda.Reserved, cuda.PoolBlock, cuda.PoolWait, cuda.Managed, cuda.Module, cuda.HostSlab} {
		if int(k) != i+1 {
			t.Errorf("extent kind %v is %d, want %d", k, k, i+1)
		}
	}
	for i, u := range []cuda.ArenaUse{cuda.Common, cuda.OfContext, cuda.OfReserved, cuda.OfPool} {
		if int(u) != i {
			t.Errorf("use %d of an arena is %d", i, u)
		}
	}
	for i, k := range []dram.Kind{dram.Untouched, dram.Filled, dram.Stored, dram.Split} {
		if int(k) != i {
			t.Errorf("contents %d are %d", i, k)
		}
	}
}
