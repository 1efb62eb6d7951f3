package profile

import "testing"

// Every profile's card has a compute capability, and every format of NVIDIA's
// does; x86-64 has none.
func TestCapability(t *testing.T) {
	for _, f := range Formats {
		if major, _ := f.Capability(); (major == 0) != (f == FormatX86) {
			t.Errorf("%s: capability %d", f.Name, major)
		}
	}
	if major, minor := Get("h200-r580").MMU.Format.Capability(); major != 9 || minor != 0 {
		t.Errorf("H200: %d.%d, want 9.0", major, minor)
	}
}
