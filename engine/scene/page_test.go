package scene

import (
	"fmt"
	"strings"

	"pagewalk/engine/event"
)

// pageMoment is m as the page's type has it, ready for JSON: addresses are
// hexadecimal strings where the page has bigint.
func pageMoment(m *Moment, row, ordinal uint32) map[string]any {
	return map[string]any{
		"point": map[string]any{"row": row, "ordinal": ordinal},
		"event": signedJSON(m.Event), "events": m.Events, "line": m.Line, "pane": m.Pane, "kind": m.Kind,
		"sentence": m.Sentence, "note": m.Note, "cause": signedJSON(m.Cause), "ps": m.PS,
		"runtime": pageRuntime(&m.Runtime), "driver": pageDriver(&m.Driver),
		"translation": pageTranslation(&m.Translation), "physical": pagePhysical(&m.Physical),
		"managed": pageManaged(&m.Managed), "ever": m.Ever,
		"seams": m.Seams, "output": m.Output,
		"counters": each(m.Counters, func(c Counter) any {
			return map[string]any{"name": c.Name, "value": c.Value, "exact": c.Exact}
		}),
		"thread": each(m.Thread, func(s Station) any {
			names := strings.Fields("call pointer slab piece rung cache level entry tlb page chunk frame block")
			return map[string]any{"pane": s.Pane, "part": names[s.Part], "index": s.Index}
		}),
	}
}

func signedJSON(n uint32) int64 {
	if n == event.None {
		return -1
	}
	return int64(n)
}

func hex(n uint64) string { return fmt.Sprintf("0x%x", n) }

func each[T any](list []T, f func(T) any) []any {
	out := []any{}
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

func pageRuntime(r *Runtime) map[string]any {
	v := map[string]any{"asked": r.Asked, "unknown": r.Unknown, "knows": r.Knows, "empty": r.Empty, "call": nil}
	if r.HasCall {
		v["call"] = map[string]any{"text": r.Call.Text, "state": []string{"running", "done", "failed"}[r.Call.State], "result": r.Call.Result, "ps": r.Call.PS}
	}
	v["pointers"] = each(r.Pointers, func(p Pointer) any {
		return map[string]any{"name": p.Name, "address": hex(p.Address), "bytes": p.Bytes, "state": []string{"live", "freed", "new"}[p.State], "now": p.Now, "id": p.ID}
	})
	v["slabs"] = each(r.Slabs, func(s Slab) any {
		return map[string]any{"kind": []string{"slab", "block", "host"}[s.Kind], "address": hex(s.Address), "bytes": s.Bytes, "now": s.Now,
			"pieces": each(s.Pieces, func(p Piece) any {
				return map[string]any{"offset": p.Offset, "bytes": p.Bytes, "live": p.Live, "name": p.Name, "now": p.Now}
			})}
	})
	return v
}

func pageDriver(d *Driver) map[string]any {
	path := d.Path
	if path == nil {
		path = []string{}
	}
	return map[string]any{
		"asked": d.Asked, "unknown": d.Unknown, "knows": d.Knows, "empty": d.Empty, "path": path,
		"rungs": each(d.Rungs, func(r Rung) any {
			return map[string]any{"name": r.Name, "number": r.Number, "lines": append([]string{}, r.Lines...), "state": []string{"done", "now", "ahead"}[r.State], "ps": r.PS}
		}),
		"lists": each(d.Lists, func(l List) any {
			return map[string]any{"name": l.Name, "before": l.Before, "after": l.After, "now": l.Now}
		}),
		"cache": each(d.Cache, func(c Cached) any {
			return map[string]any{"address": hex(c.Address), "bytes": c.Bytes, "now": c.Now}
		}),
		"used": map[string]any{"program": d.Used.Program, "driver": d.Used.Driver, "smi": d.Used.SMI, "total": d.Used.Total},
	}
}

func pageTranslation(t *Translation) map[string]any {
	v := map[string]any{"asked": t.Asked, "unknown": t.Unknown, "knows": t.Knows, "empty": t.Empty, "format": t.Format, "address": nil, "offset": nil, "entry": nil}
	if t.HasAddress {
		v["address"] = hex(t.Address)
	}
	if t.HasOffset {
		v["offset"] = map[string]any{"hi": t.Offset.Hi, "lo": t.Offset.Lo, "bits": t.Offset.Bits}
	}
	if t.HasEntry {
		v["entry"] = map[string]any{"title": t.Entry.Title, "raw": t.Entry.Raw, "now": t.Entry.Now, "fields": each(t.Entry.Fields, func(f EntryField) any {
			return map[string]any{"name": f.Name, "hi": f.Hi, "lo": f.Lo, "value": f.Value, "meaning": f.Meaning}
		})}
	}
	v["levels"] = each(t.Levels, func(l Level) any {
		return map[string]any{"name": l.Name, "hi": l.Hi, "lo": l.Lo, "bits": l.Bits, "index": l.Index, "slots": l.Slots,
			"used": each(l.Used, func(n uint32) any { return n }), "raw": l.Raw, "target": l.Target, "now": l.Now, "read": l.Read}
	})
	v["sm"], v["smAsked"], v["sms"] = t.SM, t.SMAsked, each(t.SMs, func(n uint16) any { return n })
	v["tlb"] = each(t.TLB, func(s TLBSet) any {
		return map[string]any{"name": s.Name, "set": s.Set, "ways": each(s.Ways, func(w Way) any {
			return map[string]any{"state": strings.Fields("empty valid filled missed evicted invalid")[w.State], "tag": hex(w.Tag)}
		})}
	})
	return v
}

func pagePhysical(p *Physical) map[string]any {
	legend := []int{}
	for i := range 32 {
		if p.Legend>>i&1 == 1 {
			legend = append(legend, i)
		}
	}
	v := map[string]any{
		"asked": p.Asked, "unknown": p.Unknown, "knows": p.Knows, "pages": p.Pages, "now": signedJSON(p.Now),
		"whole":  each(p.Whole, func(c Cell) any { return c }),
		"window": map[string]any{"first": p.First, "count": p.Count}, "root": nil,
		"callout": p.Callout, "legend": legend, "free": p.Free, "largest": p.Largest,
		"frames": pageFrames(&p.Frames), "machine": pageMachine(&p.Machine), "victim": signedJSON(p.Victim),
		"lists": each(p.Lists, func(l ChunkList) any {
			return map[string]any{"list": l.List, "kernel": l.Kernel, "zero": l.Zero, "bytes": l.Bytes, "count": l.Count, "before": l.Before, "now": l.Now, "tail": l.Tail,
				"chunks": each(l.Chunks, func(c ListedChunk) any { return map[string]any{"address": hex(c.Address), "now": c.Now} })}
		}),
	}
	if p.HasRoot {
		v["root"] = map[string]any{"page": p.Root.Page, "address": hex(p.Root.Address), "title": p.Root.Title, "state": p.Root.State,
			"rows": each(p.Root.Rows, func(r ChunkRow) any {
				return map[string]any{"bytes": r.Bytes, "label": r.Label, "first": r.First, "count": r.Count, "cells": each(r.Cells, func(c ChunkCell) any {
					return map[string]any{"state": strings.Fields("PMA_OWNED FREE IS_SPLIT TEMP_PINNED ALLOCATED")[c.State], "kernel": c.Kernel, "cached": c.Cached, "now": c.Now, "label": c.Label}
				})}
			})}
	}
	return v
}

func pageFrames(f *FrameMap) map[string]any {
	return map[string]any{
		"first": f.First, "bits": each(f.Bits, func(b uint8) any { return b }), "now": map[string]any{"first": f.NowFirst, "count": f.NowCount},
		"free": f.Free, "pages": f.FreePages, "clearing": f.Clearing, "queued": f.Queued, "total": f.Total,
	}
}

func pageMachine(s *Machine) map[string]any {
	v := map[string]any{"count": s.Count, "move": nil}
	if s.Moved {
		v["move"] = map[string]any{"from": s.From, "to": s.To, "rule": s.Rule, "count": s.N}
	}
	return v
}

func pageManaged(g *Managed) map[string]any {
	share := func(s Share) map[string]any {
		return map[string]any{"pages": s.Pages, "gpu": s.GPU, "cpu": s.CPU, "both": s.Both, "remote": s.Remote}
	}
	v := map[string]any{"bytes": g.Bytes, "total": share(g.Total), "first": g.First, "all": g.Blocks, "block": nil,
		"faultsFirst": g.FaultsFirst, "faultsAll": g.FaultsAll, "batchesAll": g.BatchesAll, "buffered": g.Buffered,
		"shown": each(g.Shown, func(b BlockShare) any {
			return map[string]any{"base": hex(b.Base), "name": b.Name, "share": share(b.Share), "touched": b.Touched, "current": b.Current, "now": b.Now}
		}),
		"faults": each(g.Faults, func(f FaultRow) any {
			return map[string]any{"address": hex(f.Address), "page": f.Page, "gpu": f.GPU, "write": f.Write, "moves": f.Moves, "there": f.Already, "state": []string{"done", "now", "ahead"}[f.State], "faults": f.Faults, "batch": f.Batch}
		}),
		"batches": each(g.Batches, func(b BatchRow) any {
			return map[string]any{"number": b.Number, "interrupt": b.Interrupt, "packets": b.Packets, "pages": b.Pages, "blocks": b.Blocks, "duplicates": b.Duplicates, "left": b.Left,
				"replays": b.Replays, "dropped": b.Dropped, "done": b.Done, "again": b.Again, "state": []string{"done", "now", "ahead"}[b.State]}
		}),
	}
	if b := &g.Block; b.Has {
		v["block"] = map[string]any{
			"base": hex(b.Base), "policy": b.Policy, "pages": each(b.Pages, func(p uint8) any { return p }),
			"now": map[string]any{"first": b.NowFirst, "count": b.NowCount, "from": b.From, "to": b.To, "reason": b.Reason},
			"chunks": each(b.Chunks, func(c BlockChunk) any {
				return map[string]any{"first": c.First, "pages": c.Pages, "address": hex(c.Address), "now": c.Now}
			}),
		}
	}
	return v
}
