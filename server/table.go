package main

import (
	"bufio"
	"io"
)

// table is a list of rows in columns for people. Chinese characters count two
// columns, as terminals show them; a note stands under its row and belongs to
// no column.
type table struct {
	rows   [][]string
	notes  map[int]string
	widths []int // of the columns
}

// add appends a row.
func (t *table) add(cells ...string) {
	t.rows = append(t.rows, cells)
	for i, cell := range cells {
		if i == len(t.widths) {
			t.widths = append(t.widths, 0)
		}
		t.widths[i] = max(t.widths[i], columns(cell))
	}
}

// note puts a line under the newest row.
func (t *table) note(text string) {
	if t.notes == nil {
		t.notes = map[int]string{}
	}
	t.notes[len(t.rows)-1] = text
}

// columns is how many columns of a terminal a text takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60) {
			n++
		}
	}
	return n
}

// write prints the table. Nothing stands behind the last cell of a row.
func (t *table) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, row := range t.rows {
		last := len(row) - 1
		for last > 0 && row[last] == "" {
			last--
		}
		for k, cell := range row[:last+1] {
			out.WriteString(cell)
			for n := t.widths[k] - columns(cell) + 2; k < last && n > 0; n-- {
				out.WriteByte(' ')
			}
		}
		out.WriteByte('\n')
		if note, ok := t.notes[i]; ok {
			out.WriteString("    " + note + "\n")
		}
	}
	return out.Flush()
}
