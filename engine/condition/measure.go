package condition

import (
	"strconv"
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// measure gives a number of a run; ok is false when an argument names nothing
// that the run has.
type measure func(r *Run, args []string) (v value, ok bool)

var measures map[string]measure

func init() {
	measures = map[string]measure{
		"ioctls": ioctls, "count": count, "free": free, "peak": peak, "live": live,
		"error": answer, "same": same, "largest_hole": largestHole, "reads": reads,
	}
}

// scope selects rows: all, a line, or a call's name.
type scope struct {
	line uint32
	call string
	all  bool
}

func scopeOf(text string) (s scope, ok bool) {
	if n, found := lineOf(text); found {
		return scope{line: n}, true
	}
	if text == "all" || text == "" {
		return scope{all: true}, true
	}
	for i := range target.Ops {
		if target.Ops[i].Name == text {
			return scope{call: text}, true
		}
	}
	return scope{}, false
}

// lineOf reads "line 5".
func lineOf(text string) (uint32, bool) {
	rest, found := strings.CutPrefix(text, "line ")
	n, err := strconv.ParseUint(strings.TrimSpace(rest), 10, 32)
	return uint32(n), found && err == nil
}

func (s scope) has(row *timeline.Row) bool {
	return s.all || s.call != "" && target.Ops[row.Call.Op].Name == s.call || s.call == "" && row.Call.Line == s.line
}

// last is the last row in a scope, or nil.
func (r *Run) last(s scope) *timeline.Row {
	rows := r.Run.Rows()
	for i := len(rows) - 1; i >= 0; i-- {
		if s.has(&rows[i]) {
			return &rows[i]
		}
	}
	return nil
}

// one is the only argument, or "".
func one(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func ioctls(r *Run, args []string) (v value, ok bool) {
	s, ok := scopeOf(one(args))
	v.at = event.None
	for i := range r.Run.Rows() {
		if row := &r.Run.Rows()[i]; s.has(row) {
			v.n += int64(len(row.Ioctls))
			v.at = row.Last
			if e := r.lastIn(row, event.Ioctl); e != event.None {
				v.at = e
			}
		}
	}
	return v, ok
}

// lastIn is the last event of a kind in a row, or event.None.
func (r *Run) lastIn(row *timeline.Row, k event.Kind) uint32 {
	for i := row.Last + 1; i > row.First; i-- {
		if r.Run.Event(i-1).Kind == k {
			return i - 1
		}
	}
	return event.None
}

// count counts events of a kind, entries that became valid, or calls.
func count(r *Run, args []string) (v value, ok bool) {
	if len(args) == 0 || len(args) > 2 {
		return value{0, event.None}, false
	}
	s, ok := scopeOf(strings.Join(args[1:], ""))
	weigh, known := weigher(args[0])
	v.at = event.None
	rows := r.Run.Rows()
	for i := range rows {
		row := &rows[i]
		if !s.has(row) {
			continue
		}
		if weigh == nil {
			if target.Ops[row.Call.Op].Name == args[0] {
				v.n, v.at = v.n+1, row.First
			}
			continue
		}
		for e := row.First; e <= row.Last && e < r.Run.Len(); e++ {
			if n := weigh(r.Run.Event(e)); n > 0 {
				v.n, v.at = v.n+n, e
			}
		}
	}
	return v, ok && known
}

// weigher says what an event counts for the thing to be counted; nil if that
// is a call.
func weigher(name string) (weigh func(*event.Event) int64, known bool) {
	if name == "entry" {
		return validEntries, true
	}
	for i := range target.Ops {
		if target.Ops[i].Name == name && name != "" {
			return nil, true
		}
	}
	for i := range event.Table {
		if k := event.Table[i].Kind; event.Table[i].Name == name || k.String() == name {
			return func(e *event.Event) int64 {
				if e.Kind == k {
					return 1
				}
				return 0
			}, true
		}
	}
	return nil, false
}

// validEntries is how many words of page tables an event makes valid.
func validEntries(e *event.Event) int64 {
	if e.Kind != event.EntryRun {
		return 0
	}
	if i := event.EntryRunOf(e); i.New != 0 {
		return int64(i.N)
	}
	return 0
}

// seek goes to a place; row is the one that ends there, nil at the start.
func (r *Run) seek(place string) (row *timeline.Row, ok bool) {
	rows := r.Run.Rows()
	switch {
	case place == "start":
		r.Run.SeekCount(0)
		return nil, true
	case place == "end":
		r.Run.SeekCount(r.Run.Len())
		if len(rows) == 0 {
			return nil, true
		}
		return &rows[len(rows)-1], true
	case len(place) > 1 && place[0] == '"':
		for i := len(rows) - 1; i >= 0; i-- {
			if c := &rows[i].Call; c.Op == target.PwCheckpoint && c.Text == strings.Trim(place, `"`) {
				r.Run.Seek(rows[i].Last)
				return &rows[i], true
			}
		}
		return nil, false
	}
	n, ok := lineOf(place)
	if row = r.last(scope{line: n}); !ok || row == nil {
		return nil, false
	}
	r.Run.Seek(row.Last)
	return row, true
}

func (r *Run) freeNow() int64 {
	var s target.Sample
	r.Machine.Sample(&s)
	return int64(s.Free)
}

func free(r *Run, args []string) (v value, ok bool) {
	row, ok := r.seek(one(args))
	v = value{r.freeNow(), event.None}
	if ok && row != nil {
		v.at = r.moving(row)
	}
	return v, ok
}

func peak(r *Run, args []string) (v value, ok bool) {
	r.Run.SeekCount(0)
	start := r.freeNow()
	v.at = event.None
	for i := range r.Run.Rows() {
		row := &r.Run.Rows()[i]
		r.Run.Seek(row.Last)
		if used := start - r.freeNow(); used > v.n {
			v = value{used, r.moving(row)}
		}
	}
	return v, one(args) == "used"
}

func largestHole(r *Run, args []string) (v value, ok bool) {
	_, ok = r.seek(one(args))
	if r.Machine.Profile.PMM.OwnsAll {
		bytes, _ := r.Machine.PMM.LargestFree()
		return value{int64(bytes), event.None}, ok
	}
	return value{int64(r.Machine.PMA.LargestRun().N) << 16, event.None}, ok
}

func reads(r *Run, args []string) (v value, ok bool) {
	return count(r, append([]string{"walk-read"}, args...))
}

func answer(r *Run, args []string) (v value, ok bool) {
	s, ok := scopeOf(one(args))
	row := r.last(s)
	if row == nil {
		return value{0, event.None}, false
	}
	return value{int64(row.Code), row.Last}, ok
}
