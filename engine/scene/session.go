package scene

import (
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/explain/oom"
	"pagewalk/engine/lab"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/timeline"
)

// Session is the engine as a page holds it: one run at a time, and an answer in
// a frame for every call. Package wasm exports its methods; the server and the
// lesson logs use the same.
//
// Every method answers with a frame that is valid until the next call. The
// serial number is only repeated in it.
type Session struct {
	w       Writer
	sender  *Sender
	lang    explain.Lang
	run     *timeline.Run
	builder *Builder
	watched bool  // the next run is asked for its free memory after each call
	sides   sides // of a comparison
}

// NewSession gives a session without a run.
func NewSession() *Session { return &Session{sender: NewSender()} }

// Start compiles a program and makes a machine for it. Sets are KEY=VALUE
// lines that change the profile. A program with errors is refused with its
// diagnostics, and the run before it stays.
func (s *Session) Start(serial uint32, source, profileName, sets string, seed uint64, lang explain.Lang) []byte {
	s.w.Begin(serial)
	s.lang = lang
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	p, bad := profileFor(profileName, program, sets)
	if program == nil || bad != "" {
		s.w.SetStatus(StatusRefused)
		s.diagnostics(diagnostics, bad)
		return s.end()
	}
	m := lab.NewMachine(p, program, seed)
	m.Watched = s.watched
	vm := scenario.NewVM(program, seed)
	s.run = timeline.New(m, vm, vm, seed, p.Limits.Events)
	s.builder = NewBuilder(s.run, m, variablesOf(vm), lang)
	s.sender.Restart()
	s.builder.Sender = s.sender
	s.w.SetStatus(StatusRunning)
	s.builder.WriteCursor(&s.w)
	s.diagnostics(diagnostics, "")
	return s.end()
}

// profileFor gives the profile with the program's own settings and then the
// page's; bad is what was wrong with them, in English as the command line says
// it.
func profileFor(name string, program *scenario.Program, sets string) (p *profile.Profile, bad string) {
	if p = profile.Get(name); p == nil {
		return nil, "unknown profile " + name
	}
	var lines []string
	if program != nil {
		lines = append(lines, program.Settings.Set...)
	}
	for _, line := range append(lines, strings.Split(sets, "\n")...) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if err := profile.Set(p, line); err != nil {
			return nil, err.Error()
		}
	}
	return p, ""
}

// diagnostics writes what the compiler said, and a complaint about settings.
func (s *Session) diagnostics(list []scenario.Diagnostic, bad string) {
	n := len(list)
	if bad != "" {
		n++
	}
	if n == 0 {
		return
	}
	lang := [...]string{"en", "zh"}[s.lang]
	s.w.Open(SectionDiagnostics, n)
	for i := range list {
		d := &list[i]
		s.w.U32(uint32(d.Line))
		s.w.U32(uint32(d.Column))
		s.w.U32(uint32(d.EndColumn))
		s.w.U32(s.sender.Texts.ID(d.Text(lang)))
		s.w.U32(s.sender.Texts.ID(d.Hint(lang)))
	}
	if bad != "" {
		s.w.U32(0)
		s.w.U32(0)
		s.w.U32(0)
		s.w.U32(s.sender.Texts.ID(bad))
		s.w.U32(0)
	}
}

// end adds the texts that the frame needs and closes it.
func (s *Session) end() []byte {
	s.w.NewTexts(s.sender.Texts)
	return s.w.End()
}

// Run goes on with the program for about budget instructions. While it runs,
// the frame has the Cursor section only; the last one has everything.
func (s *Session) Run(serial uint32, budget int) []byte {
	s.w.Begin(serial)
	if s.run == nil {
		return s.none()
	}
	done := s.run.Step(budget)
	s.builder.follow()
	if !done {
		s.w.SetStatus(StatusRunning)
		s.builder.WriteCursor(&s.w)
		return s.end()
	}
	return s.finished()
}

// Stop ends the program where it is; what was recorded stays.
func (s *Session) Stop(serial uint32) []byte {
	s.w.Begin(serial)
	if s.run == nil {
		return s.none()
	}
	s.run.Stop()
	return s.finished()
}

func (s *Session) none() []byte {
	s.w.SetStatus(StatusNoRun)
	return s.w.End()
}

// finished writes the end of a run: its moment, summary and score.
func (s *Session) finished() []byte {
	s.builder.WriteMoment(&s.w)
	s.builder.WriteSummary(&s.w)
	s.faultOfProgram()
	s.builder.WriteScore(&s.w)
	return s.end()
}

// faultOfProgram says where the language stopped the program, if it did.
func (s *Session) faultOfProgram() {
	if st := s.run.Status(); st.Why == scenario.Fault || st.Why == scenario.Limit && st.Diagnostic.ID != 0 {
		s.diagnostics([]scenario.Diagnostic{st.Diagnostic}, "")
	}
}

// show writes the moment where the cursor is.
func (s *Session) show(serial uint32, status Status) []byte {
	s.w.Begin(serial)
	s.w.SetStatus(status)
	s.builder.WriteMoment(&s.w)
	return s.end()
}

// Seek makes an event the current one; event.None is before the first.
func (s *Session) Seek(serial, e uint32) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	s.builder.Look(0)
	s.run.Seek(e)
	return s.show(serial, StatusOK)
}

// At goes to a point.
func (s *Session) At(serial uint32, p timeline.Point) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	s.builder.Look(0)
	s.run.Seek(s.run.EventAt(p))
	return s.show(serial, StatusOK)
}

// Move goes one unit forward or back.
func (s *Session) Move(serial uint32, u timeline.Unit, forward bool) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	s.builder.Look(0)
	s.run.Move(u, forward)
	return s.show(serial, StatusOK)
}

// Jump goes to the next or previous event whose kind's name contains the given
// one: "ioctl", "pmm.split", "fault".
func (s *Session) Jump(serial uint32, name string, forward bool) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	wanted := map[event.Kind]bool{}
	for i := range event.Table {
		if k := event.Table[i].Kind; strings.Contains(k.String(), name) {
			wanted[k] = true
		}
	}
	return s.to(serial, s.run.Find(forward, func(e *event.Event) bool { return wanted[e.Kind] }))
}

// Who goes to the event that last changed what a station shows.
func (s *Session) Who(serial uint32, st Station) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	return s.to(serial, s.builder.Who(st))
}

// to goes to an event, or says that there is none.
func (s *Session) to(serial, e uint32) []byte {
	if e == event.None {
		return s.show(serial, StatusNothing)
	}
	s.builder.Look(0)
	s.run.Seek(e)
	return s.show(serial, StatusOK)
}

// maxEvents is how many rows one Events section may have.
const maxEvents = 2000

// Events lists events with their sentences.
func (s *Session) Events(serial, from, count uint32) []byte {
	s.w.Begin(serial)
	if s.run == nil {
		return s.none()
	}
	s.builder.WriteEvents(&s.w, from, min(count, maxEvents))
	return s.end()
}

// Look shows the walk of an address; 0, or any move, follows the run again.
func (s *Session) Look(serial uint32, address uint64) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	s.builder.Look(address)
	return s.show(serial, StatusOK)
}

// Processor shows the caches of a processor; one beyond the last follows the run
// again.
func (s *Session) Processor(serial, sm uint32) []byte {
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	s.builder.Processor(int(int32(sm)))
	return s.show(serial, StatusOK)
}

// Language changes the language of all texts.
func (s *Session) Language(serial uint32, lang explain.Lang) []byte {
	s.lang = lang
	if s.run == nil {
		s.w.Begin(serial)
		return s.none()
	}
	s.builder.Language(lang)
	return s.show(serial, StatusOK)
}

// Hash gives the hash of the moment, for tests.
func (s *Session) Hash(serial uint32) []byte {
	s.w.Begin(serial)
	if s.run == nil {
		return s.none()
	}
	s.builder.WriteCursor(&s.w)
	s.builder.WriteCounters(&s.w)
	return s.end()
}

// Profiles lists the machines that there are: name, title, kind.
func (s *Session) Profiles(serial uint32) []byte {
	s.w.Begin(serial)
	list := profile.List()
	s.w.Open(SectionProfiles, len(list))
	for _, p := range list {
		s.w.U32(s.sender.Texts.ID(p.Name))
		s.w.U32(s.sender.Texts.ID(p.Title))
		s.w.U32(uint32(p.Kind))
	}
	return s.end()
}

// Tags of records of the OOM section: tag, two texts, a number, flags.
const (
	oomHead    = iota // kind, headline; flags = verdict
	oomNumber         // name, value; a third text of the exact value follows in the number
	oomBar            // name; bytes; flags: 1 asked, 2 fits
	oomReason         // text
	oomOutside        // text
	oomNext           // text, code
)

// OOM reads a pasted out-of-memory text. It needs no run.
func (s *Session) OOM(serial uint32, text string, lang explain.Lang) []byte {
	s.w.Begin(serial)
	report := oom.Read([]byte(text))
	r := report.Say(lang)
	s.w.Open(SectionOOM, 1+len(r.Numbers)+len(r.Bars)+len(r.Reasons)+len(r.Outside)+len(r.Next))
	s.record(oomHead, r.Kind, r.Headline, 0, verdictNumber(r.Verdict))
	for _, n := range r.Numbers {
		s.record(oomNumber, n.Name, n.Value, uint64(s.sender.Texts.ID(n.Exact)), 0)
	}
	for _, b := range r.Bars {
		s.record(oomBar, b.Name, "", b.Bytes, uint32(word(b.Asked))|uint32(word(b.Fits))<<1)
	}
	for _, x := range r.Reasons {
		s.record(oomReason, x, "", 0, 0)
	}
	for _, x := range r.Outside {
		s.record(oomOutside, x, "", 0, 0)
	}
	for _, x := range r.Next {
		s.record(oomNext, x.Text, x.Code, 0, 0)
	}
	return s.end()
}

func verdictNumber(name string) uint32 {
	for i, v := range [...]string{"fragmentation", "full", "limit", "outside"} {
		if v == name {
			return uint32(i)
		}
	}
	return 4
}

func (s *Session) record(tag uint32, a, b string, n uint64, flags uint32) {
	s.w.U32(tag)
	s.w.U32(s.sender.Texts.ID(a))
	s.w.U32(s.sender.Texts.ID(b))
	s.w.U64(n)
	s.w.U32(flags)
}

// Bug answers a call that ended in a panic of ours. The session is of no use
// afterwards.
func (s *Session) Bug(serial uint32, text string) []byte {
	s.w = Writer{}
	s.w.Begin(serial)
	s.w.SetStatus(StatusBug)
	s.w.Open(SectionBug, 1)
	s.w.bytes([]byte(text))
	return s.w.End()
}

// RunOf is the run of the session, nil before the first.
func (s *Session) RunOf() *timeline.Run { return s.run }

// Done says whether the program has ended.
func (s *Session) Done() bool { return s.run != nil && s.run.Done() }

// Sentences says every event of the run.
func (s *Session) Sentences() []string {
	var list []string
	for i := range s.run.Len() {
		sentence, _ := s.builder.sentence(i)
		list = append(list, sentence)
	}
	return list
}
