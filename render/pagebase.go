package render

import (
	"encoding/json"
	"io"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// pageBase are the methods of a comparison, and their changes. records.ts has the meaning of each field.
type pageBase struct {
	Name    string           `json:"name"`
	Chance  string           `json:"chance"`
	Doubts  []string         `json:"doubts"`
	Methods []pageBaseMethod `json:"methods"`
	Samples []pageChange     `json:"samples"`
	Calls   []pageChange     `json:"calls"`
}

type pageBaseMethod struct {
	ID     *iprof.MethodID `json:"id,omitempty"`
	BaseID *iprof.MethodID `json:"base_id,omitempty"`
	Was    string          `json:"was,omitempty"`
	Gone   *pageMethod     `json:"gone,omitempty"`
}

// A pageChange has the index of a method in Methods, its counts in the base and now, its shares there, their difference, the new
// share as a multiple of the old one, nil if that is 0, and 1 if it changed.
type pageChange [8]any

// PageBase writes the name of a base, as readers know it, and the methods of a comparison that contexts and stacks of its profiles refer to, for a part of [Report]: their ids
// in both, renamed ones, names of those that only the base has, and the changes of their self samples and entries, by metric.
func PageBase(w io.Writer, name string, of *compare.Comparison, changes map[convert.Metric][]diff.MethodChange) error {
	old, new := &of.Sides[compare.OldSide], &of.Sides[compare.NewSide]
	usedInOld, usedInNew := convert.ReferencedMethods(old.Profile), convert.ReferencedMethods(new.Profile)
	part := pageBase{Name: visible(name), Chance: compare.ChanceNote(), Doubts: []string{}, Methods: []pageBaseMethod{}}
	index := make([]int, len(of.At))
	for number := range of.At {
		was, is := old.MethodSlots[number], new.MethodSlots[number]
		inOld, inNew := was >= 0 && usedInOld[was], is >= 0 && usedInNew[is]
		if !inOld && !inNew {
			continue
		}
		var m pageBaseMethod
		if inNew {
			id := new.Profile.MethodIDAt(int(is))
			m.ID = &id
			m.Was = boundName(visible(of.RenamedFrom(int32(number))))
		}
		if inOld {
			id := old.Profile.MethodIDAt(int(was))
			m.BaseID = &id
			if !inNew {
				gone := pageMethodOf(old.Profile, old.Names, int(was))
				m.Gone = &gone
			}
		}
		index[number] = len(part.Methods)
		part.Methods = append(part.Methods, m)
	}
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if doubt := diff.DoubtProgram(changes[m], m.UnitIn(new.Profile)); doubt != "" {
			part.Doubts = append(part.Doubts, doubt)
			break // one is enough
		}
	}
	rows := func(m convert.Metric) []pageChange {
		all := []pageChange{}
		for _, c := range changes[m] {
			changed := 0
			if c.Changed {
				changed = 1
			}
			var factor any
			if c.OldShare > 0 {
				factor = c.NewShare / c.OldShare
			}
			all = append(all, pageChange{index[c.Number], c.Count.Old, c.Count.New, c.OldShare, c.NewShare, c.NewShare - c.OldShare, factor, changed})
		}
		return all
	}
	part.Samples, part.Calls = rows(convert.Samples), rows(convert.Calls)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // as in the other parts, which have the same names
	return e.Encode(part)
}
