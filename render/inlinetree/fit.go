package inlinetree

import (
	"bytes"
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// A Screen is what trees are fitted to.
type Screen struct {
	Holds func(text string) bool

	// Coarser returns the trees without methods that have a lower share of the unit's entries.
	Coarser func(minShare float64) (*inlining.Trees, error)
}

// coarser are the minimum shares that are tried until the first unit fits.
var coarser = []float64{0.02, 0.05, 0.1, 0.2, 0.5}

// FitText is [Text] with as many units as a screen has room for, and a note if that is not all. If there is no room for the first one,
// it is shown without methods that have a low share of its entries.
func FitText(w io.Writer, in *inlining.Trees, opts TextOptions, s Screen) error {
	measure := opts
	measure.Color = false
	for i := 0; ; i++ {
		for units := len(in.Units); units > 0; units-- {
			var b bytes.Buffer
			head, of := inlineHead(in), in
			if units < len(in.Units) || i > 0 {
				of = firstUnits(in, units)
				head = inlineHead(of)
				head.notes = append(head.notes, shortened(in, i))
			}
			trees := func(t *treeWriter) { t.units(of) }
			textTrees(&b, head, measure, trees) // a Buffer never fails
			if last := i == len(coarser) && units == 1; last || s.Holds(b.String()) {
				return textTrees(w, head, opts, trees)
			}
		}
		if len(in.Units) == 0 {
			return Text(w, in, opts)
		}
		var err error
		if in, err = s.Coarser(coarser[i]); err != nil {
			return err
		}
	}
}

// firstUnits returns trees with fewer units.
func firstUnits(in *inlining.Trees, n int) *inlining.Trees {
	first := *in
	first.Units = in.Units[:n:n]
	return &first
}

// shortened says that a screen has no room for all, and how to get it.
func shortened(in *inlining.Trees, i int) string {
	text := "shortened to fit the screen"
	if i > 0 {
		text += fmt.Sprintf(", without methods that have less than %g%% of the unit's entries", 100*coarser[i-1])
	}
	return text + fmt.Sprintf("; -n %d shows %s", len(in.Units), numbers.Plural(len(in.Units), "unit"))
}
