package machine

import (
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/target/contract"
)

// TestContract: every profile is a target like any other. None skips a
// program.
func TestContract(t *testing.T) {
	for _, p := range profile.List() {
		t.Run(p.Name, func(t *testing.T) {
			p.Driver.Free = profile.FreeImmediate // a lazy driver keeps what the suite expects back
			if skipped := contract.Run(t, func() target.Target { return New(p, 0) }); skipped != 0 {
				t.Errorf("%d programs skipped", skipped)
			}
		})
	}
}
