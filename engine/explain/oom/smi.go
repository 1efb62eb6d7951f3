package oom

import "strings"

// card is one row of nvidia-smi: a GPU, or a MIG slice of one.
type card struct {
	gpu         int
	slice       bool // a MIG device
	used, total Amount
	free        Amount // only where the text gives it
	name        string
}

// smi is what nvidia-smi shows.
type smi struct {
	found     bool
	cards     []card
	processes []Process
	windows   bool // WDDM is named
	mig       bool // there are MIG devices
	hidden    bool // it says that no process was found, or hides their memory
}

const smiRowsMax = 512

// readSMI reads nvidia-smi's table and what --query-gpu and
// --query-compute-apps print.
func readSMI(text string) smi {
	s := smi{}
	gpu := -1
	var csv csvReader
	for line := range strings.SplitSeq(text, "\n") {
		if len(s.cards)+len(s.processes) > smiRowsMax {
			break
		}
		switch {
		case strings.Contains(line, "NVIDIA-SMI"):
			s.found = true
			csv = csvReader{}
		case strings.Contains(line, "WDDM"):
			s.windows = true
		case strings.Contains(line, "MIG devices:"):
			s.mig = true
		case strings.Contains(line, "No running processes found"):
			s.hidden = true
		}
		if strings.Contains(line, "|") {
			gpu = s.tableLine(line, gpu)
			continue
		}
		csv.line(&s, line)
	}
	s.found = s.found || len(s.cards) > 0 || len(s.processes) > 0
	return s
}

// tableLine reads one line of the table. gpu is the card whose two lines we
// are in; the new one is given back.
func (s *smi) tableLine(line string, gpu int) int {
	bar := strings.IndexByte(line, '|')
	cells := strings.Split(strings.TrimRight(line[bar+1:], " |"), "|")
	words := strings.Fields(cells[0])
	if len(cells) == 1 {
		s.processLine(words)
		return gpu
	}
	for i, cell := range cells {
		used, total, ok := usage(cell)
		if !ok || !total.Known && !used.Known {
			continue
		}
		if s.mig && i == 1 && len(words) == 4 { // GPU GI CI device
			if n, _, ok := digitsAt(words[0], 0); ok {
				s.cards = append(s.cards, card{gpu: int(n), slice: true, used: used, total: total})
			}
		} else if !s.mig {
			s.cards = append(s.cards, card{gpu: gpu, used: used, total: total})
		}
		break
	}
	if n, next, ok := first3(words); ok && !s.mig && len(words) > 1 && strings.IndexByte(words[1], '%') < 0 && next {
		return int(n)
	}
	return gpu
}

// first3 reads a small whole number from the first word.
func first3(words []string) (uint64, bool, bool) {
	if len(words) == 0 || len(words[0]) > 3 {
		return 0, false, false
	}
	n, next, ok := digitsAt(words[0], 0)
	return n, next == len(words[0]), ok
}

// usage reads "1234MiB / 24576MiB".
func usage(cell string) (used, total Amount, ok bool) {
	left, right, found := strings.Cut(cell, " / ")
	if !found {
		return
	}
	left, right = strings.TrimSpace(left), strings.TrimSpace(right)
	if !strings.HasSuffix(left, "iB") || !strings.HasSuffix(right, "iB") {
		return
	}
	used, okUsed := mebibytes(left)
	total, okTotal := mebibytes(right)
	return used, total, okUsed && okTotal
}

// mebibytes reads a whole number of MiB, which stands for half a MiB more or
// less.
func mebibytes(s string) (Amount, bool) { return amountAfter(s, 0) }

// processLine reads one row of the process table: GPU, perhaps the two ids of
// a MIG slice, PID, type, name, memory.
func (s *smi) processLine(words []string) {
	if len(words) < 4 {
		return
	}
	gpu, whole, ok := first3(words)
	if !ok || !whole {
		return
	}
	t := 2
	for t < len(words) && t < 6 && !(isType(words[t]) && isNumber(words[t-1])) {
		t++
	}
	if t >= len(words)-1 || t == 6 {
		return
	}
	pid, _, _ := digitsAt(words[t-1], 0)
	p := Process{PID: pid, GPU: int(gpu)}
	last := words[len(words)-1]
	if a, ok := mebibytes(last); ok {
		p.Bytes = a
	} else if last == "N/A" {
		s.hidden = true
	}
	p.Name = baseName(strings.Join(words[t+1:len(words)-1], " "))
	s.processes = append(s.processes, p)
}

func isType(w string) bool { return w == "C" || w == "G" || w == "C+G" || w == "M+C" }

func isNumber(w string) bool {
	_, next, ok := digitsAt(w, 0)
	return ok && next == len(w)
}

// baseName is the last part of a path.
func baseName(s string) string {
	if i := strings.LastIndexAny(s, `/\`); i >= 0 && i+1 < len(s) {
		return s[i+1:]
	}
	return s
}

// cardOf finds the card with a number; -1 finds the only one.
func (s *smi) cardOf(gpu int) (card, bool) {
	whole := 0
	var found card
	for _, c := range s.cards {
		if c.slice {
			continue
		}
		if c.gpu == gpu {
			return c, true
		}
		whole++
		found = c
	}
	return found, whole == 1 && gpu <= 0
}
