package main

import (
	"os"
	"runtime"
	"strings"
	"time"

	"pagewalk/engine/lab"
	"pagewalk/engine/machine"
	"pagewalk/engine/native"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
	recorded "pagewalk/server/recording"
)

// openTarget gives the target that --target names. The program, if there is one
// yet, is for a machine that is to know what comes.
func openTarget(env *environment, name string, p *profile.Profile, program *scenario.Program, seed uint64) (target.Target, error) {
	kind, file, _ := strings.Cut(name, ":")
	switch {
	case name == "sim" && program != nil:
		return lab.NewMachine(p, program, seed), nil
	case name == "sim":
		return machine.New(p, seed), nil
	case name == "native":
		return native.Open(native.Options{Notes: env.err})
	case kind == "recorded" && file != "":
		f, err := readRecording(env, file)
		if err != nil {
			return nil, err
		}
		return recorded.NewTarget(f), nil
	}
	return nil, badUsage("--target: found %q, expected sim, native or recorded:FILE", name)
}

// readRecording reads a recorded run.
func readRecording(env *environment, name string) (*recorded.File, error) {
	data, err := readInput(env, name)
	if err != nil {
		return nil, err
	}
	f, err := recorded.Read(data)
	if err != nil {
		return nil, badUsage("%s: %v", name, err)
	}
	return f, nil
}

// runTarget is a target whose rows may be recorded to a file.
type runTarget struct {
	target.Target
	recorder *recorded.Recorder
	writer   *recorded.Writer
	file     *os.File
}

// openRunTarget opens the target of a run, and the file of --record.
func openRunTarget(env *environment, l *loaded, o *runOptions) (*runTarget, error) {
	t, err := openTarget(env, o.target, l.profile, l.program, l.seed)
	if err != nil {
		return nil, err
	}
	r := &runTarget{Target: t}
	if o.record == "" {
		return r, nil
	}
	if r.file, err = os.Create(o.record); err != nil {
		t.Stop()
		return nil, usageError{err.Error()}
	}
	r.writer, err = recorded.NewWriter(r.file, strings.HasSuffix(o.record, ".gz"), runHeader(t, l))
	if err != nil {
		t.Stop()
		return nil, err
	}
	r.recorder = recorded.NewRecorder(t, r.writer)
	r.Target = r.recorder
	return r, nil
}

// runHeader describes a run: the target, the program and the moment.
func runHeader(t target.Target, l *loaded) recorded.Header {
	i := t.Info()
	h := recorded.Header{
		Kind: i.Kind, Card: i.Name, Driver: i.Driver, Name: l.name, Program: string(l.source), Seed: l.seed,
	}
	if at := strings.LastIndex(i.Driver, "CUDA "); at >= 0 {
		h.CUDA, h.Driver = i.Driver[at+len("CUDA "):], strings.TrimSuffix(i.Driver[:at], ", ")
	}
	if i.Kind == "simulated" {
		h.Profile = l.profile.Name
	} else {
		h.Date, h.Host = time.Now().UTC().Format(time.DateOnly), runtime.GOOS+"/"+runtime.GOARCH
	}
	var s target.Sample
	if t.Sample(&s) {
		h.Free, h.Total = s.Free, s.Total
	}
	return h
}

// finish closes the file of a recorded run.
func (r *runTarget) finish() error {
	if r.file == nil {
		return nil
	}
	err := r.recorder.Err()
	if e := r.writer.Close(); err == nil {
		err = e
	}
	if e := r.file.Close(); err == nil {
		err = e
	}
	return err
}
