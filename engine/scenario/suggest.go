package scenario

// nearest gives the declared name that a misspelt one is closest to; empty if
// none is close. Of several equally close ones it is the first in the alphabet,
// so that the answer does not depend on the order of a map.
func (c *compiler) nearest(name string, kind symbolKind) string {
	best, found := 1+len(name)/4, ""
	if len(name) > 64 {
		return ""
	}
	if kind == typeSymbol {
		for _, word := range typeWords {
			if d := distance(name, word); d < best || d == best && found != "" && word < found {
				best, found = d, word
			}
		}
	}
	for s := c.scope; s != nil; s = s.up {
		for other, sym := range s.names {
			if (sym.kind == typeSymbol) != (kind == typeSymbol) || (sym.kind == functionSymbol) != (kind == functionSymbol) || sym.typ != nil && sym.typ.bad() || len(other) > 64 {
				continue
			}
			if d := distance(name, other); d < best || d == best && found != "" && other < found {
				best, found = d, other
			}
		}
	}
	return found
}

func nearestField(t *ctype, name string) string {
	best, found := 2+len(name)/3, ""
	for _, f := range t.fields {
		if d := distance(name, f.name); d < best && f.name != "" {
			best, found = d, f.name
		}
	}
	return found
}

// distance is the number of letters to change, add, drop or exchange with
// their neighbour.
func distance(a, b string) int {
	var rows [3][66]int
	a, b = a[:min(len(a), 64)], b[:min(len(b), 64)]
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, last, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			} else if a[i-1]|32 == b[j-1]|32 {
				change = 0
				if a[i-1] != b[j-1] && len(a) < 3 {
					change = 1
				}
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
