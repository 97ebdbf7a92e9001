package rank

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/application"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// fill makes the table's columns and rows.
func (k *peek) fill(t *table.Table, opts PeekOptions) {
	sampled := t.Metric == convert.Samples
	columns := peekCallColumns
	if k.damagedMethods() == 0 {
		columns = slices.DeleteFunc(slices.Clone(columns), func(of table.ColumnOf[*peekRow]) bool { return of.Key == table.DamageKey })
	}
	if sampled {
		columns = slices.Clone(peekSampleColumns)
		columns[0].Heading = t.Unit
		if t.PerSample == 0 {
			columns = withoutIntervals(columns)
		}
	}
	columns = slices.Concat(columns, peekMethodColumns)
	if k.lines != nil && !sampled {
		columns = append(columns, peekLineColumns...)
	}
	w := &peekWriter{peek: k, t: t, limit: opts.Limit, row: table.DeclareLate(t, columns)}

	var methods []int32
	for g, ok := range k.matched {
		if ok {
			methods = append(methods, int32(g))
		}
	}
	slices.SortFunc(methods, func(a, b int32) int {
		if order := cmp.Or(convert.CompareBools(k.methods[a].damaged, k.methods[b].damaged), cmp.Compare(k.methods[b].total, k.methods[a].total)); order != 0 {
			return order
		}
		return cmp.Or(strings.Compare(k.StyleName(k.Groups[a]), k.StyleName(k.Groups[b])), cmp.Compare(a, b))
	})
	t.Title = "callers and callees of " + words.Count(int64(len(methods)), "method")
	if sampled {
		switch entries := k.counted.matching(convert.Calls); {
		case entries.Value == 0: // unknown
		case entries.Partly || entries.Methods < len(methods):
			t.Title += ", entered ≥ " + words.Count(entries.Value, "time")
		default:
			t.Title += ", entered " + words.Count(entries.Value, "time")
		}
	}
	if opts.Limit > 0 && opts.Limit < len(methods) {
		t.Title += fmt.Sprintf(", %s not shown (-n 0)", words.Thousands(int64(len(methods)-opts.Limit)))
	}
	t.AddFact("pattern", table.TextCell(pattern.Text(k.pattern)))
	t.AddFact("matched", table.IntCell(int64(len(methods))))
	if opts.Limit > 0 && opts.Limit < len(methods) {
		methods = methods[:opts.Limit]
	}

	callers := k.edgesBy(func(e *peekEdge) int32 { return e.to })
	callees := k.edgesBy(func(e *peekEdge) int32 { return e.from })
	t.Application = application.NewShareOf(t.Metric, "methods", opts.Filter, k.matchedKinds)
	recursive := false
	for _, g := range methods {
		of, start := &k.methods[g], len(t.Rows)
		over := w.neighbors(g, callerRow, callers(g))
		w.method(g)
		under := w.neighbors(g, calleeRow, callees(g))
		t.Rows[start].BeginsSite = true
		recursive = recursive || sampled && (over > of.total || under+of.self > of.total)
	}
	if !sampled && slices.ContainsFunc(t.Rows, func(r table.Row) bool { return lacks(t, r, "count") || lacks(t, r, "frequency") }) {
		t.Notes = append(t.Notes, "n/a: not in the profile")
	}
	noteUnnamed(t, "other")
	if sampled {
		t.Notes = append(t.Notes, k.callsHint(methods, opts)...)
	} else {
		t.Notes = append(t.Notes, k.contradictions(methods)...)
	}
	if recursive {
		t.Notes = append(t.Notes, "recursive stacks count for several callers or callees of a method, so these can exceed its total")
	}
}

// lacks reports whether the file has no value for a cell.
func lacks(t *table.Table, r table.Row, key string) bool {
	c, ok := t.Column(key)
	return ok && r.Cell(c).Kind == table.Unknown
}

// matchedKinds yields the kind of code of each matching method, if any of them is application code: AppView has no others. Each
// counts as one, because several may share a sample.
func (k *peek) matchedKinds(yield func(convert.Kind, int64) bool) {
	kind := func(g int) convert.Kind {
		if slot := k.Groups[g].Slot; slot >= 0 {
			return k.Names.Kind(int(slot))
		}
		return convert.NativeImage // <VM>
	}
	own := false
	for g, ok := range k.matched {
		own = own || ok && kind(g) == convert.Application
	}
	for g, ok := range k.matched {
		if own && ok && !yield(kind(g), 1) {
			return
		}
	}
}

// edgesBy returns a function that lists the edges of a group, given a function that returns the group of an edge.
func (k *peek) edgesBy(groupOf func(*peekEdge) int32) func(group int32) []int32 {
	starts := make([]int32, len(k.Groups)+1)
	for i := range k.edges {
		if g := groupOf(&k.edges[i]); g >= 0 {
			starts[g+1]++
		}
	}
	for g := range k.Groups {
		starts[g+1] += starts[g]
	}
	next, numbers := slices.Clone(starts), make([]int32, starts[len(k.Groups)])
	for i := range k.edges {
		if g := groupOf(&k.edges[i]); g >= 0 {
			numbers[next[g]] = int32(i)
			next[g]++
		}
	}
	return func(g int32) []int32 { return numbers[starts[g]:starts[g+1]] }
}

// A peekWriter makes the rows of methods.
type peekWriter struct {
	*peek
	t     *table.Table
	row   func(peekRow) table.Row
	limit int // maximum number of callers and of callees; 0: none
}

// id returns the id of a group's method; None if the group is not a method.
func (k *peek) id(g int32) table.Cell {
	if g < 0 || k.Groups[g].Slot < 0 {
		return table.Cell{}
	}
	m, _ := k.Profile.MethodAt(int(k.Groups[g].Slot))
	return table.IntCell(int64(m.ID))
}

func (w *peekWriter) add(r peekRow) {
	r.peekWriter = w
	row := w.row(r)
	row.Emphasized, row.Omitted = r.relation == methodRow, int(r.omitted)
	w.t.Rows = append(w.t.Rows, row)
}

// method adds the row of a method itself and, from samples, the row of its self samples.
func (w *peekWriter) method(g int32) {
	w.add(peekRow{relation: methodRow, group: g, other: g})
	if w.t.Metric == convert.Samples {
		w.add(peekRow{relation: selfRow, group: g, other: noGroup})
	}
}

// neighbors adds a row for each caller or callee of a method, by descending count, and returns the sum of their counts. Those that may
// have no calls at all come after those that have some.
func (w *peekWriter) neighbors(g int32, as relation, edges []int32) (sum int64) {
	other := func(e *peekEdge) int32 {
		if as == calleeRow {
			return e.to
		}
		return e.from
	}
	slices.SortFunc(edges, func(i, j int32) int {
		x, y := &w.edges[i], &w.edges[j]
		if order := cmp.Or(convert.CompareBools(x.onlyAtMost(), y.onlyAtMost()), cmp.Compare(y.figure(), x.figure())); order != 0 {
			return order
		}
		return cmp.Or(strings.Compare(w.nameOf(other(x), w.StyleName), w.nameOf(other(y), w.StyleName)), cmp.Compare(x.bci, y.bci), cmp.Compare(other(x), other(y)))
	})
	shown := len(edges)
	if w.limit > 0 && w.limit < shown {
		shown = w.limit
	}
	var rest *peekEdge
	if len(edges) > shown {
		rest = &peekEdge{}
		rest.bci = noBCI
	}
	for i, number := range edges {
		e := &w.edges[number]
		sum += e.Count
		if i < shown {
			w.add(peekRow{relation: as, group: g, other: other(e), edge: e})
			continue
		}
		rest.Count += e.Count
		rest.Known = rest.Known || e.Known
		rest.calls = rest.calls.Plus(e.calls)
		rest.stayed = rest.stayed || e.stayed
		rest.damaged = rest.damaged || e.damaged
	}
	if rest != nil {
		w.add(peekRow{relation: as, group: g, other: noGroup, edge: rest, omitted: int32(len(edges) - shown)})
	}
	if of := &w.methods[g]; w.t.Metric == convert.Calls && as == callerRow && of.fromOutside() {
		w.add(peekRow{relation: as, group: g, other: fromUnknown})
		sum += of.self
	}
	return sum
}

// nameOf returns the name of a group, or what stands for it, by a function.
func (w *peekWriter) nameOf(g int32, name func(convert.Group) string) string {
	switch g {
	case fromNowhere:
		return noCaller
	case fromHidden:
		return convert.HiddenCaller
	case fromUnknown:
		return convert.UnknownCallers // for the order: no row has it
	default:
		return name(w.Groups[g])
	}
}
