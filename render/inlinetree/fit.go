package inlinetree

import (
	"container/heap"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// FitText is [Text] with as many units as a screen has room for, and a note if that is not all. If there is no room for the first one,
// it is shown with as many instances as there is room for: the root, then always the heaviest whose caller is shown, those that lead to
// a match before others. Types, branches and notes give way to the first match and to eight rows. Holds reports whether a text has room.
func FitText(w io.Writer, in *inlining.Trees, opts TextOptions, holds func(text string) bool) error {
	if len(in.Units) == 0 {
		return Text(w, in, opts)
	}
	f := fitting[*inlining.Trees]{inlineHead, (*treeWriter).units, holds}
	more := fmt.Sprintf("-n %d | less shows %s", len(in.Units), numbers.Plural(len(in.Units), "unit"))
	if written, err := f.fewer(w, in, len(in.Units), firstUnits, more, opts); written {
		return err
	}
	if len(in.Units) == 1 {
		more = "-n 1 | less shows the whole unit"
	}
	first := newHeaviest(&in.Units[0])
	var of *inlining.Trees
	var note string
	for _, form := range []struct {
		most int // lines of types, and of branches, of a method; none
		note string
		head func(in *inlining.Trees) treeHead
		rows int // enough of them
	}{{opts.Sites, "", inlineHead, first.wanted()}, {1, ", with one type and one branch each", inlineHead, first.wanted()},
		{none, ", without types and branches", inlineHead, first.wanted()}, {none, ", without types, branches and notes", bareInlineHead, 1},
		{none, ", without types, branches, notes and legend", withoutNotes, 0}} {
		opts.Sites, f.head = form.most, form.head
		if form.most == none {
			first.order = instancesFirst(first.order)
		}
		shorter := func(rows int) (*inlining.Trees, string, TextOptions) {
			of := firstUnits(in, 1)
			of.Units = []inlining.Unit{first.unit(rows)}
			if form.most == none {
				of.Units[0].Instances = withoutSites(of.Units[0].Instances)
			}
			return of, fmt.Sprintf("shortened to fit the screen, to the heaviest %s%s; %s", words.Count(int64(rows), "row"), form.note, more), opts
		}
		rows := sort.Search(len(first.order), func(more int) bool { return !f.fits(shorter(more + 1)) })
		if of, note, opts = shorter(max(rows, 1)); rows >= form.rows {
			break
		}
	}
	return f.write(w, of, note, opts)
}

// none stands for no types and branches; zero is the number for all.
const none = -1

// withoutSites returns instances without their types and branches, and calls without the compiler's reasons.
func withoutSites(instances []inlining.Instance) []inlining.Instance {
	bare := slices.Clone(instances)
	for i := range bare {
		bare[i].Types, bare[i].Conditionals = nil, nil
		bare[i].Calls = slices.Clone(bare[i].Calls)
		for k := range bare[i].Calls {
			bare[i].Calls[k].Reason = ""
		}
	}
	return bare
}

// firstUnits returns trees with fewer units.
func firstUnits(in *inlining.Trees, n int) *inlining.Trees {
	first := *in
	first.Units = in.Units[:n:n]
	return &first
}

// heaviest ranks the rows of a unit, its instances and the calls that left it, so that each comes after the row of its caller.
type heaviest struct {
	of    *inlining.Unit
	order []unitRow
}

// A unitRow is an instance, or a call from it.
type unitRow struct {
	instance int32
	call     int32 // -1: the instance itself
	weight   int64 // inclusive entries, or calls
	matches  bool  // it leads to a match
}

func newHeaviest(u *inlining.Unit) *heaviest {
	below := make([][]unitRow, len(u.Instances)) // by instance
	matches := make([]bool, len(u.Instances))
	for i := len(u.Instances) - 1; i > 0; i-- {
		n := &u.Instances[i]
		matches[i] = matches[i] || n.Matches
		matches[n.Parent] = matches[n.Parent] || matches[i]
		weight := n.Inclusive
		if of := n.Count(); of.Bound == code.AtMost { // nothing may be certain, and then the bounds say more than the order in the file
			weight = max(weight, of.Count)
		}
		below[n.Parent] = append(below[n.Parent], unitRow{int32(i), -1, weight, matches[i]})
	}
	for i := range u.Instances {
		for k := range u.Instances[i].Calls {
			below[i] = append(below[i], unitRow{int32(i), int32(k), u.Instances[i].Calls[k].Calls().Figure(), false})
		}
	}
	return &heaviest{u, heaviestFirst(below)}
}

// heaviestFirst returns the rows of a tree: the root, then always the heaviest whose parent has been before. Rows below are by instance.
func heaviestFirst(below [][]unitRow) (order []unitRow) {
	next := rowQueue{{instance: 0, call: -1}}
	for len(next) > 0 {
		r := heap.Pop(&next).(unitRow)
		if order = append(order, r); r.call < 0 {
			for _, row := range below[r.instance] {
				heap.Push(&next, row)
			}
		}
	}
	return order
}

// instancesFirst returns rows in another order, in which two of three are instances, as long as there are any: a tree shows what is
// inlined, and the calls of an optimized image can be more frequent than all entries that are certain.
func instancesFirst(order []unitRow) []unitRow {
	var instances, calls, mixed []unitRow
	for _, r := range order {
		if r.call < 0 {
			instances = append(instances, r)
		} else {
			calls = append(calls, r)
		}
	}
	shown := map[int32]bool{}
	for len(mixed) < len(order) {
		k := slices.IndexFunc(calls, func(r unitRow) bool { return shown[r.instance] })
		if len(instances) > 0 && (k < 0 || len(mixed)%3 != 2) {
			shown[instances[0].instance] = true
			mixed, instances = append(mixed, instances[0]), instances[1:]
			continue
		}
		mixed, calls = append(mixed, calls[k]), slices.Delete(calls, k, k+1)
	}
	return mixed
}

// fewRows is the number of rows that are worth more than types, branches and notes.
const fewRows = 8

// wanted returns the number of rows that are worth more than types and branches: fewRows, and all up to the first match.
func (h *heaviest) wanted() int {
	first := slices.IndexFunc(h.order, func(r unitRow) bool { return r.call < 0 && h.of.Instances[r.instance].Matches })
	return max(first+1, min(fewRows, len(h.order)))
}

// unit returns the unit with its first rows alone.
func (h *heaviest) unit(rows int) inlining.Unit {
	shown := make([]bool, len(h.of.Instances))
	calls := make([]int, len(h.of.Instances))
	for _, r := range h.order[:rows] {
		if r.call < 0 {
			shown[r.instance] = true
		} else {
			calls[r.instance]++
		}
	}
	u := *h.of
	u.Instances = nil
	place := make([]int32, len(h.of.Instances)) // of an instance or, if it is left out, of the nearest caller that is shown
	for i := range h.of.Instances {
		n := h.of.Instances[i]
		if !shown[i] {
			place[i] = place[n.Parent]
			above := &u.Instances[place[i]]
			above.PrunedInstances += max(1, int(n.Hidden)) + n.PrunedInstances
			if shown[n.Parent] {
				above.PrunedSites++
				above.PrunedInclusive += n.Inclusive
				above.PrunedKnown = above.PrunedKnown || n.InclusiveKnown
			}
			continue
		}
		if n.Parent >= 0 {
			n.Parent = place[n.Parent]
		}
		n.PrunedCalls += len(n.Calls) - calls[i]
		n.Calls = n.Calls[:calls[i]]
		place[i] = int32(len(u.Instances))
		u.Instances = append(u.Instances, n)
	}
	return u
}

// A rowQueue is a heap of rows, the heaviest first.
type rowQueue []unitRow

func (q rowQueue) Len() int      { return len(q) }
func (q rowQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *rowQueue) Push(r any)   { *q = append(*q, r.(unitRow)) }

func (q *rowQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (q rowQueue) Less(i, j int) bool {
	x, y := &q[i], &q[j]
	switch {
	case x.matches != y.matches:
		return x.matches
	case x.weight != y.weight:
		return x.weight > y.weight
	case x.instance != y.instance:
		return x.instance < y.instance // in preorder
	}
	return x.call < y.call
}
