package scenario

import "pagewalk/engine/isa"

// variable is what the pictures know of a variable that holds pointers: where
// it lies and in which stretch of code its name means it.
type variable struct {
	name     string
	fn       int32 // -1 = global
	offset   uint64
	count    uint64 // how many pointers, of an array
	array    bool
	from, to int32
	line     uint32
}

// Settings is what the header comment of a program asks for.
type Settings struct {
	GPU     string
	Set     []string // KEY=VALUE
	Seed    uint64
	HasSeed bool
}

// Program is a compiled scenario. It is never written to after Compile, so any
// number of machines can run it.
type Program struct {
	isa.Program
	Settings   Settings
	src        source
	at         []place // by instruction
	card       string  // the text for a compiler of the card; empty without kernels
	globals    uint64  // bytes of variables
	image      uint64  // where the first values of the variables on the card lie
	variables  []variable
	sites      []site
	usesMain   bool
	errorTexts [hostCalls - hostErrorName][]errorText
}

// Source is the text that the program was compiled from.
func (p *Program) Source() []byte { return p.src.text }
