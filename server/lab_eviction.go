package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"pagewalk/engine/explain"
	"pagewalk/engine/lab"
)

// evictionRow is a policy with the misses of the best one beside it.
type evictionRow struct {
	lab.Eviction
	best uint64
}

// evictionColumns are what is told of each policy. The time is left out of a
// bare trace.
var evictionColumns = []column[evictionRow]{
	{"policy", both{"policy", "策略"}, func(r *evictionRow) any { return r.Policy }},
	{"misses", both{"misses", "缺失"}, func(r *evictionRow) any { return int(r.Misses) }},
	{"over_optimum", both{"over optimum", "比最优"}, func(r *evictionRow) any { return share(r.Misses * 1000 / max(r.best, 1)) }},
	{"evictions", both{"evictions", "驱逐"}, func(r *evictionRow) any { return int(r.Evictions) }},
	{"bytes_in", both{"moved in", "搬入"}, func(r *evictionRow) any { return size(r.In) }},
	{"bytes_out", both{"moved out", "搬出"}, func(r *evictionRow) any { return size(r.Out) }},
	{"us", both{"time", "用时"}, func(r *evictionRow) any { return micros(r.PS) }},
}

func labEviction(env *environment, o *labOptions, room int) error {
	if o.file == "" {
		return badUsage("eviction: expected a scenario or a trace")
	}
	data, err := readInput(env, o.file)
	if err != nil {
		return err
	}
	columns := evictionColumns
	var results []lab.Eviction
	if trace, isTrace, err := parseTrace(data, displayName(o.file)); isTrace {
		if err != nil {
			return err
		}
		if room < 1 {
			return badUsage("--room: found %d, expected 1 or more", room)
		}
		results, columns = lab.EvictTrace(trace, room, o.seed), columns[:len(columns)-1]
	} else {
		l, err := compileForLab(env, o, data)
		if err != nil {
			return err
		}
		results = lab.Evict(l.profile, l.program, l.seed)
		if n := results[0]; n.Misses == 0 {
			return badUsage("%s: the scenario touches no managed memory, so nothing is ever missing", l.name)
		}
	}
	rows := make([]evictionRow, len(results))
	for i, r := range results {
		rows[i] = evictionRow{r, results[len(results)-1].Misses}
	}
	if err := writeLab(env.out, o.format, o.lang, columns, rows); err != nil || o.format != "text" {
		return err
	}
	var t table
	for _, r := range results {
		t.add(r.Policy, explain.Policy(o.lang, r.Policy))
	}
	io.WriteString(env.out, "\n")
	return t.write(env.out)
}

// parseTrace reads a trace of touches; isTrace is false if the file does not
// begin with a header that has the column block.
func parseTrace(data []byte, name string) (trace []uint32, isTrace bool, err error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.FieldsPerRecord, r.ReuseRecord = -1, true
	header, err := r.Read()
	if err != nil || !slices.Contains(header, "block") {
		return nil, false, nil
	}
	at := slices.Index(header, "block")
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return trace, true, nil
		}
		if err != nil {
			return nil, true, badUsage("%s: %v", name, err)
		}
		line, _ := r.FieldPos(0)
		if at >= len(fields) {
			return nil, true, badUsage("%s: line %d: no block", name, line)
		}
		n, err := strconv.ParseUint(fields[at], 10, 32)
		if err != nil {
			return nil, true, badUsage("%s: line %d: block: found %q, expected a number", name, line, fields[at])
		}
		trace = append(trace, uint32(n))
	}
}
