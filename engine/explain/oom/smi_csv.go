package oom

import "strings"

// csvColumns are the columns that are read; what stands before the first of
// them on its line does not belong to the heading.
var csvColumns = [...]string{"memory.used", "memory.total", "memory.free", "used_gpu_memory", "pid"}

// csvReader reads comma-separated rows under a heading that nvidia-smi wrote.
type csvReader struct {
	columns []string
}

func (r *csvReader) line(s *smi, line string) {
	cells := strings.Split(line, ",")
	if len(cells) < 2 || len(cells) > 64 {
		r.columns = nil
		return
	}
	for i := range cells {
		cells[i] = strings.Trim(cells[i], " >#\"'{}")
	}
	if strings.Contains(line, "memory.used") || strings.Contains(line, "memory.total") || strings.Contains(line, "memory.free") ||
		strings.Contains(line, "used_gpu_memory") || strings.Contains(line, "used_memory") {
		for i, cell := range cells {
			for _, name := range csvColumns {
				if at := strings.Index(cell, name); at > 0 {
					cells[i] = cell[at:]
				}
			}
		}
		r.columns = cells
		return
	}
	if len(r.columns) == len(cells) {
		r.row(s, cells)
	}
}

func (r *csvReader) row(s *smi, cells []string) {
	c := card{gpu: -1}
	p := Process{GPU: -1}
	for i, name := range r.columns {
		bare, unit, _ := strings.Cut(name, " ")
		a := csvAmount(cells[i], unit)
		switch bare {
		case "index":
			if n, _, ok := digitsAt(cells[i], 0); ok {
				c.gpu = int(n)
			}
		case "name":
			c.name = cells[i]
		case "memory.used":
			c.used = a
		case "memory.total":
			c.total = a
		case "memory.free":
			c.free = a
		case "pid":
			p.PID, _, _ = digitsAt(cells[i], 0)
		case "process_name":
			p.Name = baseName(cells[i])
		case "used_gpu_memory", "used_memory":
			p.Bytes = a
		}
	}
	if c.used.Known || c.total.Known || c.free.Known {
		if c.gpu < 0 {
			c.gpu = len(s.cards)
		}
		s.cards = append(s.cards, c)
	}
	if p.PID != 0 {
		s.processes = append(s.processes, p)
	}
}

// csvAmount reads "1234 MiB", or "1234" under a heading with "[MiB]".
func csvAmount(cell, unit string) Amount {
	if a, ok := amountAfter(cell, 0); ok {
		return a
	}
	a, _ := amountOf(cell, strings.Trim(unit, "[]"))
	return a
}
