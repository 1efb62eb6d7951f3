package oom

import (
	"math/bits"
	"strings"

	"pagewalk/engine/explain"
)

// Amount is a size as a text gives it. Messages round: "39.49 MiB" stands for
// any size between 39.485 and 39.495 MiB. So an amount is an interval, and
// arithmetic on amounts keeps the interval. Where the ends meet the size is
// exact.
type Amount struct {
	Bytes  uint64 // the middle, which is shown
	Lo, Hi uint64 // the true size lies between these, ends included
	Known  bool
}

// Exact says whether the size is known to the byte.
func (a Amount) Exact() bool { return a.Known && a.Lo == a.Hi }

func exactly(n uint64) Amount { return Amount{Bytes: n, Lo: n, Hi: n, Known: true} }

// huge is where a number stops being a size of memory: 2^60 bytes. Drivers
// under Windows answer "not available" with all bits set, which messages print
// as 17179869184.00 GiB.
const huge = 1 << 60

// absurd says that a known number cannot be a size of memory.
func (a Amount) absurd() bool { return a.Known && a.Bytes >= huge }

// plus and minus are interval arithmetic; minus stops at zero. Anything with
// an unknown amount is unknown.
func (a Amount) plus(b Amount) Amount {
	if !a.Known || !b.Known {
		return Amount{}
	}
	return Amount{a.Bytes + b.Bytes, a.Lo + b.Lo, a.Hi + b.Hi, true}
}

func (a Amount) minus(b Amount) Amount {
	if !a.Known || !b.Known {
		return Amount{}
	}
	return Amount{floor0(a.Bytes, b.Bytes), floor0(a.Lo, b.Hi), floor0(a.Hi, b.Lo), true}
}

func floor0(a, b uint64) uint64 {
	if a < b {
		return 0
	}
	return a - b
}

// smaller gives the amount that limits when both limit.
func smaller(a, b Amount) Amount {
	if !a.Known {
		return b
	}
	if b.Known && b.Bytes < a.Bytes {
		return b
	}
	return a
}

// Answer is yes, no, or too close for rounded figures.
type Answer uint8

// The answers.
const (
	Unsure Answer = iota
	No
	Yes
)

// covers says whether a is at least b.
func (a Amount) covers(b Amount) Answer {
	switch {
	case !a.Known || !b.Known:
		return Unsure
	case a.Lo >= b.Hi:
		return Yes
	case a.Hi < b.Lo:
		return No
	}
	return Unsure
}

// multipleOf narrows an amount that is known to be a multiple of step. An
// interval that holds no multiple is left as it is: then the assumption is
// wrong, not the number.
func (a Amount) multipleOf(step uint64) Amount {
	if !a.Known {
		return a
	}
	lo, hi := (a.Lo+step-1)/step*step, a.Hi/step*step
	if lo > hi {
		return a
	}
	a.Lo, a.Hi = lo, hi
	a.Bytes = (a.Bytes + step/2) / step * step
	a.Bytes = min(max(a.Bytes, lo), hi)
	return a
}

var unitNames = [...]struct {
	name  string
	bytes uint64
}{
	{"bytes", 1}, {"byte", 1}, {"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"PiB", 1 << 50},
	{"KB", 1 << 10}, {"kB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"TB", 1 << 40}, {"Bytes", 1}, {"k", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30},
}

// unitSize reads a unit. The messages read here mean powers of two also where
// they write GB.
func unitSize(s string) (uint64, bool) {
	for _, u := range unitNames {
		if s == u.name {
			return u.bytes, true
		}
	}
	return 0, false
}

// decimal reads digits with at most one point ("39.49", "8,589,934,592") as
// n/scale.
func decimal(s string) (n, scale uint64, ok bool) {
	scale = 1
	point := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if n > 1<<59 || point && scale > 1e9 {
				return 0, 0, false
			}
			n = n*10 + uint64(c-'0')
			if point {
				scale *= 10
			}
			ok = true
		case c == '.' && !point && ok:
			point = true
		case c == ',' && !point && ok:
		default:
			return 0, 0, false
		}
	}
	return n, scale, ok
}

// amountOf turns number and unit into an amount. A number that was rounded to
// the nearest last digit leaves half a digit to both sides.
func amountOf(number, unit string) (Amount, bool) {
	n, scale, ok := decimal(number)
	size, okUnit := unitSize(unit)
	if !ok || !okUnit {
		return Amount{}, false
	}
	if size == 1 && scale == 1 {
		return exactly(n), true
	}
	half := (size + 2*scale - 1) / (2 * scale)
	mid, ok := scaled(n, size, scale)
	if !ok {
		return exactly(1<<64 - 1), true
	}
	return Amount{mid, floor0(mid, half), mid + half, true}, true
}

// floored is amountOf for tables that cut digits off instead of rounding:
// "1024 KiB" is at least that and less than 1025 KiB.
func floored(number, unit string) (Amount, bool) {
	n, scale, ok := decimal(number)
	size, okUnit := unitSize(unit)
	if !ok || !okUnit || scale != 1 {
		return Amount{}, false
	}
	lo, ok := scaled(n, size, 1)
	if !ok {
		return Amount{}, false
	}
	return Amount{lo, lo, lo + size - 1, true}, true
}

// scaled is n*size/scale, rounded; ok is false where it does not fit.
func scaled(n, size, scale uint64) (uint64, bool) {
	hi, lo := bits.Mul64(n, size)
	lo, carry := bits.Add64(lo, scale/2, 0)
	hi += carry
	if hi >= scale {
		return 0, false
	}
	q, _ := bits.Div64(hi, lo, scale)
	return q, q < 1<<63
}

// String writes the amount as messages do, with two decimals.
func (a Amount) String() string {
	if !a.Known {
		return "?"
	}
	if a.absurd() {
		return explain.Commas(a.Bytes>>30) + " GiB"
	}
	return twoDecimals(a.Bytes)
}

// twoDecimals is explain.Bytes with the two decimals that messages always
// print: "50.00 MiB".
func twoDecimals(n uint64) string {
	s := explain.Bytes(n)
	if i := strings.IndexByte(s, ' '); n >= 1<<10 && !strings.Contains(s, ".") {
		return s[:i] + ".00" + s[i:]
	}
	return s
}

// Spell writes the amount in bytes, with how far the rounding leaves it open.
func (a Amount) Spell(lang explain.Lang) string {
	if a.Exact() || !a.Known {
		return explain.ExactBytes(lang, a.Bytes)
	}
	spread := max(a.Hi-a.Bytes, a.Bytes-a.Lo)
	if lang == explain.ZH {
		return "约 " + explain.ExactBytes(lang, a.Bytes) + "，±" + explain.Commas(spread)
	}
	return "about " + explain.ExactBytes(lang, a.Bytes) + ", ±" + explain.Commas(spread)
}
