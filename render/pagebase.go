package render

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
)

// PageBase is the profile that a report compares with.
type PageBase struct {
	Name    string   // as readers know it
	Command []string // shows differences that are no changes, too; nil: there are none
	Of      *compare.Comparison
	Changes map[convert.Metric][]diff.MethodChange // of self samples and of entries
	Limit   int                                    // of methods that have their changes, those with the greatest counts; 0: all
}

// Write writes the ids of methods in both profiles, names of methods that only the base has, renamed ones, and changes, for a part of
// [Report]: JSON, which records.ts explains. There may be millions of methods.
func (p PageBase) Write(w io.Writer) error {
	j := &pageBaseWriter{jsonWriter: newJSONWriter(w), of: p.Of}
	for side := range j.used {
		j.used[side] = convert.ReferencedMethods(p.Of.Sides[side].Profile)
	}
	j.b.WriteString("{\n")
	j.line("name", func() { j.string(visible(p.Name)) })
	j.line("command", func() { j.string(visible(words.ShellLine(p.Command))) })
	j.line("chance", func() { j.string(compare.ChanceNote()) })
	doubts := p.doubts()
	j.texts("doubts", doubts)
	j.line("pairs", j.pairs)
	j.line("renamed", j.renamed)
	gone := map[int32]bool{}
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		changes := greatestChanges(p.Changes[m], p.Limit)
		for _, c := range changes {
			if _, ok := j.id(compare.NewSide, c.Number); !ok {
				gone[c.Number] = true
			}
		}
		j.line(m.String(), func() { j.list(len(changes), func(i int) { j.change(changes[i]) }) })
	}
	j.line("gone", func() { j.gone(gone) })
	j.b.WriteString("}\n")
	return j.b.Flush()
}

// doubts are reasons to doubt that both profiles are of one program; one is enough.
func (p PageBase) doubts() []string {
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if doubt := diff.DoubtProgram(p.Changes[m], m.UnitIn(p.Of.Sides[compare.NewSide].Profile)); doubt != "" {
			return []string{doubt}
		}
	}
	return nil
}

// greatestChanges returns the changes of the methods with the greatest counts.
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
	*jsonWriter
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
	j.intOrNull(int64(id), ok)
}

// pairs writes the ids of methods that both profiles refer to: the new one and the old one, in turns.
func (j *pageBaseWriter) pairs() {
	j.b.WriteByte('[')
	sep := ""
	for number := range j.of.At {
		is, inNew := j.id(compare.NewSide, int32(number))
		was, inOld := j.id(compare.OldSide, int32(number))
		if inNew && inOld {
			j.b.WriteString(sep)
			j.int(int64(is))
			j.b.WriteByte(',')
			j.int(int64(was))
			sep = ","
		}
	}
	j.b.WriteByte(']')
}

// renamed writes the ids of renamed methods with their old names.
func (j *pageBaseWriter) renamed() {
	var numbers []int32
	for number := range j.of.At {
		if _, inNew := j.id(compare.NewSide, int32(number)); inNew && j.of.RenamedFrom(int32(number)) != "" {
			numbers = append(numbers, int32(number))
		}
	}
	j.list(len(numbers), func(i int) {
		j.b.WriteByte('[')
		j.idOrNull(compare.NewSide, numbers[i])
		j.b.WriteByte(',')
		j.string(boundName(visible(j.of.RenamedFrom(numbers[i]))))
		j.b.WriteByte(']')
	})
}

// change writes the ids of a method in both profiles, its counts, its shares, their difference, the new share as a multiple of the
// old one, and 1 if it changed.
func (j *pageBaseWriter) change(c diff.MethodChange) {
	j.b.WriteByte('[')
	j.idOrNull(compare.NewSide, c.Number)
	j.b.WriteByte(',')
	j.idOrNull(compare.OldSide, c.Number)
	for _, n := range []int64{c.Count.Old, c.Count.New} {
		j.b.WriteByte(',')
		j.int(n)
	}
	for _, x := range []float64{c.OldShare, c.NewShare, c.NewShare - c.OldShare} {
		j.b.WriteByte(',')
		j.floatOrNull(x, true)
	}
	j.b.WriteByte(',')
	j.floatOrNull(c.NewShare/c.OldShare, c.OldShare > 0)
	if c.Changed {
		j.b.WriteString(",1]")
	} else {
		j.b.WriteString(",0]")
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
	j.list(len(numbers), func(i int) {
		var text strings.Builder
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false) // as in the other parts, which have the same names
		e.Encode(pageMethodOf(old.Profile, old.Names, int(old.MethodSlots[numbers[i]])))
		j.b.WriteString(strings.TrimSpace(text.String()))
	})
}
