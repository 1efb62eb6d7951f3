package scenario

import (
	"strconv"

	"pagewalk/engine/isa"
)

// printf formats and prints; it gives the number of bytes.
func (v *VM) printf(stream uint8, format uint64, args []uint64, h Host) uint64 {
	out, ok := v.formatted(format, args)
	if !ok {
		return 0
	}
	v.output(stream, out, h)
	return uint64(len(out))
}

// sprintf formats into at most room bytes at an address, the zero at the end
// among them; it gives the number of bytes without it, had there been room.
func (v *VM) sprintf(to, room, format uint64, args []uint64) uint64 {
	out, ok := v.formatted(format, args)
	if !ok || room == 0 {
		return uint64(len(out))
	}
	n := min(uint64(len(out)), room-1)
	if b, ok := v.argBytes(to, n+1, true); ok {
		copy(b, out[:n])
		b[n] = 0
	}
	return uint64(len(out))
}

// formatted gives the text of printf; false if the run ended on the way.
func (v *VM) formatted(format uint64, args []uint64) (text []byte, ok bool) {
	f, ok := v.argText(format)
	if !ok {
		return nil, false
	}
	out := v.printed[:0]
	next := func() uint64 {
		if len(args) == 0 {
			v.fail(FormatArguments, f)
			return 0
		}
		x := args[0]
		args = args[1:]
		return x
	}
	for len(f) > 0 && v.regs.Phase == running && len(out) <= maxOutput {
		if f[0] != '%' {
			out = append(out, f[0])
			f = f[1:]
			continue
		}
		var d verb
		if d, f = nextVerb(f); d.letter == '%' {
			out = append(out, '%')
			continue
		}
		if d.starWidth {
			if d.width = int(int32(next())); d.width < 0 {
				d.left, d.width = true, -d.width
			}
			d.width = min(d.width, maxWidth)
		}
		if d.starPrecision {
			d.precision = min(int(int32(next())), maxWidth)
		}
		out = v.formatOne(out, &d, next())
	}
	v.printed = out
	return out, v.regs.Phase == running
}

// formatOne appends one converted argument.
func (v *VM) formatOne(out []byte, d *verb, x uint64) []byte {
	switch d.letter {
	case 'd', 'i':
		return d.integer(out, sizedSigned(x, d.length), false)
	case 'u', 'x', 'X', 'o':
		return d.integer(out, sizedUnsigned(x, d.length), true)
	case 'c':
		return d.pad(out, "", string([]byte{byte(x)}), false)
	case 'p':
		if x == 0 {
			return d.pad(out, "", "(nil)", false)
		}
		return d.pad(out, "", hex(x), false)
	case 's':
		s := "(null)"
		if x != 0 {
			var ok bool
			if s, ok = v.argText(x); !ok {
				return out
			}
		}
		if d.precision >= 0 && len(s) > d.precision {
			s = s[:d.precision]
		}
		return d.pad(out, "", s, false)
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a':
		return d.floating(out, isa.FloatOf(x, isa.F64))
	}
	v.fail(BadFormat, d.text)
	return out
}

func sizedSigned(x uint64, length string) uint64 {
	switch length {
	case "hh":
		return isa.Extend(x, isa.I8)
	case "h":
		return isa.Extend(x, isa.I16)
	case "":
		return isa.Extend(x, isa.I32)
	}
	return x
}

func sizedUnsigned(x uint64, length string) uint64 {
	switch length {
	case "hh":
		return isa.Extend(x, isa.U8)
	case "h":
		return isa.Extend(x, isa.U16)
	case "":
		return isa.Extend(x, isa.U32)
	}
	return x
}

func (d *verb) integer(out []byte, x uint64, unsigned bool) []byte {
	sign := ""
	switch {
	case unsigned:
	case int64(x) < 0:
		sign, x = "-", -x
	case d.plus:
		sign = "+"
	case d.space:
		sign = " "
	}
	base := 10
	switch d.letter {
	case 'x', 'X':
		base = 16
	case 'o':
		base = 8
	}
	s := strconv.FormatUint(x, base)
	if d.letter == 'X' {
		s = upper(s)
	}
	if d.sharp && x != 0 && base == 16 {
		sign = "0" + string(d.letter)
	}
	if d.sharp && base == 8 {
		sign = "0"
	}
	if d.precision == 0 && x == 0 {
		s = ""
	}
	for len(s) < d.precision {
		s = "0" + s
	}
	return d.pad(out, sign, s, d.precision < 0)
}

func (d *verb) floating(out []byte, f float64) []byte {
	precision, letter := d.precision, d.letter
	if precision < 0 {
		precision = 6
	}
	if letter|32 == 'g' && precision == 0 {
		precision = 1
	}
	var s string
	if letter|32 == 'g' {
		s = general(f, precision, d.sharp)
	} else if letter == 'a' {
		s = shortExponent(strconv.FormatFloat(f, 'x', d.precision, 64))
	} else {
		s = strconv.FormatFloat(f, letter|32, precision, 64)
	}
	number := true
	switch s {
	case "NaN":
		s, number = "nan", false
	case "+Inf":
		s, number = "inf", false
	case "-Inf":
		s, number = "-inf", false
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	} else if d.plus {
		sign = "+"
	} else if d.space {
		sign = " "
	}
	if letter < 'a' {
		s = upper(s)
	}
	return d.pad(out, sign, s, number)
}

// shortExponent writes the exponent of %a as C does: p+0, not p+00.
func shortExponent(s string) string {
	if n := len(s); n > 3 && s[n-2] == '0' && (s[n-3] == '+' || s[n-3] == '-') {
		return s[:n-2] + s[n-1:]
	}
	return s
}

// general is %g: the shorter of %e and %f, without zeros at the end.
func general(f float64, precision int, sharp bool) string {
	e := strconv.FormatFloat(f, 'e', precision-1, 64)
	exponent, k := 0, len(e)
	for i := range e {
		if e[i] == 'e' {
			k = i
			exponent, _ = strconv.Atoi(e[i+1:])
		}
	}
	mantissa, tail := e[:k], e[k:]
	if exponent >= -4 && exponent < precision && k < len(e) {
		mantissa, tail = strconv.FormatFloat(f, 'f', precision-1-exponent, 64), ""
	}
	point := false
	for i := range mantissa {
		point = point || mantissa[i] == '.'
	}
	if point && !sharp {
		for mantissa[len(mantissa)-1] == '0' {
			mantissa = mantissa[:len(mantissa)-1]
		}
		if mantissa[len(mantissa)-1] == '.' {
			mantissa = mantissa[:len(mantissa)-1]
		}
	}
	return mantissa + tail
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}

// pad appends sign and text in the field's width.
func (d *verb) pad(out []byte, sign, s string, number bool) []byte {
	fill := d.width - len(sign) - len(s)
	if !d.left && !(d.zero && number) {
		for ; fill > 0; fill-- {
			out = append(out, ' ')
		}
	}
	out = append(out, sign...)
	if !d.left {
		for ; fill > 0; fill-- {
			out = append(out, '0')
		}
	}
	out = append(out, s...)
	for ; fill > 0; fill-- {
		out = append(out, ' ')
	}
	return out
}
