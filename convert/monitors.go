package convert

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// topMonitors ranks the types of locks. Views see classes here, as monitors have no place in the code: they hide those of
// the profiler's runtime and fold those of the VM. There are no stacks that the other filters could choose from.
func topMonitors(p *iprof.Profile, names *Names, opts TopOptions) (*Table, error) {
	if opts.By != ByMethod && opts.By != ByClass {
		return nil, fmt.Errorf("monitors are counted by type: there is no %s to group by", opts.By)
	}
	if f := opts.Filter; f != (FilterOptions{View: f.View}) {
		return nil, errors.New("monitors are counted by type: there are no stacks to choose from by focus, ignore, hide or show-from")
	}
	t := &Table{
		Name: "top", Metric: Monitors, Unit: Monitors.unit(), View: opts.Filter.View,
		Columns: []Column{
			{Key: "count", Heading: "locks taken", Brief: "locks", Kind: CountColumn}, {Key: "share", Heading: "share", Kind: ShareColumn},
			{Key: "id", Kind: IDColumn}, {Key: "type", Heading: "type", Kind: NameColumn},
		},
		CSV:   []string{"type", "count", "share"},
		Notes: []string{"how often a lock of the type was taken, which need not mean that anybody waited"},
	}
	counts := make([]int64, p.TypeSlots()) // a type may have several records
	seen := make([]bool, len(counts))
	for _, m := range p.Monitors {
		counts[p.TypeSlot(m.Type)] += m.Count
		seen[p.TypeSlot(m.Type)] = true
	}
	type lock struct {
		id    Cell
		name  string
		count int64
	}
	var inside, outside []lock
	var tally Tally
	vm := Part{}
	for slot, ok := range seen {
		if !ok {
			continue
		}
		of, listed := p.TypeAt(slot)
		kind := Application
		if t.View != MachineView {
			kind = names.class(of.ID)
		}
		if kind == Profiler {
			tally.Fates[HiddenByView].add(counts[slot])
			continue
		}
		tally.Fates[Kept].add(counts[slot])
		l := lock{IntCell(int64(of.ID)), names.Type(of.ID), counts[slot]}
		switch {
		case kind == NativeImage && t.View == UserView:
			vm.add(counts[slot])
		case listed:
			inside = append(inside, l)
		default:
			outside = append(outside, l)
		}
	}
	t.setTally(tally, Monitors.recordsNoun(), nil)
	if vm.Records > 0 {
		outside = append(outside, lock{name: VMFrame, count: vm.Value})
		t.Filtered = append(t.Filtered, fmt.Sprintf("folded into %s: %s in %s (VM and native-image classes)", VMFrame,
			numberOf(vm.Value, t.Unit), numberOf(int64(vm.Records), Monitors.recordsNoun())))
	}
	row := func(name string, count int64, id Cell) Row {
		return Row{Cells: []Cell{IntCell(count), ShareCell(count, t.Base), id, TextCell(name)}}
	}
	rows := func(locks []lock) ([]Row, *Row) {
		slices.SortFunc(locks, func(a, b lock) int {
			if opts.Sort == "name" {
				return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.id.Int, b.id.Int))
			}
			return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.name, b.name), cmp.Compare(a.id.Int, b.id.Int))
		})
		var rest *Row
		if n := opts.Limit; n > 0 && n < len(locks) {
			var sum int64
			for _, l := range locks[n:] {
				sum += l.count
			}
			r := row(moreOf(len(locks)-n, "types"), sum, Cell{})
			rest, locks = &r, locks[:n]
		}
		rows := make([]Row, len(locks))
		for i, l := range locks {
			rows[i] = row(l.name, l.count, l.id)
		}
		return rows, rest
	}
	total := row("<Total>", t.Base, Cell{})
	t.Total = &total
	t.Rows, t.Rest = rows(inside)
	t.Outside, t.OutsideRest = rows(outside)
	t.Title = titleOf("types", topTitles[opts.Sort], len(t.Rows)+len(t.Outside), len(inside)+len(outside))
	t.Facts = append(t.Facts, Fact{"by", TextCell("type")}, Fact{"sort", TextCell(opts.Sort)}, Fact{"groups", IntCell(int64(len(inside) + len(outside)))})
	return t, nil
}
