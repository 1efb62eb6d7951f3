package oom

import "strings"

// Dialect is which wording of PyTorch's message it is. The wordings were
// collected from public reports of each version.
type Dialect uint8

// The dialects.
const (
	NoDialect Dialect = iota
	Cached            // 1.0 to 1.3: "(GPU 0; … total capacity; … already allocated; … free; … cached)"
	InTotal           // 1.4 to 2.0: "… reserved in total by PyTorch)", from 1.10 with a hint
	Sentences         // 2.1 on: "GPU 0 has a total capacity of … of which … is free."
	Async             // the cudaMallocAsync backend: "would exceed allowed memory"
	MPS               // Apple: "MPS backend out of memory (MPS allocated: …"
)

// Process is one holder of the card's memory.
type Process struct {
	PID   uint64
	Name  string
	Bytes Amount
	GPU   int // -1 = not said
	Own   bool
}

// message is one message of PyTorch, read.
type message struct {
	dialect Dialect
	backend string // CUDA, HIP, XPU …
	device  int    // -1 = not said

	asked, capacity, free, allocated, unallocated, reserved, allowed, thisProcess, private Amount
	others                                                                                 []Process
	advice                                                                                 Setting
	tooLarge                                                                               bool // "more than 1EB"
	knownCues                                                                              int  // how many of its figures could be read
}

const tried = "Tried to allocate "

// torchMessages reads every message of PyTorch in a flattened text, at most
// 64 of them.
func torchMessages(flat string) []message {
	var all []message
	for at := 0; len(all) < 64; {
		i := strings.Index(flat[at:], tried)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(tried)
		end := min(len(flat), start+3000)
		if next := strings.Index(flat[at:end], tried); next >= 0 {
			end = at + next
		}
		if m, ok := readTorch(flat[max(0, start-240):start], flat[start:end]); ok {
			all = append(all, m)
		}
	}
	return append(all, asyncMessages(flat)...)
}

// readTorch reads one message: what stands before "Tried to allocate", and
// from there on.
func readTorch(before, text string) (message, bool) {
	m := message{device: -1, backend: backendOf(before), dialect: Sentences}
	var ok bool
	if m.asked, ok = amountAfter(text, len(tried)); !ok {
		m.tooLarge = strings.HasPrefix(text[len(tried):], "more than 1EB")
		if !m.tooLarge {
			return m, false
		}
	}
	if i := strings.LastIndex(before, "MPS backend out of memory ("); i >= 0 {
		m.readMPS(before[i:])
		return m, true
	}
	m.device = deviceOf(text)
	m.readFigures(text)
	m.readProcesses(text)
	m.advice = adviceIn(text)
	switch {
	case strings.Contains(text, "reserved in total"):
		m.dialect = InTotal
	case strings.Contains(text, "already allocated"):
		m.dialect = Cached
	}
	return m, true
}

// backendOf finds the word before " out of memory" nearest to the end.
func backendOf(before string) string {
	i := strings.LastIndex(before, " out of memory")
	if i < 0 {
		return "CUDA"
	}
	j := i
	for j > 0 && before[j-1] >= 'A' && before[j-1] <= 'Z' {
		j--
	}
	if i-j < 2 {
		return "CUDA"
	}
	return before[j:i]
}

// deviceOf reads the number of the card from "GPU 0" near the beginning.
func deviceOf(text string) int {
	for _, word := range [...]string{"GPU ", "NPU ", "device "} {
		i := strings.Index(text[:min(len(text), 200)], word)
		if i < 0 {
			continue
		}
		if n, _, ok := digitsAt(text, i+len(word)); ok && n < 1024 {
			return int(n)
		}
	}
	return -1
}

// cue is a phrase beside which a figure stands.
type cue struct {
	phrase string
	after  bool // the figure follows the phrase
	field  func(*message) *Amount
}

var cues = [...]cue{
	{" total capacity;", false, func(m *message) *Amount { return &m.capacity }},
	{" has a total capacity of ", true, func(m *message) *Amount { return &m.capacity }},
	{" has a total capacty of ", true, func(m *message) *Amount { return &m.capacity }},
	{" is free", false, func(m *message) *Amount { return &m.free }},
	{" free;", false, func(m *message) *Amount { return &m.free }},
	{" already allocated", false, func(m *message) *Amount { return &m.allocated }},
	{" is allocated by PyTorch", false, func(m *message) *Amount { return &m.allocated }},
	{" cached", false, func(m *message) *Amount { return &m.unallocated }},
	{" is reserved by PyTorch but unallocated", false, func(m *message) *Amount { return &m.unallocated }},
	{" reserved in total", false, func(m *message) *Amount { return &m.reserved }},
	{" allowed;", false, func(m *message) *Amount { return &m.allowed }},
	{" allocated in private pools", false, func(m *message) *Amount { return &m.private }},
	{"this process has ", true, func(m *message) *Amount { return &m.thisProcess }},
}

func (m *message) readFigures(text string) {
	for _, c := range cues {
		i := strings.Index(text, c.phrase)
		if i < 0 {
			continue
		}
		a, ok := amountBefore(text, i)
		if c.after {
			a, ok = amountAfter(text, i+len(c.phrase))
		}
		if f := c.field(m); ok && !f.Known {
			*f = a
			m.knownCues++
		}
	}
}

// readProcesses reads "Process 123 has 4.00 GiB memory in use", as often as it
// stands there.
func (m *message) readProcesses(text string) {
	const word = "Process "
	for at := 0; len(m.others) < 64; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return
		}
		at += i + len(word)
		pid, next, ok := digitsAt(text, at)
		if !ok || !strings.HasPrefix(text[next:], " has ") {
			continue
		}
		if a, ok := amountAfter(text, next+len(" has ")); ok {
			m.others = append(m.others, Process{PID: pid, Bytes: a, GPU: m.device})
			m.knownCues++
		}
	}
}

// readMPS reads the figures that Apple's backend puts before the request.
func (m *message) readMPS(text string) {
	m.dialect, m.backend = MPS, "MPS"
	m.allocated = amountBehind(text, "MPS allocated: ")
	m.allowed = amountBehind(text, "max allowed: ")
	other := amountBehind(text, "other allocations: ")
	m.reserved = m.allocated.plus(other)
	if !other.Known {
		m.reserved = m.allocated
	}
	m.knownCues = 2
}

// asyncMessages reads the messages of the cudaMallocAsync backend.
func asyncMessages(flat string) []message {
	const phrase = "would exceed allowed memory"
	var all []message
	for at := 0; len(all) < 16; {
		i := strings.Index(flat[at:], phrase)
		if i < 0 {
			return all
		}
		start := at + i
		at = start + len(phrase)
		text := flat[start:min(len(flat), start+800)]
		m := message{dialect: Async, backend: "CUDA", device: deviceOf(flat[max(0, start-40):start])}
		m.allocated = amountBehind(text, "Currently allocated : ")
		m.asked = amountBehind(text, "Requested : ")
		m.capacity = amountBehind(text, "Device limit : ")
		m.free = amountBehind(text, "Free (according to CUDA): ")
		if a := amountBehind(text, "user-supplied memory fraction) : "); a.Known && !a.absurd() {
			m.allowed = a
		}
		for _, a := range [...]Amount{m.allocated, m.asked, m.capacity, m.free} {
			if a.Known {
				m.knownCues++
			}
		}
		all = append(all, m)
	}
	return all
}
