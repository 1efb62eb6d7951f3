package recording

import (
	"fmt"

	"pagewalk/engine/compare"
)

// Run is the recorded run as compare takes it.
func (f *File) Run() *compare.Run {
	h := &f.Header
	run := &compare.Run{Name: h.Card, Measured: h.Driver != "", Start: h.Free}
	if run.Measured {
		run.Name = fmt.Sprintf("%s, driver %s, CUDA %s, %s", h.Card, h.Driver, h.CUDA, h.Date)
	}
	for i := range f.Rows {
		row := &f.Rows[i]
		r := row.Result()
		run.Rows = append(run.Rows, compare.Row{
			Call: row.Target(), Unable: row.Unable, Code: r.Code, Why: r.Why.ID, Out: r.Out, PS: row.PS, Free: row.Free, Ioctls: r.Ioctls,
		})
	}
	return run
}
