package explain

import "strconv"

// Lang is the language that sentences are made in.
type Lang uint8

// The languages.
const (
	EN Lang = iota
	ZH
	Langs // their number
)

// LangOf reads a language as a page writes it: "zh", "zh-CN", anything else is
// English.
func LangOf(s string) Lang {
	if len(s) >= 2 && s[0] == 'z' && s[1] == 'h' {
		return ZH
	}
	return EN
}

// Commas writes n with a comma between groups of three digits: "52,428,800".
func Commas(n uint64) string {
	s := strconv.FormatUint(n, 10)
	if len(s) <= 3 {
		return s
	}
	out := make([]byte, 0, len(s)+len(s)/3)
	for i := 0; i < len(s); i++ {
		if i > 0 && (len(s)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, s[i])
	}
	return string(out)
}

var byteUnits = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// Bytes writes a size in the largest unit that leaves a number of at least
// one. A whole number of units has no decimals ("2 MiB"), any other has two,
// rounded ("59.49 MiB"). Where the rounding matters, ExactBytes stands beside
// it.
func Bytes(n uint64) string {
	u := 0
	for u < len(byteUnits)-1 && n>>(10*uint(u)) >= 1024 {
		u++
	}
	shift := 10 * uint(u)
	if n&(1<<shift-1) == 0 {
		return Commas(n>>shift) + " " + byteUnits[u]
	}
	whole, hundredths := n>>shift, hundredthsOf(n, shift)
	if hundredths == 100 {
		whole, hundredths = whole+1, 0
	}
	return Commas(whole) + "." + two(hundredths) + " " + byteUnits[u]
}

// hundredthsOf is the part of n below 1<<shift in hundredths, rounded to the
// nearest.
func hundredthsOf(n uint64, shift uint) uint64 {
	rest := n & (1<<shift - 1)
	if shift > 50 { // keep rest*100 inside 64 bits
		rest, shift = rest>>(shift-50), 50
	}
	return (rest*100 + 1<<(shift-1)) >> shift
}

func two(n uint64) string {
	return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)})
}

// Precise writes a size without rounding, in the largest unit that leaves a
// whole number: "2 MiB", "32,764 KiB", "2,093,057 B".
func Precise(n uint64) string {
	u := 0
	for u < len(byteUnits)-1 && n != 0 && n&1023 == 0 {
		n, u = n>>10, u+1
	}
	return Commas(n) + " " + byteUnits[u]
}

// WholeBytes writes a size in bytes without a larger unit, the same in both
// languages: "2,093,056 B".
func WholeBytes(n uint64) string { return Commas(n) + " B" }

// ExactBytes writes a size in bytes with commas: "52,428,800 bytes",
// "52,428,800 字节".
func ExactBytes(lang Lang, n uint64) string {
	if lang == ZH {
		return Commas(n) + " 字节"
	}
	if n == 1 {
		return "1 byte"
	}
	return Commas(n) + " bytes"
}

const hexDigits = "0123456789abcdef"

// Hex writes an address in groups of four from the right:
// "0x7f12 35e0 0000".
func Hex(n uint64) string { return "0x" + HexGroups(n, 1) }

// Raw writes a 64-bit word with all its digits, in groups of four, without a
// prefix: "0000 0002 0000 100a".
func Raw(n uint64) string { return HexGroups(n, 16) }

// HexGroups writes n in hexadecimal with at least the given number of digits,
// in groups of four from the right.
func HexGroups(n uint64, digits int) string {
	var b [20]byte
	i := len(b)
	for count := 0; count < digits || n != 0; count++ {
		if count > 0 && count%4 == 0 {
			i--
			b[i] = ' '
		}
		i--
		b[i] = hexDigits[n&15]
		n >>= 4
	}
	return string(b[i:])
}

var timeUnits = [...]struct {
	ps   uint64
	name string
}{{1_000_000_000_000, "s"}, {1_000_000_000, "ms"}, {1_000_000, "µs"}, {1_000, "ns"}}

// Duration writes picoseconds in the unit that leaves a number of at least
// one, with one decimal: "55.0 µs", "1.3 ms", "400 ps".
func Duration(ps uint64) string {
	for _, u := range timeUnits {
		if ps >= u.ps {
			return tenths(ps, u.ps) + " " + u.name
		}
	}
	return strconv.FormatUint(ps, 10) + " ps"
}

// Micros writes picoseconds in microseconds with one decimal, whatever their
// size, so that a column of times can be compared: "55.0 µs", "0.2 µs".
func Micros(ps uint64) string { return tenths(ps, 1_000_000) + " µs" }

// tenths writes n/unit rounded to one decimal.
func tenths(n, unit uint64) string {
	whole, rest := n/unit, n%unit
	t := (rest*10 + unit/2) / unit
	if t == 10 {
		whole, t = whole+1, 0
	}
	return Commas(whole) + "." + strconv.FormatUint(t, 10)
}

// Fill puts arguments into a pattern: {0}, {1} … stand for args[0], args[1] ….
// It is what every table of sentences is written with, so that the order of
// words may differ between languages. A place without an argument stays as it
// is, which tests look for.
func Fill(pattern string, args ...string) string {
	var out []byte
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '{' && i+2 < len(pattern) && pattern[i+2] == '}' {
			if n := int(pattern[i+1]) - '0'; n >= 0 && n < len(args) {
				out = append(out, args[n]...)
				i += 2
				continue
			}
		}
		out = append(out, pattern[i])
	}
	return string(out)
}
