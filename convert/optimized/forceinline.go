package optimized

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
)

// A Pattern names a method that is called in the optimized image although it could be inlined, as the option -H:PriorityForceInline= of
// native-image takes it.
type Pattern struct {
	Text string // java.util.HashMap.putVal(int;Object;Object;boolean;boolean)

	Callee *calls.Callee
	Calls  calls.Count // of all sites where it is called: at most, if copies of a caller differ
	Sites  int
	Site   *calls.Site // the one with the most calls
	Reason string      // the compiler's, there
}

// ForceInline returns the methods that direct calls of the image enter, by descending calls, given the call graph of its profile. Keep chooses
// calls; nil: all. Virtual calls have no method that could be inlined, and inlining a method that calls itself would never end.
func (m *Image) ForceInline(g *calls.Graph, keep func(*calls.Site, *calls.Target) bool) []Pattern {
	number := map[string]int{}
	var all []Pattern
	var most []int64 // by pattern: the calls of its site
	for site, target := range g.All() {
		if target.Calls.High == 0 || keep != nil && !keep(site, target) {
			continue
		}
		outcome := m.Outcome(site.Slot, site.BCI, target)
		text, ok := patternOf(outcome.Method)
		if !ok || target.Callee.Slot == site.Slot {
			continue
		}
		n := target.Calls
		if outcome.Direct < outcome.Copies {
			n = calls.Count{Range: code.Range{High: n.High}}
		}
		i, known := number[text]
		if !known {
			i = len(all)
			number[text] = i
			all, most = append(all, Pattern{Text: text, Callee: target.Callee, Calls: calls.Count{Usual: true}}), append(most, -1)
		}
		of := &all[i]
		of.Calls, of.Sites = of.Calls.Plus(n), of.Sites+1
		if figure := target.Calls.Figure(); figure > most[i] {
			most[i], of.Site, of.Reason = figure, site, outcome.Reason
		}
	}
	for i := range all {
		if of := &all[i].Calls; !of.Execution().Plain() {
			of.Low = 0 // the bound above is the one to know
		}
	}
	slices.SortStableFunc(all, func(x, y Pattern) int {
		return cmp.Or(cmp.Compare(y.Calls.Figure(), x.Calls.Figure()), strings.Compare(x.Text, y.Text))
	})
	return all
}

// patternOf returns a method of a log as Graal's MethodFilter has it: parameters are separated by semicolons, patterns by commas. False: the
// name has a character with a meaning there, which no name in Java has.
func patternOf(method string) (string, bool) {
	head, params, ok := strings.Cut(strings.TrimSuffix(method, ")"), "(")
	text := head + "(" + strings.ReplaceAll(params, ", ", ";") + ")"
	return text, ok && !strings.ContainsAny(head+strings.ReplaceAll(params, ", ", ""), ",;*?~() \t\r\n")
}
