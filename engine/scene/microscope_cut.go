package scene

import (
	"strconv"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// The cut: what the bits of an address are for, and why some numbers are no
// address.

var (
	wordOffset   = pair{"offset", "页内偏移"}
	wordMustZero = pair{"must be 0", "须为 0"}
	wordMustCopy = pair{"copies of bit {0}", "须与第 {0} 位相同"}

	wordNotHex  = pair{"“{0}” is not an address. An address is a hexadecimal number such as {1}.", "“{0}”不是地址。地址是十六进制数，例如 {1}。"}
	wordTooLong = pair{"{0} has {1} hexadecimal digits; an address has at most 16.", "{0} 有 {1} 个十六进制数字；地址最多 16 个。"}
	wordBeyond  = pair{
		"Bit {0} is set, and addresses of this format have {1} bits: the last one is {2}. The hardware reads no table; it answers VA_LIMIT_VIOLATION (0x3).",
		"第 {0} 位是 1，而这种格式的地址只有 {1} 位，最后一个是 {2}。硬件不读任何表，直接报 VA_LIMIT_VIOLATION（0x3）。"}
	wordUncanonical = pair{
		"The address is not canonical: bit {0} is {1}, so bits 63 to {2} must all be {1}. Allowed are 0 to {3} and {4} to {5}. The processor reads no table; it raises a general-protection exception.",
		"这不是规范地址：第 {0} 位是 {1}，第 63 到 {2} 位就都要是 {1}。允许的是 0 到 {3} 和 {4} 到 {5}。处理器不读任何表，直接报一般保护异常。"}
	wordNoSpace   = pair{"There is no address space at this moment.", "这一刻还没有地址空间。"}
	wordNotMapped = pair{"No address of this program leads to page {0} at this moment.", "这一刻，程序没有地址通到第 {0} 页。"}
)

// sample is the address that the page opens with: that of the reference's
// golden walks.
const sample = 0x7F12346ABCDE

// address reads what was typed.
func (x *examiner) address(f *profile.Format) (va uint64, trouble string) {
	if x.ask.Address == "" {
		return sample & (1<<f.VABits - 1), ""
	}
	digits := trimHex(x.ask.Address)
	if va, err := strconv.ParseUint(digits, 16, 64); err == nil {
		return va, ""
	}
	for i := range len(digits) {
		if c := digits[i] | 0x20; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return 0, wordNotHex.in(x.lang, x.ask.Address, explain.Hex(sample))
		}
	}
	if digits == "" {
		return 0, wordNotHex.in(x.lang, x.ask.Address, explain.Hex(sample))
	}
	return 0, wordTooLong.in(x.lang, x.ask.Address, num(uint32(len(digits))))
}

// outside says why a number is no address of a format, or "".
func (x *examiner) outside(f *profile.Format, va uint64) string {
	if mmu.Canonical(f, va) {
		return ""
	}
	if !f.Canonical {
		top := uint32(63)
		for va>>top == 0 {
			top--
		}
		return wordBeyond.in(x.lang, num(top), num(uint32(f.VABits)), explain.Hex(1<<f.VABits-1))
	}
	sign := f.VABits - 1
	return wordUncanonical.in(x.lang, num(uint32(sign)), num(uint32(va>>sign&1)), num(uint32(f.VABits)),
		explain.Hex(1<<sign-1), explain.Hex(^uint64(0)<<sign), explain.Hex(^uint64(0)))
}

// cut lists the pieces of the address, from bit 63 down, on the way to a level.
func (s *Slide) cut(level int, lang explain.Lang) {
	f := s.Format
	s.Pieces = s.Pieces[:0]
	if f.VABits < 64 {
		name := wordMustZero.in(lang)
		if f.Canonical {
			name = wordMustCopy.in(lang, num(uint32(f.VABits-1)))
		}
		s.Pieces = append(s.Pieces, Cut{
			Name: name, Hi: 63, Lo: f.VABits, Bits: bitsOf(s.VA, 63, f.VABits), Value: s.VA >> f.VABits,
			Sort: CutBeyond, Bad: !mmu.Canonical(f, s.VA),
		})
	}
	for _, x := range mmu.Cut(f, level, s.VA) {
		c := Cut{Name: x.Name, Hi: x.Hi, Lo: x.Lo, Bits: bitsOf(s.VA, x.Hi, x.Lo), Value: x.Value, Sort: CutIndex}
		if x.Lo == 0 {
			c.Name, c.Sort = wordOffset.in(lang), CutOffset
		}
		s.Pieces = append(s.Pieces, c)
	}
}
