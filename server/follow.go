package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"pagewalk/engine/machine"
	"pagewalk/engine/target"
)

// follow plays recorded operations one step ahead: after each row the machine's
// physical state and clock are made those of the card. The rows are what was
// predicted.
func follow(env *environment, m *machine.Machine, ops []op, truths []machine.Truth, w *replayWriter) error {
	f := machine.NewFollower(m)
	live := map[string]uint64{}
	var r target.Result
	var s target.Sample
	for i := range ops {
		o := &ops[i]
		c := o.call(live)
		f.Step(&c, &r, truths[i])
		address := o.address(&c, &r, live)
		f.Sample(&s)
		if err := w.row(o, &r, address, s.Free); err != nil {
			return err
		}
		if r.Why.Ends() {
			return fmt.Errorf("line %d: %s", o.line, r.Why.ID.Name())
		}
	}
	share := 100.0
	if f.Judged > 0 {
		share = float64(f.Predicted) * 100 / float64(f.Judged)
	}
	fmt.Fprintf(env.err, "physical offsets: %d of %d predicted one step ahead (%.2f %%); %d explained by how far the clearing of freed memory had got, %d adopted\n",
		f.Predicted, f.Judged, share, f.Explained, f.Adopted)
	if f.StartUnknown() {
		fmt.Fprintln(env.err, "the run did not begin from the usual free memory: its start is unknown and was adopted from the rows")
	}
	return w.end()
}

// parseTruths reads what a card did from the columns us and ioctls of recorded
// rows.
func parseTruths(data []byte, name string) ([]machine.Truth, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, badUsage("%s: %v", name, err)
	}
	column := map[string]int{}
	for i, h := range rows[0] {
		column[h] = i
	}
	for _, want := range []string{"us", "ioctls"} {
		if _, ok := column[want]; !ok {
			return nil, badUsage("%s: line 1: no column %q, expected recorded rows with us and ioctls for --follow", name, want)
		}
	}
	truths := make([]machine.Truth, 0, len(rows)-1)
	for i, row := range rows[1:] {
		if len(row) <= max(column["us"], column["ioctls"]) {
			return nil, badUsage("%s: line %d: too few columns", name, i+2)
		}
		t, err := parseTruth(row[column["us"]], row[column["ioctls"]])
		if at, ok := column["begin_us"]; ok && err == nil && at < len(row) {
			t.Begin, err = parseMicros("begin_us", row[at])
		}
		if err != nil {
			return nil, badUsage("%s: line %d: %v", name, i+2, err)
		}
		truths = append(truths, t)
	}
	return truths, nil
}

// parseTruth reads one row: a duration in microseconds, and RM_ALLOC(N)@P among
// the ioctls if the call took memory.
func parseTruth(us, ioctls string) (t machine.Truth, err error) {
	if t.PS, err = parseMicros("us", us); err != nil {
		return t, err
	}
	for part := range strings.SplitSeq(ioctls, ";") {
		head, at, placed := strings.Cut(part, "@")
		if !placed || !strings.HasPrefix(head, "RM_ALLOC(") {
			continue
		}
		if t.Offset, err = strconv.ParseUint(at, 10, 64); err != nil {
			return t, fmt.Errorf("ioctls: found %q, expected RM_ALLOC(bytes)@offset", part)
		}
		t.Placed = true
		break
	}
	return t, nil
}

// parseMicros reads microseconds as picoseconds.
func parseMicros(column, text string) (uint64, error) {
	micros, err := strconv.ParseFloat(text, 64)
	if err != nil || !(micros >= 0 && micros < 1e12) {
		return 0, fmt.Errorf("%s: found %q, expected a number of microseconds", column, text)
	}
	return uint64(micros * 1e6), nil
}
