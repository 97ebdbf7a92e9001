package inlinetree

import (
	"cmp"
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// fitAnswer writes an answer with as many rows below it as a screen has room for, the heaviest first, without legends. Remarks on calls
// give way to eight rows, and then the notes.
func fitAnswer(w io.Writer, in *inlining.Into, rows *answerRows, opts TextOptions, holds func(text string) bool) error {
	of := fitting[shortAnswer]{nil, (*treeWriter).shortened, holds}
	notes := true
	fits := func(a shortAnswer) bool { return of.fits(a, rows.note(a, notes), opts) }
	var short shortAnswer
	for _, form := range []struct {
		remarks int
		notes   bool
	}{{allRemarks, true}, {0, true}, {0, false}} {
		head := withoutLegends(in)
		if notes = form.notes; !notes {
			head.notes = nil
		}
		of.head = func(shortAnswer) treeHead { return head }
		short = rows.grow(rows.first(0, rows.total, form.remarks), rows.total, fits)
		short = rows.grow(short, len(short.Callers)+len(short.Methods), fits) // where no other part fits, more rows of these may
		if short.rows >= min(fewRows, rows.total) {
			break
		}
	}
	for more := short; more.remarks < more.shownCalls(); short = more {
		if more.remarks++; !fits(more) {
			break
		}
	}
	return of.write(w, short, rows.note(short, notes), opts)
}

// shownCalls returns the number of calls of callers.
func (a *shortAnswer) shownCalls() (n int) {
	for i := range a.Callers {
		n += len(a.Callers[i].Calls)
	}
	return n
}

// answerRows chooses the rows below an answer: those of the way, then always the heaviest. As there may be thousands of callers and
// methods, they are ranked when they are next.
type answerRows struct {
	in      *inlining.Into
	total   int
	callers rankedParts
	methods rankedParts
	calls   [][]int            // by caller, the indexes of its calls, most calls first
	places  []*heaviestCallers // by method
}

// rankedParts are the weights of the rows of callers or methods, in the order in which they are shown.
type rankedParts struct {
	n       int
	rank    func(i int) (weights []int64)
	weights [][]int64 // by part, of the first ones
}

// row returns the weight of a row of a part, false if it has fewer.
func (p *rankedParts) row(part, row int) (int64, bool) {
	for len(p.weights) <= part {
		p.weights = append(p.weights, p.rank(len(p.weights)))
	}
	if w := p.weights[part]; row < len(w) {
		return w[row], true
	}
	return 0, false
}

func newAnswerRows(in *inlining.Into) *answerRows {
	a := &answerRows{in: in, total: len(in.Way)}
	for i := range in.Callers {
		a.total += 1 + len(in.Callers[i].Calls)
	}
	for i := range in.Methods {
		a.total += len(in.Methods[i].Places)
	}
	a.callers = rankedParts{n: len(in.Callers), rank: func(i int) []int64 {
		c, weights := &in.Callers[i], []int64{0} // the caller itself
		a.calls = append(a.calls, heaviestCalls(c))
		for _, k := range a.calls[i] {
			weights = append(weights, c.Calls[k].Target.Calls.Figure())
		}
		return weights
	}}
	a.methods = rankedParts{n: len(in.Methods), rank: func(i int) (weights []int64) {
		a.places = append(a.places, newHeaviestCallers(&in.Methods[i]))
		for _, r := range a.places[i].order {
			weights = append(weights, r.weight)
		}
		return weights
	}}
	return a
}

// heaviestCalls returns the indexes of the calls of a caller, most calls first.
func heaviestCalls(c *inlining.Caller) []int {
	order := make([]int, len(c.Calls))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Compare(c.Calls[y].Target.Calls.Figure(), c.Calls[x].Target.Calls.Figure())
	})
	return order
}

// grow adds rows to an answer, of so many callers and methods, as long as it fits.
func (a *answerRows) grow(short shortAnswer, parts int, fits func(shortAnswer) bool) shortAnswer {
	for n := short.rows + 1; n <= a.total; n++ {
		more := a.first(n, parts, short.remarks)
		if !fits(more) {
			break
		}
		short = more
	}
	return short
}

// first returns the answer with its first rows, of so many callers and methods at most. After the way and the first caller, the next row is
// the heaviest of all callers and methods that have begun, and of the next caller and the next method. Each begins with two rows, as the
// first says nothing alone.
func (a *answerRows) first(rows, parts, remarks int) shortAnswer {
	steps := min(rows, len(a.in.Way))
	short := shortAnswer{steps: len(a.in.Way) - steps, remarks: remarks, rows: steps}
	var calls, places []int // rows, by caller and by method
	for short.rows < rows {
		more := min(1, parts-len(calls)-len(places))
		inCaller, caller := a.callers.heaviest(calls, more)
		inMethod, method := a.methods.heaviest(places, more)
		begun, part, of := &calls, caller, &a.callers
		if caller < 0 || method >= 0 && inMethod > inCaller && len(calls) > 0 {
			begun, part, of = &places, method, &a.methods
		}
		if part < 0 {
			break
		}
		n := 1
		if part == len(*begun) {
			if _, two := of.row(part, 1); two {
				n = 2
			}
			if short.rows+n > rows {
				break
			}
			*begun = append(*begun, 0)
		}
		(*begun)[part] += n
		short.rows += n
	}
	in := *a.in
	in.Callers, in.Methods = nil, nil
	for i, n := range calls {
		c := a.in.Callers[i]
		chosen := slices.Sorted(slices.Values(a.calls[i][:n-1])) // by BCI
		short.calls = append(short.calls, len(c.Calls)-len(chosen))
		c.Calls = nil
		for _, k := range chosen {
			c.Calls = append(c.Calls, a.in.Callers[i].Calls[k])
		}
		in.Callers = append(in.Callers, c)
	}
	for i, n := range places {
		in.Methods = append(in.Methods, a.places[i].method(n))
	}
	short.Into, short.callers = &in, len(a.in.Callers)-len(calls)
	return short
}

// heaviest returns the part with the heaviest next row, of the parts that have begun, of which rows are shown, and of so many that come
// next; -1: none is left.
func (p *rankedParts) heaviest(shown []int, more int) (weight int64, part int) {
	part = -1
	for i := range min(len(shown)+more, p.n) {
		next := 0
		if i < len(shown) {
			next = shown[i]
		} else if _, two := p.row(i, 1); two {
			next = 1
		}
		if w, ok := p.row(i, next); ok && (part < 0 || w > weight) {
			weight, part = w, i
		}
	}
	return weight, part
}

// note says what is left out of an answer, with notes or without.
func (a *answerRows) note(short shortAnswer, notes bool) string {
	text, without := "shortened to fit the screen", []string{"legends"}
	if short.rows < a.total {
		text += ", to the heaviest " + words.Count(int64(short.rows), "row")
	}
	switch calls := short.shownCalls(); {
	case short.remarks >= calls:
	case short.remarks == 0:
		without = append(without, "remarks")
	default:
		text += ", with remarks on " + words.Count(int64(short.remarks), "call")
	}
	if !notes {
		without = append(without, "notes")
	}
	return text + ", without " + words.List(without) + "; -n 0 | less shows all"
}
