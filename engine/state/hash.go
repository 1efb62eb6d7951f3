package state

import "math/bits"

// Constants of the hash: odd 64-bit numbers without pattern (digits of the
// golden ratio, then of two square roots). Only 64-bit multiplication and
// exclusive or are used, so that every platform agrees and WebAssembly is not
// slow.
const (
	mul0 = 0x9E3779B97F4A7C15
	mul1 = 0xC2B2AE3D27D4EB4F
	mul2 = 0xD6E8FEB86659FD93
)

// hashPage hashes the 512 words of a page in four independent lanes; a page of
// zeros hashes to 0.
func hashPage(page *[PageBytes / 8]uint64) uint64 {
	var a, b, c, d, any uint64
	for i := 0; i < len(page); i += 4 {
		w0, w1, w2, w3 := page[i], page[i+1], page[i+2], page[i+3]
		any |= w0 | w1 | w2 | w3
		a = (bits.RotateLeft64(a, 5) ^ w0) * mul0
		b = (bits.RotateLeft64(b, 5) ^ w1) * mul0
		c = (bits.RotateLeft64(c, 5) ^ w2) * mul0
		d = (bits.RotateLeft64(d, 5) ^ w3) * mul0
	}
	if any == 0 {
		return 0
	}
	return Mix(Mix(a, b), Mix(c, d))
}

// mixPage ties the hash of a page to its place. The hash of a set is the sum
// over its pages, so one changed page changes the sum by a difference.
func mixPage(column, page int, h uint64) uint64 {
	if h == 0 {
		return 0
	}
	return Mix(h, uint64(column)<<40|uint64(page)+1)
}

// Mix folds b into the hash a.
func Mix(a, b uint64) uint64 {
	h := (a ^ b*mul1) * mul2
	h ^= h >> 29
	h *= mul1
	return h ^ h>>32
}
