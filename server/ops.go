package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
)

// op is one line of an op list.
type op struct {
	free bool
	id   string
	size uint64
	line int
}

func (o *op) name() string {
	if o.free {
		return "free"
	}
	return "malloc"
}

// opsLimit is the longest op list.
const opsLimit = 20_000_000

// parseOps reads an op list: a header with at least op, id and size, then a
// row an operation. Other columns are ignored.
func parseOps(data []byte, name string) ([]op, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.FieldsPerRecord, r.ReuseRecord = -1, true
	header, err := r.Read()
	if err != nil {
		return nil, badUsage("%s: line 1: expected a header with op, id and size", name)
	}
	column := map[string]int{}
	for i, h := range header {
		column[h] = i
	}
	for _, want := range []string{"op", "id", "size"} {
		if _, ok := column[want]; !ok {
			return nil, badUsage("%s: line 1: no column %q, expected a header with op, id and size", name, want)
		}
	}
	p := opParser{name: name, op: column["op"], id: column["id"], size: column["size"], live: map[string]bool{}}
	return p.read(r)
}

type opParser struct {
	name         string
	op, id, size int
	live         map[string]bool
	ops          []op
}

func (p *opParser) read(r *csv.Reader) ([]op, error) {
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return p.ops, nil
		}
		var broken *csv.ParseError
		if errors.As(err, &broken) {
			return nil, badUsage("%s: line %d: %v", p.name, broken.Line, broken.Err)
		}
		if err != nil {
			return nil, badUsage("%s: %v", p.name, err)
		}
		line, _ := r.FieldPos(0)
		if len(p.ops) == opsLimit {
			return nil, badUsage("%s: line %d: more than %d operations", p.name, line, opsLimit)
		}
		if err := p.one(fields, line); err != nil {
			return nil, err
		}
	}
}

func (p *opParser) one(fields []string, line int) error {
	field := func(i int) string {
		if i < len(fields) {
			return fields[i]
		}
		return ""
	}
	o := op{id: field(p.id), line: line}
	if o.id == "" {
		return badUsage("%s: line %d: no id", p.name, line)
	}
	switch word := field(p.op); word {
	case "a", "malloc", "alloc":
		n, err := strconv.ParseUint(field(p.size), 10, 64)
		if err != nil {
			return badUsage("%s: line %d: size: found %q, expected a number of bytes", p.name, line, field(p.size))
		}
		if p.live[o.id] {
			return badUsage("%s: line %d: id %s is allocated already", p.name, line, o.id)
		}
		o.size, p.live[o.id] = n, true
	case "f", "free":
		if !p.live[o.id] {
			return badUsage("%s: line %d: id %s is freed without having been allocated", p.name, line, o.id)
		}
		o.free = true
		delete(p.live, o.id)
	default:
		return badUsage("%s: line %d: op: found %q, expected malloc or free", p.name, line, word)
	}
	p.ops = append(p.ops, o)
	return nil
}
