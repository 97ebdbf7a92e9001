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

	damaged bool // count is, or includes, two numbers read as one: see [iprof.LooksPacked]
}

func (l lock) isDamaged() bool { return l.damaged }

// add adds the count of another lock.
func (l *lock) add(other lock) {
	l.count, l.damaged = l.count+other.count, l.damaged || other.damaged
}

// compare is the order of rows: damaged counts mean nothing, so they are last, unless locks are sorted by name.
func (l lock) compare(other lock, order string) int {
	byName := cmp.Or(strings.Compare(l.name, other.name), cmp.Compare(l.id.Int, other.id.Int))
	if order == "name" {
		return byName
	}
	return cmp.Or(convert.CompareBools(l.damaged, other.damaged), cmp.Compare(other.count, l.count), byName)
}

// The columns of monitors: the counts, and the type.
var (
	monitorCountColumns = []table.ColumnOf[lock]{
		table.Of(table.Column{Key: "count", Heading: "lock acquisitions", Kind: table.CountColumn, Unit: "lock acquisitions", CSV: 2,
			Doc: "How often a lock of the type was taken, contended or not."},
			table.MarkDamaged(func(l lock) table.Cell { return table.IntCell(l.count) }, lock.isDamaged)),
		table.Of(table.Column{Key: "share", Heading: "share", Kind: table.ShareColumn, CSV: 3, Nullable: true,
			Doc: "count as a share of base; null if base is 0."}, func(l lock) table.Cell { return table.ShareCell(l.count, l.base) }),
		table.DamageColumn(4, lock.isDamaged),
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
	locks := make([]lock, p.TypeSlots()) // a type may have several records
	seen := make([]bool, len(locks))
	for _, m := range p.Monitors {
		locks[p.TypeSlot(m.Type)].add(lock{count: m.Count, damaged: iprof.LooksPacked(m.Count)})
		seen[p.TypeSlot(m.Type)] = true
	}
	damages := int64(0) // types with damaged counts
	var inside, outside []lock
	var tally convert.Tally
	byKind := map[convert.Kind]int64{}
	summary, folds := lock{}, int64(0) // the row that stands for others in the view, and how many types
	var most lock
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
			tally.ByReason[convert.DroppedByView].Add(locks[slot].count)
			continue
		}
		l := locks[slot]
		l.id, l.name = table.IntCell(int64(of.ID)), names.Type(of.ID)
		tally.ByReason[convert.NotDropped].Add(l.count)
		byKind[names.ClassKind(of.ID)] += l.count
		if l.damaged {
			damages++
		}
		switch {
		case kind == convert.NativeImage && t.View == convert.UserView, kind != convert.Application && t.View == convert.AppView:
			summary.add(l)
			folds++
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
	columns := slices.Concat(monitorCountColumns, monitorNameColumns)
	if damages > 0 {
		t.Notes = append(t.Notes, table.DamageNote(words.CountOf(damages, "types"), "acquisitions", opts.Sort))
	} else {
		columns = slices.DeleteFunc(columns, func(c table.ColumnOf[lock]) bool { return c.Key == table.DamageKey })
	}
	row := table.Declare(t, columns)
	var folded []table.Row
	if folds > 0 {
		summary.name, summary.base = t.View.SummaryFrame(), t.Base
		why := "VM and native-image classes"
		if t.View == convert.AppView {
			why = "classes of libraries, JDK, VM"
		}
		folded = append(folded, row(summary))
		t.Filtered = append(t.Filtered, fmt.Sprintf("folded into %s: %s in %s (%s)", summary.name,
			words.CountOf(summary.count, t.Unit), words.CountOf(folds, convert.Monitors.RecordsNoun()), why))
	}
	total := row(lock{name: table.TotalName, count: t.Base, base: t.Base, damaged: damages > 0})
	t.Total = &total
	return t.Limited(opts.Limit, func(t *table.Table, limit int) {
		t.Rows, t.Rest = opts.lockRows(row, inside, t.Base, limit)
		t.Outside, t.OutsideRest = opts.lockRows(row, outside, t.Base, limit)
		t.Title = table.Title("types", convert.TopTitle(opts.Sort, t.Unit), len(t.Rows)+len(t.Outside), len(inside)+len(outside))
		if t.View == convert.AppView && len(inside) == 0 && most.count > 0 {
			t.Title = "no locks of application types were acquired"
			t.Miss = fmt.Sprintf("most acquisitions, %s of %s: %s (--view expert)", words.Thousands(most.count), words.Thousands(summary.count), most.name)
		}
		t.Outside = append(t.Outside, folded...) // which the title does not include
		t.AddFact("by", table.TextCell("type"))
		t.AddFact("sort", table.TextCell(opts.Sort))
		t.AddFact("groups", table.IntCell(int64(len(inside)+len(outside)+len(folded))))
	}), nil
}

// lockRows returns the first rows of locks, and the row for the others, of a total; limit 0: all.
func (opts TopOptions) lockRows(row func(lock) table.Row, locks []lock, total int64, limit int) (rows []table.Row, rest *table.Row) {
	slices.SortFunc(locks, func(a, b lock) int { return a.compare(b, opts.Sort) })
	if n := limit; n > 0 && n < len(locks) {
		sum := lock{name: table.More(len(locks)-n, "types"), base: total}
		for _, l := range locks[n:] {
			sum.add(l)
		}
		r := row(sum)
		r.Omitted = len(locks) - n
		rest, locks = &r, locks[:n]
	}
	for _, l := range locks {
		l.base = total
		rows = append(rows, row(l))
	}
	return rows, rest
}
