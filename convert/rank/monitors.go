package rank

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// monitors ranks the types of locks. Views see classes here, as monitors have no place in the code: they hide those of
// the profiler's runtime and fold those of the VM. There are no stacks that the other filters could choose from.
func monitors(p *iprof.Profile, names *convert.Names, opts TopOptions) (*table.Table, error) {
	if opts.By != convert.ByMethod && opts.By != convert.ByClass {
		return nil, fmt.Errorf("monitors are counted by type: there is no %s to group by", opts.By)
	}
	if f := opts.Filter; f != (convert.FilterOptions{View: f.View}) {
		return nil, errors.New("monitors are counted by type: there are no stacks to choose from by focus, ignore, hide or show-from")
	}
	t := &table.Table{
		Name: "top", Metric: convert.Monitors, Unit: convert.Monitors.Unit(), View: opts.Filter.View,
		Columns: []table.Column{
			{Key: "count", Heading: "locks taken", Brief: "locks", Kind: table.CountColumn}, {Key: "share", Heading: "share", Kind: table.ShareColumn},
			{Key: "id", Kind: table.IDColumn}, {Key: "type", Heading: "type", Kind: table.NameColumn},
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
		id    table.Cell
		name  string
		count int64
	}
	var inside, outside []lock
	var tally convert.Tally
	vm := convert.Part{}
	for slot, ok := range seen {
		if !ok {
			continue
		}
		of, listed := p.TypeAt(slot)
		kind := convert.Application
		if t.View != convert.MachineView {
			kind = names.ClassKind(of.ID)
		}
		if kind == convert.Profiler {
			tally.Fates[convert.HiddenByView].Add(counts[slot])
			continue
		}
		tally.Fates[convert.Kept].Add(counts[slot])
		l := lock{table.IntCell(int64(of.ID)), names.Type(of.ID), counts[slot]}
		switch {
		case kind == convert.NativeImage && t.View == convert.UserView:
			vm.Add(counts[slot])
		case listed:
			inside = append(inside, l)
		default:
			outside = append(outside, l)
		}
	}
	t.SetTally(tally, convert.Monitors.RecordsNoun(), nil)
	if vm.Records > 0 {
		outside = append(outside, lock{name: convert.VMFrame, count: vm.Value})
		t.Filtered = append(t.Filtered, fmt.Sprintf("folded into %s: %s in %s (VM and native-image classes)", convert.VMFrame,
			words.Number(vm.Value, t.Unit), words.Number(int64(vm.Records), convert.Monitors.RecordsNoun())))
	}
	row := func(name string, count int64, id table.Cell) table.Row {
		return table.Row{Cells: []table.Cell{table.IntCell(count), table.ShareCell(count, t.Base), id, table.TextCell(name)}}
	}
	rows := func(locks []lock) ([]table.Row, *table.Row) {
		slices.SortFunc(locks, func(a, b lock) int {
			if opts.Sort == "name" {
				return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.id.Int, b.id.Int))
			}
			return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.name, b.name), cmp.Compare(a.id.Int, b.id.Int))
		})
		var rest *table.Row
		if n := opts.Limit; n > 0 && n < len(locks) {
			var sum int64
			for _, l := range locks[n:] {
				sum += l.count
			}
			r := row(table.More(len(locks)-n, "types"), sum, table.Cell{})
			rest, locks = &r, locks[:n]
		}
		rows := make([]table.Row, len(locks))
		for i, l := range locks {
			rows[i] = row(l.name, l.count, l.id)
		}
		return rows, rest
	}
	total := row("<Total>", t.Base, table.Cell{})
	t.Total = &total
	t.Rows, t.Rest = rows(inside)
	t.Outside, t.OutsideRest = rows(outside)
	t.Title = table.Title("types", convert.TopTitle(opts.Sort, t.Unit), len(t.Rows)+len(t.Outside), len(inside)+len(outside))
	t.Facts = append(t.Facts, table.Fact{Key: "by", Value: table.TextCell("type")}, table.Fact{Key: "sort", Value: table.TextCell(opts.Sort)}, table.Fact{Key: "groups", Value: table.IntCell(int64(len(inside) + len(outside)))})
	return t, nil
}
