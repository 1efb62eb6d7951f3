package site

import "testing"

func TestSize(t *testing.T) {
	tests := []struct {
		bytes       uint64
		want, short string
	}{
		{512, "512 B", "512B"[:3]}, {4096, "4 KiB", "4K"}, {65536, "64 KiB", "64K"}, {2 << 20, "2 MiB", "2M"},
		{512 << 20, "512 MiB", "512M"}, {1 << 30, "1 GiB", "1G"}, {256 << 30, "256 GiB", "256G"}, {150_109_880_320, "139.8 GiB", "139.8G"},
	}
	for _, test := range tests {
		if got := size(test.bytes); got != test.want {
			t.Errorf("size(%d) = %q, want %q", test.bytes, got, test.want)
		}
		if got := short(test.bytes); test.bytes >= 1024 && got != test.short {
			t.Errorf("short(%d) = %q, want %q", test.bytes, got, test.short)
		}
	}
}

func TestEveryProfileFitsTheRibbon(t *testing.T) {
	all := gpus()
	if len(all) < 4 {
		t.Fatalf("%d profiles", len(all))
	}
	for _, g := range all {
		bits := g.Offset
		for _, b := range g.Levels {
			bits += b
		}
		if bits != g.Width || g.Width > 57 {
			t.Errorf("%s: %d bits of %d", g.Name, bits, g.Width)
		}
		if g.Pages == "" || g.Depth < 4 || g.Depth > 6 || len(g.Source) == 0 {
			t.Errorf("%s: %+v", g.Name, g)
		}
	}
}
