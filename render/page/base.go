package page

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/internal/firstrows"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A BasePart holds the methods of a profile and of its base.
type BasePart struct {
	// Of the base: its display name.
	Name string `page:"name"`
	// A command that shows every difference; "": none does.
	Command string `page:"command"`
	// The false discovery rate, or that any difference is a change.
	Chance string `page:"chance"`
	// Whether the profiles may be of different programs.
	Caveats []string        `page:"caveats"`
	Pairs   []MethodPair    `page:"pairs"`
	Renamed []RenamedMethod `page:"renamed"`
	// Methods that only the base has, with their ids there.
	Gone    []MethodRecord `page:"gone"`
	Samples []MethodShares `page:"samples"`
	Calls   []MethodShares `page:"calls"`
}

// A MethodPair holds the ids of a method in both profiles.
type MethodPair struct {
	ID     iprof.MethodID `page:"id"`
	BaseID int32          `page:"base_id"`
}

// A RenamedMethod has another name in the base.
type RenamedMethod struct {
	ID  iprof.MethodID `page:"id"`
	Was string         `page:"was"`
}

// MethodShares are the counts of a method in the base and now, changed or not.
type MethodShares struct {
	// null: the profile does not have the method.
	ID records.Maybe[iprof.MethodID] `page:"id"`
	// null: the base does not have it.
	BaseID records.Maybe[int32] `page:"base_id"`
	Old    int64                `page:"old"`
	Now    int64                `page:"now"`
	// Of the larger run after normalization.
	OldShare   float64 `page:"old_share"`
	Share      float64 `page:"share"`
	Difference float64 `page:"difference"`
	// Now as a multiple; null: the base has none.
	Factor records.Derived `page:"factor" rule:"share / old_share"`
	// Significant, and large enough.
	Sure bool `page:"sure"`
}

// Base is the profile that a report compares with.
type Base struct {
	Name    string   // its display name
	Command []string // a command that also shows differences that are not changes; nil: none
	Of      *compare.Comparison
	Changes map[convert.Metric][]diff.MethodChange // for self samples and for entries
	Limit   int                                    // maximum number of methods with their changes, largest counts first; 0: all
}

// NewBase returns the methods in both profiles, those that only the base has, renamed ones, and changes. There may be millions of
// methods.
func NewBase(b Base) *BasePart {
	m := &baseMethods{of: b.Of}
	for side := range m.used {
		m.used[side] = convert.ReferencedMethods(b.Of.Sides[side].Profile)
	}
	part := &BasePart{
		Name: plaintext.Visible(b.Name), Command: plaintext.Visible(words.ShellLine(b.Command)), Chance: b.chance(), Caveats: b.caveats(),
		Pairs: m.pairs(), Renamed: m.renamed(),
	}
	gone := map[int32]bool{}
	shares := func(metric convert.Metric) []MethodShares {
		var all []MethodShares
		for _, c := range largestChanges(b.Changes[metric], b.Limit) {
			of := m.shares(c)
			gone[c.Number] = gone[c.Number] || !of.ID.Known
			all = append(all, of)
		}
		return all
	}
	part.Samples, part.Calls = shares(convert.Samples), shares(convert.Calls)
	part.Gone = m.gone(gone)
	return part
}

// chance says which differences are changes.
func (b Base) chance() string {
	per := b.Of.PerSample()
	if len(b.Changes[convert.Calls]) == 0 && min(per[compare.OldSide], per[compare.NewSide]) == 0 {
		return compare.ExactNote
	}
	return compare.ChanceNote()
}

// caveats returns at most one caveat that the profiles are not of the same program.
func (b Base) caveats() []string {
	for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
		if caveat := diff.ProgramCaveat(slices.Values(b.Changes[m]), m.UnitIn(b.Of.Sides[compare.NewSide].Profile)); caveat != "" {
			return []string{caveat}
		}
	}
	return nil
}

// largestChanges returns the changes of the methods with the largest counts.
func largestChanges(all []diff.MethodChange, limit int) []diff.MethodChange {
	if limit == 0 || limit >= len(all) {
		return all
	}
	return firstrows.Sort(all, limit, func(a, b diff.MethodChange) int {
		return cmp.Or(cmp.Compare(max(b.OldShare, b.NewShare), max(a.OldShare, a.NewShare)), cmp.Compare(a.Number, b.Number))
	})
}

// baseMethods are the methods of two profiles.
type baseMethods struct {
	of   *compare.Comparison
	used [2][]bool // by side and slot: contexts or stacks refer to it
}

// id returns the id of a method in a profile; false: nothing refers to it there.
func (m *baseMethods) id(side int, number int32) (iprof.MethodID, bool) {
	slot := m.of.Sides[side].MethodSlots[number]
	if slot < 0 || !m.used[side][slot] {
		return 0, false
	}
	return m.of.Sides[side].Profile.MethodIDAt(int(slot)), true
}

// pairs returns the methods that both profiles refer to.
func (m *baseMethods) pairs() []MethodPair {
	var all []MethodPair
	for number := range m.of.At {
		is, inNew := m.id(compare.NewSide, int32(number))
		was, inOld := m.id(compare.OldSide, int32(number))
		if inNew && inOld {
			all = append(all, MethodPair{is, int32(was)})
		}
	}
	return all
}

// renamed returns the methods that have another name in the base.
func (m *baseMethods) renamed() []RenamedMethod {
	var all []RenamedMethod
	for number := range m.of.At {
		if id, inNew := m.id(compare.NewSide, int32(number)); inNew && m.of.RenamedFrom(int32(number)) != "" {
			all = append(all, RenamedMethod{id, fitname.Bound(plaintext.Visible(m.of.RenamedFrom(int32(number))))})
		}
	}
	return all
}

func (m *baseMethods) shares(c diff.MethodChange) MethodShares {
	id, inNew := m.id(compare.NewSide, c.Number)
	baseID, inOld := m.id(compare.OldSide, c.Number)
	return MethodShares{
		ID: records.KnownIf(id, inNew), BaseID: records.KnownIf(int32(baseID), inOld), Old: c.Count.Old, Now: c.Count.New,
		OldShare: c.OldShare, Share: c.NewShare, Difference: c.NewShare - c.OldShare, Sure: c.Changed,
	}
}

// gone returns methods of the base.
func (m *baseMethods) gone(wanted map[int32]bool) []MethodRecord {
	old := &m.of.Sides[compare.OldSide]
	var all []MethodRecord
	signatures := &convert.JVMSignatures{Profile: old.Profile}
	for number := range m.of.At {
		if wanted[int32(number)] {
			all = append(all, methodRecordOf(old.Names, int(old.MethodSlots[number]), signatures))
		}
	}
	return all
}
