package siteline

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// OfTypes returns the line about types: ◇ @10 bimorphic: A 66.7% | B 33.3% (7.88M). Of a saturated site, shares are at most these.
func OfTypes(names *convert.Names, t *sites.TypeSite, count func(int64) string) Line {
	a := Line{Mark: '◇', Style: TypeStyle, Head: places.TreeBCI(t.BCI) + " ", Sep: " | ", Tail: " (" + count(t.Executions) + ")"}
	if t.InstanceOf {
		a.Head += "instanceof, "
	}
	a.Head += t.Kind().String()
	if t.Kind() == sites.Megamorphic {
		a.Head += " (" + sites.NumberOfTypes(len(t.Types), t.Saturated) + ")"
	}
	a.Head += ": "
	most := ""
	if t.Saturated { // executions with further types are not recorded
		a.Tail, most = " (≥"+count(t.Executions)+")", "≤"
	}
	for _, c := range t.Ranked() {
		a.Parts = append(a.Parts, Part{names.Type(c.Type), most + numbers.TreePercent(c.Count, t.Executions), shareOf(c.Count, t.Executions)})
	}
	return a
}

// OfBranch returns the line about a conditional: ◆ @19 →46 66.7% →22 33.3% (7.88M).
func OfBranch(c *sites.Conditional, count func(int64) string) Line {
	a := Line{Mark: '◆', Style: branchStyle, Head: places.TreeBCI(c.BCI) + " ", Sep: " ", Tail: " (" + count(c.Executions) + ")"}
	for _, p := range c.Targets() {
		a.Parts = append(a.Parts, Part{"→" + places.TargetBCI(p.Target), numbers.TreePercent(p.Count, c.Executions), shareOf(p.Count, c.Executions)})
	}
	return a
}

// shareOf returns a part of a whole; 0 if that is 0.
func shareOf(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// The styles of marks and matches.
const (
	TypeStyle   terminal.Style = "\x1b[36m"
	branchStyle terminal.Style = "\x1b[35m"
	MatchStyle  terminal.Style = "\x1b[32m"
)
