package explain

import "testing"

func TestBytes(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		want string
	}{
		{0, "0 B"}, {1, "1 B"}, {512, "512 B"}, {1023, "1,023 B"}, {1024, "1 KiB"}, {1536, "1.50 KiB"},
		{2 << 20, "2 MiB"}, {62380851, "59.49 MiB"}, {150109880320, "139.80 GiB"}, {1<<20 - 1, "1,024.00 KiB"},
		{1 << 63, "8 EiB"}, {1<<64 - 1, "16.00 EiB"}, {3<<60 + 1<<59, "3.50 EiB"},
	} {
		if got := Bytes(c.n); got != c.want {
			t.Errorf("Bytes(%d) = %q, want %q", c.n, got, c.want)
		}
	}
}

func TestPrecise(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1: "1 B", 2 << 20: "2 MiB", 32<<20 - 4096: "32,764 KiB", 2093057: "2,093,057 B", 1 << 63: "8 EiB"} {
		if got := Precise(n); got != want {
			t.Errorf("Precise(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestHex(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		want string
	}{{0, "0x0"}, {0x7f1235e00000, "0x7f12 35e0 0000"}, {0x21000000, "0x2100 0000"}, {1<<64 - 1, "0xffff ffff ffff ffff"}} {
		if got := Hex(c.n); got != c.want {
			t.Errorf("Hex(%#x) = %q, want %q", c.n, got, c.want)
		}
	}
	if got := Raw(0x20000100a); got != "0000 0002 0000 100a" {
		t.Errorf("Raw = %q", got)
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		ps         uint64
		micros, du string
	}{
		{55_000_000, "55.0 µs", "55.0 µs"}, {1_300_000, "1.3 µs", "1.3 µs"}, {999_960_000, "1,000.0 µs", "1,000.0 µs"},
		{1_300_000_000, "1,300.0 µs", "1.3 ms"}, {400, "0.0 µs", "400 ps"}, {2_500, "0.0 µs", "2.5 ns"},
	} {
		if got := Micros(c.ps); got != c.micros {
			t.Errorf("Micros(%d) = %q, want %q", c.ps, got, c.micros)
		}
		if got := Duration(c.ps); got != c.du {
			t.Errorf("Duration(%d) = %q, want %q", c.ps, got, c.du)
		}
	}
}

func TestFill(t *testing.T) {
	if got := Fill("{1} of {0}{2} {x} {", "a", "b"); got != "b of a{2} {x} {" {
		t.Errorf("Fill = %q", got)
	}
}
