package rank

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A lock is one or several types of locks.
type lock struct {
	id    table.Cell // ID of the type
	name  string
	count int64
	base  int64
}

// The columns of monitors: the counts, and the type.
var (
	monitorCountColumns = []table.ColumnOf[lock]{
		table.Of(table.Column{Key: "count", Heading: "lock acquisitions", Kind: table.CountColumn, Unit: "lock acquisitions", CSV: 2,
			Doc: "How often a lock of the type was taken, contended or not."}, func(l lock) table.Cell { return table.IntCell(l.count) }),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, CSV: 3, Nullable: true,
			Doc: "count as a share of base; null if base is 0."}, func(l lock) table.Cell { return table.ShareCell(l.count, l.base) }),
	}
	monitorNameColumns = []table.ColumnOf[lock]{
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Presence: table.Sometimes, Doc: "The type's id in this file."},
			func(l lock) table.Cell { return l.id }),
		table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn, CSV: 1, Doc: "The lock's type."},
			func(l lock) table.Cell { return table.TextCell(l.name) }),
	}
)

// monitorsDefinition is the definition of the tables of the monitors command.
func monitorsDefinition() table.Definition {
	facts := topFacts([]string{"type"}, TopOrders(convert.Monitors))
	return table.Definition{
		Name: "monitors", Metrics: []convert.Metric{convert.Monitors}, Facts: facts[:len(facts)-1], // without the pattern
		Columns:  table.Columns(monitorCountColumns, monitorNameColumns),
		TotalDoc: "Everything in base.", RestDoc: "The rows beyond the limit.", OutsideDoc: "Types that the file does not list, and <VM>: the types that the view folds.",
	}
}

// monitors ranks the types of locks. Monitors have no place in the code, so views apply to classes here: they hide the profiler's
// classes and fold the VM's. The other filters select stacks, and there are none.
func monitors(p *iprof.Profile, names *convert.Names, opts TopOptions) (*table.Table, error) {
	if opts.By != convert.ByMethod && opts.By != convert.ByClass {
		return nil, fmt.Errorf("monitors are counted by type: no %s to group by", opts.By)
	}
	if f := opts.Filter; f != (convert.FilterOptions{View: f.View}) {
		return nil, errors.New("monitors are counted by type: they have no stacks for focus, ignore, hide or show-from")
	}
	t := topTables().New(convert.Monitors, opts.Filter.View)
	t.Notes = []string{"counts are lock acquisitions, contended or not"}
	counts := make([]int64, p.TypeSlots()) // a type may have several records
	seen := make([]bool, len(counts))
	for _, m := range p.Monitors {
		counts[p.TypeSlot(m.Type)] += m.Count
		seen[p.TypeSlot(m.Type)] = true
	}
	var inside, outside []lock
	var tally convert.Tally
	byKind := map[convert.Kind]int64{}
	summary := convert.RecordSum{} // of the row that stands for others in the view
	var most lock                  // number of types
	for slot, ok := range seen {
		if !ok {
			continue
		}
		of, listed := p.TypeAt(slot)
		kind := convert.Application
		if t.View != convert.MachineView {
			kind = names.ClassKind(of.ID)
		}
		if kind == convert.Profiler && t.View != convert.AppView {
			tally.ByReason[convert.DroppedByView].Add(counts[slot])
			continue
		}
		tally.ByReason[convert.NotDropped].Add(counts[slot])
		byKind[names.ClassKind(of.ID)] += counts[slot]
		l := lock{id: table.IntCell(int64(of.ID)), name: names.Type(of.ID), count: counts[slot]}
		switch {
		case kind == convert.NativeImage && t.View == convert.UserView, kind != convert.Application && t.View == convert.AppView:
			summary.Add(counts[slot])
			if l.count > most.count {
				most = l
			}
		case listed:
			inside = append(inside, l)
		default:
			outside = append(outside, l)
		}
	}
	t.SetTally(tally, convert.Monitors.RecordsNoun())
	t.Application = application.NewShareOf(convert.Monitors, "locks", opts.Filter, maps.All(byKind))
	row := table.Declare(t, slices.Concat(monitorCountColumns, monitorNameColumns))
	var folded []table.Row
	if summary.Records > 0 {
		name, why := t.View.SummaryFrame(), "VM and native-image classes"
		if t.View == convert.AppView {
			why = "classes of libraries, JDK, VM"
		}
		folded = append(folded, row(lock{name: name, count: summary.Value, base: t.Base}))
		t.Filtered = append(t.Filtered, fmt.Sprintf("folded into %s: %s in %s (%s)", name,
			words.CountOf(summary.Value, t.Unit), words.CountOf(int64(summary.Records), convert.Monitors.RecordsNoun()), why))
	}
	rows := func(locks []lock, limit int) (rows []table.Row, rest *table.Row) {
		slices.SortFunc(locks, func(a, b lock) int {
			if opts.Sort == "name" {
				return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.id.Int, b.id.Int))
			}
			return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.name, b.name), cmp.Compare(a.id.Int, b.id.Int))
		})
		if n := limit; n > 0 && n < len(locks) {
			var sum int64
			for _, l := range locks[n:] {
				sum += l.count
			}
			r := row(lock{name: table.More(len(locks)-n, "types"), count: sum, base: t.Base})
			r.Omitted = len(locks) - n
			rest, locks = &r, locks[:n]
		}
		for _, l := range locks {
			l.base = t.Base
			rows = append(rows, row(l))
		}
		return rows, rest
	}
	total := row(lock{name: table.TotalName, count: t.Base, base: t.Base})
	t.Total = &total
	return t.Limited(opts.Limit, func(t *table.Table, limit int) {
		t.Rows, t.Rest = rows(inside, limit)
		t.Outside, t.OutsideRest = rows(outside, limit)
		t.Title = table.Title("types", convert.TopTitle(opts.Sort, t.Unit), len(t.Rows)+len(t.Outside), len(inside)+len(outside))
		if t.View == convert.AppView && len(inside) == 0 && most.count > 0 {
			t.Title = "no locks of application types were acquired"
			t.Miss = fmt.Sprintf("most acquisitions, %s of %s: %s (--view expert)", words.Thousands(most.count), words.Thousands(summary.Value), most.name)
		}
		t.Outside = append(t.Outside, folded...) // which the title does not include
		t.AddFact("by", table.TextCell("type"))
		t.AddFact("sort", table.TextCell(opts.Sort))
		t.AddFact("groups", table.IntCell(int64(len(inside)+len(outside)+len(folded))))
	}), nil
}
