package scenario

import (
	"strings"

	"pagewalk/engine/isa"
)

// hostStep answers a call of the C library. Its arguments lie on the stack;
// its result, or a zero, takes their place.
func (v *VM) hostStep(in isa.Instr, h Host) {
	n := uint64(in.B)
	args := v.values[v.regs.Depth-n : v.regs.Depth]
	x := v.hostCall(hostCall(in.C), args, h)
	if v.regs.Phase == touching {
		return
	}
	v.regs.Depth -= n
	v.push(x)
}

func (v *VM) hostCall(call hostCall, a []uint64, h Host) uint64 {
	switch call {
	case hostPrintf:
		return v.printf(1, a[0], a[1:], h)
	case hostFprintf:
		if a[0] != 1 && a[0] != 2 {
			v.fail(BadStream, hex(a[0]))
			return 0
		}
		return v.printf(uint8(a[0]), a[1], a[2:], h)
	case hostSprintf:
		return v.sprintf(a[0], maxOutput, a[1], a[2:])
	case hostSnprintf:
		return v.sprintf(a[0], a[1], a[2], a[3:])
	case hostPuts:
		if s, ok := v.argText(a[0]); ok {
			v.output(1, append([]byte(s), '\n'), h)
		}
	case hostPutchar:
		v.output(1, []byte{byte(a[0])}, h)
	case hostFflush:
	case hostMalloc, hostCalloc, hostFree:
		return v.heapCall(call, a)
	case hostMemset, hostMemcpy, hostMemcmp, hostStrlen, hostStrcmp:
		return v.memoryCall(call, a)
	case hostExit:
		v.regs.Exit, v.regs.Phase = isa.Extend(a[0], isa.I32), finished
	case hostAbort:
		v.fail(Aborted)
	case hostAssert:
		s, _ := v.text(a[0])
		v.fail(AssertionFailed, s)
	case hostRand:
		return v.random() & 0x7FFFFFFF
	case hostSrand:
		v.regs.Random = a[0]*6364136223846793005 + 1442695040888963407
	case hostErrorName, hostErrorString:
		return v.errorText(call, a[0])
	case hostDriverErrorName, hostDriverErrorString:
		if !v.store(a[1], isa.U64, v.errorText(call, a[0])) {
			v.badAccess(a[1], 8, true)
		}
	case hostTime:
		if a[0] != 0 && !v.store(a[0], isa.I64, fixedTime) {
			v.badAccess(a[0], 8, true)
		}
		return fixedTime
	case hostClock:
		return v.regs.Steps / 1000
	case hostAtoi:
		s, _ := v.argText(a[0])
		return isa.Extend(uint64(leadingNumber(s)), isa.I32)
	}
	return 0
}

// fixedTime is the time of day in every run: the first second of 2025. A clock
// would make two runs of one program differ.
const fixedTime = 1735689600

func leadingNumber(s string) (n int64) {
	s = strings.TrimLeft(s, " \t\n")
	digits, negative := strings.CutPrefix(s, "-")
	for i := 0; i < len(digits) && i < 18 && isDigit(digits[i]); i++ {
		n = n*10 + int64(digits[i]-'0')
	}
	if negative {
		n = -n
	}
	return n
}

// random is one step of a permuted congruential generator (PCG XSH-RR 64/32).
func (v *VM) random() uint64 {
	old := v.regs.Random
	v.regs.Random = old*6364136223846793005 + 1442695040888963407
	x, r := uint32((old>>18^old)>>27), uint32(old>>59)
	return uint64(x>>r | x<<(-r&31))
}

func (v *VM) errorText(call hostCall, code uint64) uint64 {
	table := v.p.errorTexts[call-hostErrorName]
	for _, t := range table {
		if uint64(t.code) == code {
			return isa.ReadOnlyBase + uint64(t.offset)
		}
	}
	return isa.ReadOnlyBase + uint64(table[len(table)-1].offset)
}

func (v *VM) heapCall(call hostCall, a []uint64) uint64 {
	n := a[0]
	switch call {
	case hostFree:
		if id, b := v.free(a[0]); id != NoDiagnostic {
			v.badFree(id, a[0], b)
		}
		return 0
	case hostCalloc:
		if n != 0 && a[1] > (1<<63)/n {
			return 0
		}
		n *= a[1]
	}
	v.charge(min(n, maxMemory))
	p, id := v.malloc(n)
	switch id {
	case MemoryLimit:
		v.fail(id, number(maxMemory), number(n))
	case BlockLimit:
		v.fail(id, number(maxBlocks))
	}
	return p
}

func (v *VM) argText(addr uint64) (string, bool) {
	s, ok := v.text(addr)
	if !ok {
		v.badAccess(addr, 1, false)
	}
	v.charge(uint64(len(s)))
	return s, ok
}

func (v *VM) memoryCall(call hostCall, a []uint64) uint64 {
	switch call {
	case hostMemset:
		if b, ok := v.argBytes(a[0], a[2], true); ok {
			fill(b, byte(a[1]))
		}
		return a[0]
	case hostMemcpy:
		src, ok := v.argBytes(a[1], a[2], false)
		if !ok {
			return 0
		}
		if dst, ok := v.argBytes(a[0], a[2], true); ok {
			copy(dst, src)
		}
		return a[0]
	case hostMemcmp:
		x, ok := v.argBytes(a[0], a[2], false)
		y, ok2 := v.argBytes(a[1], a[2], false)
		if !ok || !ok2 {
			return 0
		}
		return order(string(x), string(y))
	case hostStrlen:
		s, _ := v.argText(a[0])
		return uint64(len(s))
	}
	x, ok := v.argText(a[0])
	if !ok {
		return 0
	}
	y, _ := v.argText(a[1])
	return order(x, y)
}

// fill sets all bytes, by copying what is set already.
func fill(b []byte, x byte) {
	if len(b) == 0 {
		return
	}
	b[0] = x
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

func order(x, y string) uint64 {
	switch {
	case x < y:
		return ^uint64(0)
	case x > y:
		return 1
	}
	return 0
}

// argBytes gives the bytes that a library call works on. Where they stop being
// the program's, the first byte outside is named.
func (v *VM) argBytes(addr, n uint64, write bool) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	v.charge(min(n, maxMemory))
	var b []byte
	var ok bool
	if write {
		b, ok = v.write(addr, n)
	} else {
		b, ok = v.read(addr, n)
	}
	if !ok && !v.stall(addr, n, write) {
		if a := v.find(addr, 1); a != nil && !(write && a.kind == readOnlyArea) {
			addr = a.base + a.size
		}
		v.badAccess(addr, n, write)
	}
	return b, ok
}

// output hands printed text to the host, up to the limit.
func (v *VM) output(stream uint8, text []byte, h Host) {
	if v.regs.Output+uint64(len(text)) > maxOutput {
		v.fail(OutputLimit, number(maxOutput))
		return
	}
	v.regs.Output += uint64(len(text))
	if len(text) > 0 {
		h.Output(stream, text)
	}
}
