package inlinetree

import (
	"container/heap"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// FitText is [Text] with as many units as a screen has room for, and a note if that is not all. If there is no room for the first one,
// it is shown with as many instances as there is room for: the root, then always the heaviest whose caller is shown, those that lead to
// a match before others. Types and branches give way to the first match, or to the first four rows. Holds reports whether a text has
// room.
func FitText(w io.Writer, in *inlining.Trees, opts TextOptions, holds func(text string) bool) error {
	if len(in.Units) == 0 {
		return Text(w, in, opts)
	}
	f := fitting[*inlining.Trees]{inlineHead, (*treeWriter).units, holds}
	more := fmt.Sprintf("-n %d shows %s", len(in.Units), numbers.Plural(len(in.Units), "unit"))
	if written, err := f.fewer(w, in, len(in.Units), firstUnits, more, opts); written {
		return err
	}
	if len(in.Units) == 1 {
		more = "-n 1 shows the whole unit"
	}
	first := newHeaviest(&in.Units[0])
	var of *inlining.Trees
	var note string
	for _, sites := range []struct {
		most int // lines of types, and of branches, of a method; none
		note string
	}{{opts.Sites, ""}, {1, ", with one type and one branch each"}, {none, ", without types and branches"}} {
		opts.Sites = sites.most
		shorter := func(rows int) (*inlining.Trees, string, TextOptions) {
			of := firstUnits(in, 1)
			of.Units = []inlining.Unit{first.unit(rows)}
			if sites.most == none {
				of.Units[0].Instances = withoutSites(of.Units[0].Instances)
			}
			return of, fmt.Sprintf("shortened to fit the screen, to the heaviest %s%s; %s", words.Count(int64(rows), "row"), sites.note, more), opts
		}
		rows := sort.Search(len(first.order), func(more int) bool { return !f.fits(shorter(more + 1)) })
		if of, note, opts = shorter(max(rows, 1)); rows >= first.wanted() {
			break
		}
	}
	return f.write(w, of, note, opts)
}

// none stands for no types and branches; zero is the number for all.
const none = -1

// withoutSites returns instances without their types and branches.
func withoutSites(instances []inlining.Instance) []inlining.Instance {
	bare := slices.Clone(instances)
	for i := range bare {
		bare[i].Types, bare[i].Conditionals = nil, nil
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
		below[n.Parent] = append(below[n.Parent], unitRow{int32(i), -1, n.Inclusive, matches[i]})
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

// wanted returns the number of rows that are worth more than types and branches: up to the first match or, if there is none, four.
func (h *heaviest) wanted() int {
	for i, r := range h.order {
		if r.call < 0 && h.of.Instances[r.instance].Matches {
			return i + 1
		}
	}
	return min(4, len(h.order))
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
