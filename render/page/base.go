package page

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Base is the profile that a report compares with.
type Base struct {
	Name    string   // as readers know it
	Command []string // also shows differences that are not changes; nil: there are none
	Of      *compare.Comparison
	Changes map[convert.Metric][]diff.MethodChange // of self samples and of entries
	Limit   int                                    // of methods that have their changes, those with the largest counts; 0: all
}

// Write writes the ids of methods in both profiles, names of methods that only the base has, renamed ones, and changes, for a part of
// [Report]: JSON, which records.ts explains. There may be millions of methods.
func (p Base) Write(w io.Writer) error {
	j := &pageBaseWriter{Writer: jsontext.NewWriter(w), of: p.Of}
	for side := range j.used {
		j.used[side] = convert.ReferencedMethods(p.Of.Sides[side].Profile)
	}
	j.B.WriteString("{\n")
	j.Line("name", func() { j.String(plaintext.Visible(p.Name)) })
	j.Line("command", func() { j.String(plaintext.Visible(words.ShellLine(p.Command))) })
	j.Line("chance", func() { j.String(compare.ChanceNote()) })
	doubts := p.doubts()
	j.Texts("doubts", doubts)
	j.Line("pairs", j.pairs)
	j.Line("renamed", j.renamed)
	gone := map[int32]bool{}
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		changes := greatestChanges(p.Changes[m], p.Limit)
		for _, c := range changes {
			if _, ok := j.id(compare.NewSide, c.Number); !ok {
				gone[c.Number] = true
			}
		}
		j.Line(m.String(), func() { j.List(len(changes), func(i int) { j.change(changes[i]) }) })
	}
	j.Line("gone", func() { j.gone(gone) })
	j.B.WriteString("}\n")
	return j.B.Flush()
}

// doubts are reasons to doubt that both profiles are of one program; one is enough.
func (p Base) doubts() []string {
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if doubt := diff.DoubtProgram(p.Changes[m], m.UnitIn(p.Of.Sides[compare.NewSide].Profile)); doubt != "" {
			return []string{doubt}
		}
	}
	return nil
}

// greatestChanges returns the changes of the methods with the largest counts.
func greatestChanges(all []diff.MethodChange, limit int) []diff.MethodChange {
	if limit == 0 || limit >= len(all) {
		return all
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b diff.MethodChange) int {
		return cmp.Or(cmp.Compare(max(b.OldShare, b.NewShare), max(a.OldShare, a.NewShare)), cmp.Compare(a.Number, b.Number))
	})
	return all[:limit]
}

type pageBaseWriter struct {
	*jsontext.Writer
	of   *compare.Comparison
	used [2][]bool // by side and slot: contexts or stacks refer to it
}

// id returns the id of a method in a profile; false: nothing refers to it there.
func (j *pageBaseWriter) id(side int, number int32) (iprof.MethodID, bool) {
	slot := j.of.Sides[side].MethodSlots[number]
	if slot < 0 || !j.used[side][slot] {
		return 0, false
	}
	return j.of.Sides[side].Profile.MethodIDAt(int(slot)), true
}

// idOrNull writes the id of a method in a profile; null: nothing refers to it there.
func (j *pageBaseWriter) idOrNull(side int, number int32) {
	id, ok := j.id(side, number)
	j.IntOrNull(int64(id), ok)
}

// pairs writes the ids of methods that both profiles refer to: the new one and the old one, in turns.
func (j *pageBaseWriter) pairs() {
	j.B.WriteByte('[')
	sep := ""
	for number := range j.of.At {
		is, inNew := j.id(compare.NewSide, int32(number))
		was, inOld := j.id(compare.OldSide, int32(number))
		if inNew && inOld {
			j.B.WriteString(sep)
			j.Int(int64(is))
			j.B.WriteByte(',')
			j.Int(int64(was))
			sep = ","
		}
	}
	j.B.WriteByte(']')
}

// renamed writes the ids of renamed methods with their old names.
func (j *pageBaseWriter) renamed() {
	var numbers []int32
	for number := range j.of.At {
		if _, inNew := j.id(compare.NewSide, int32(number)); inNew && j.of.RenamedFrom(int32(number)) != "" {
			numbers = append(numbers, int32(number))
		}
	}
	j.List(len(numbers), func(i int) {
		j.B.WriteByte('[')
		j.idOrNull(compare.NewSide, numbers[i])
		j.B.WriteByte(',')
		j.String(fitname.Bound(plaintext.Visible(j.of.RenamedFrom(numbers[i]))))
		j.B.WriteByte(']')
	})
}

// change writes the ids of a method in both profiles, its counts, its shares, their difference, the new share as a multiple of the
// old one, and 1 if it changed.
func (j *pageBaseWriter) change(c diff.MethodChange) {
	j.B.WriteByte('[')
	j.idOrNull(compare.NewSide, c.Number)
	j.B.WriteByte(',')
	j.idOrNull(compare.OldSide, c.Number)
	for _, n := range []int64{c.Count.Old, c.Count.New} {
		j.B.WriteByte(',')
		j.Int(n)
	}
	for _, x := range []float64{c.OldShare, c.NewShare, c.NewShare - c.OldShare} {
		j.B.WriteByte(',')
		j.FloatOrNull(x, true)
	}
	j.B.WriteByte(',')
	j.FloatOrNull(c.NewShare/c.OldShare, c.OldShare > 0)
	if c.Changed {
		j.B.WriteString(",1]")
	} else {
		j.B.WriteString(",0]")
	}
}

// gone writes methods of the base, as the part "methods" has those of the profile.
func (j *pageBaseWriter) gone(wanted map[int32]bool) {
	old := &j.of.Sides[compare.OldSide]
	var numbers []int32
	for number := range j.of.At {
		if wanted[int32(number)] {
			numbers = append(numbers, int32(number))
		}
	}
	j.List(len(numbers), func(i int) {
		var text strings.Builder
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false) // as in the other parts, which have the same names
		e.Encode(pageMethodOf(old.Profile, old.Names, int(old.MethodSlots[numbers[i]])))
		j.B.WriteString(strings.TrimSpace(text.String()))
	})
}
