package fit

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pagewalk/engine/machine"
	"pagewalk/engine/target"
)

//go:embed data
var data embed.FS

// traces are the recorded processes, in the order of the reports.
var traces = [...]string{"small_mixed", "around_1m", "everything"}

// row is one recorded call.
type row struct {
	free   bool
	id     string
	size   uint64
	failed bool
	offset int64 // of the address, relative to the first
	bytes  uint64
	ps     uint64
	ioctls string
}

// Op is what a trace asked for in one call.
type Op struct {
	Free bool
	ID   string
	Size uint64
}

// Ops are the calls of a trace, without the answers.
func Ops(name string) ([]Op, error) {
	rows, err := readTrace(name)
	ops := make([]Op, len(rows))
	for i := range rows {
		ops[i] = Op{rows[i].free, rows[i].id, rows[i].size}
	}
	return ops, err
}

// readTrace reads a recorded process.
func readTrace(name string) ([]row, error) {
	packed, err := data.ReadFile("data/" + name + ".csv.gz")
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	rows := make([]row, 0, len(all)-1)
	for i, x := range all[1:] {
		r := row{free: x[0] == "free", id: x[1], failed: x[3] != "CUDA_SUCCESS", ioctls: x[7]}
		var errs [4]error
		if !r.free {
			r.size, errs[0] = strconv.ParseUint(x[2], 10, 64)
		}
		r.offset, errs[1] = strconv.ParseInt(x[4], 10, 64)
		r.bytes, errs[2] = strconv.ParseUint(x[5], 10, 64)
		us, err := strconv.ParseFloat(x[6], 64)
		r.ps, errs[3] = uint64(us*1e6+.5), err
		for _, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", name, i+2, err)
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// truth is what the card did in a row, for following it.
func (r *row) truth() machine.Truth {
	t := machine.Truth{PS: r.ps}
	for part := range strings.SplitSeq(r.ioctls, ";") {
		if head, at, ok := strings.Cut(part, "@"); ok && strings.HasPrefix(head, "RM_ALLOC(") {
			t.Offset, _ = strconv.ParseUint(at, 10, 64)
			t.Placed = true
			break
		}
	}
	return t
}

// trips writes a simulated call's trips as the traces do, without where memory
// was found, which time decides.
func trips(list []target.Ioctl, first uint64) string {
	var parts []string
	for i := range list {
		x := &list[i]
		s := x.Name.Short()
		if x.Name.HasLength() {
			s += "(" + strconv.FormatUint(x.Length, 10) + ")"
		}
		if x.Failed {
			s += "=fail"
		} else if x.Name.HasVA() {
			s += "@va:" + strconv.FormatInt(int64(x.VA-first), 10)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ";")
}

// placeless is a recorded list of trips without where memory was found.
func placeless(s string) string {
	parts := strings.Split(s, ";")
	for i, p := range parts {
		if at := strings.Index(p, "@"); at >= 0 && !strings.HasPrefix(p[at:], "@va:") {
			parts[i] = p[:at]
		}
	}
	return strings.Join(parts, ";")
}
