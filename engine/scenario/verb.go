package scenario

// verb is one conversion of a format: %-08.3lf and the like.
type verb struct {
	text                           string // as written
	left, plus, space, zero, sharp bool
	width, precision               int // -1 = none
	starWidth, starPrecision       bool
	length                         string // hh h l ll z j t, or none
	letter                         byte   // 0: the format ends inside it
}

const maxWidth = 4096

// nextVerb reads the conversion that begins at format[0] == '%'.
func nextVerb(format string) (d verb, rest string) {
	d.width, d.precision = -1, -1
	i := 1
	at := func() byte {
		if i < len(format) {
			return format[i]
		}
		return 0
	}
flags:
	for ; ; i++ {
		switch at() {
		case '-':
			d.left = true
		case '+':
			d.plus = true
		case ' ':
			d.space = true
		case '0':
			d.zero = true
		case '#':
			d.sharp = true
		default:
			break flags
		}
	}
	count := func(star *bool) int {
		if at() == '*' {
			*star = true
			i++
			return -1
		}
		n := -1
		for ; isDigit(at()); i++ {
			n = min(max(n, 0)*10+int(at()-'0'), maxWidth)
		}
		return n
	}
	d.width = count(&d.starWidth)
	if at() == '.' {
		i++
		if d.precision = count(&d.starPrecision); d.precision < 0 && !d.starPrecision {
			d.precision = 0
		}
	}
	for start := i; ; i++ {
		if c := at(); c != 'h' && c != 'l' && c != 'z' && c != 'j' && c != 't' && c != 'L' {
			d.length = format[start:min(i, len(format))]
			break
		}
	}
	d.letter = at()
	i = min(i+1, len(format))
	d.text = format[:i]
	return d, format[i:]
}
