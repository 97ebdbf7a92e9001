package inlinetree

import (
	"bytes"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

func inlineDOT(t *testing.T, p *iprof.Profile, model inlining.Options, opts DOTOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := DOT(&b, testmodel.NewInlining(t, p, model), opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// drawnAt returns where Graphviz puts the nodes of a graph, by id, and its lines, "tail head".
func drawnAt(t *testing.T, dot string) (x, y map[string]float64, lines []string) {
	t.Helper()
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no Graphviz on this machine")
	}
	cmd := exec.Command("dot", "-Tplain")
	cmd.Stdin = strings.NewReader(dot)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	x, y = map[string]float64{}, map[string]float64{}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		switch f[0] {
		case "node":
			x[f[1]], _ = strconv.ParseFloat(f[2], 64)
			y[f[1]], _ = strconv.ParseFloat(f[3], 64)
		case "edge":
			lines = append(lines, f[1]+" "+f[2])
		}
	}
	slices.Sort(lines)
	return x, y, lines
}

// TestInlineDOTOfEvenOrOdd: two boxes, in the hotter, upper one main → printEvenOrOdd → printEven → print, in the other
// printOdd → print, as in the published description.
func TestInlineDOTOfEvenOrOdd(t *testing.T) {
	dot := inlineDOT(t, testprofile.Example("even-or-odd.iprof"), inlining.Options{}, DOTOptions{Sites: 3})
	x, y, lines := drawnAt(t, dot)
	if want := []string{"i0_0 i0_1", "i0_1 i0_2", "i0_2 i0_3", "i1_0 i1_1"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
	if !(x["i0_0"] < x["i0_1"] && x["i0_1"] < x["i0_2"] && x["i0_2"] < x["i0_3"]) || y["i0_0"] <= y["i1_0"] {
		t.Errorf("x %v, y %v", x, y)
	}
	texts, tooltips := testsvg.DOTTexts(t, dot)
	for _, want := range []string{
		"Inlining trees", "all 2 units, with 100% of 8 method entries (calls, not time)", "inlining is shown as in the instrumented image, not the optimized one",
		"EvenOrOddLength.printEvenOrOdd", "2 entries, 66.7% of the unit", "@6 →9 50.0% →15 50.0% (2)", "@9 ×0.5", "@4 monomorphic: PrintStream 100% (1)",
		"6 method entries in 4 instances, 75.0% of all entries",
	} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not in %q", want, texts)
		}
	}
	const tooltip = "EvenOrOddLength.printEvenOrOdd(java.lang.String)\n→ EvenOrOddLength.printEven()\ninlined @9 ×0.5 per entry of the caller (1 of 2)"
	if !slices.Contains(tooltips, tooltip) {
		t.Errorf("%q is not in %q", tooltip, tooltips)
	}
}

// Siblings are in the order of the text, the hottest on top, with the note about hidden ones last.
func TestInlineDOTOrder(t *testing.T) {
	p := testprofile.Parse(t, testprofile.InlineCase)
	dot := inlineDOT(t, p, inlining.Options{MinShare: 0.2}, DOTOptions{Sites: 1})
	_, y, lines := drawnAt(t, dot)
	if want := []string{"i0_0 i0_0r", "i0_0 i0_1", "i0_0 i0_2"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
	if !(y["i0_1"] > y["i0_2"] && y["i0_2"] > y["i0_0r"]) {
		t.Errorf("y %v", y)
	}
	texts, _ := testsvg.DOTTexts(t, dot)
	for _, want := range []string{
		"… 2 more (3 instances), 14.3% of unit entries", "@12 megamorphic (8+): A ≤22.2% | … 7 more (≥36)", "… 3 more", "@19 →46 66.7% →22 33.3% (7.88M)", "… 1 more, 2 always one way",
		"1 fully biased branch",
	} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not in %q", want, texts)
		}
	}
	if n := Nodes(testmodel.NewInlining(t, p, inlining.Options{MinShare: 0.2})); n != 4 {
		t.Errorf("%d nodes", n)
	}
}

// TestInlineDOTOfHostileNames: names are texts and tooltips, and nothing else.
func TestInlineDOTOfHostileNames(t *testing.T) {
	text, names := testprofile.Hostile()
	p := testprofile.Parse(t, text)
	dot := inlineDOT(t, p, inlining.Options{}, DOTOptions{Options: dot.Options{Title: `</td>"`, Subtitle: "\x1b[31m"}})
	_, _, lines := drawnAt(t, dot)
	if len(lines) != len(names)-1 {
		t.Errorf("%d lines for %d methods", len(lines), len(names))
	}
	_, tooltips := testsvg.DOTTexts(t, dot)
	in := testmodel.NewInlining(t, p, inlining.Options{})
	full := convert.NewNames(p, convert.NameOptions{Style: convert.SignatureNames})
	for _, n := range in.Units[0].Instances {
		name := plaintext.Visible(full.Method(int(n.Slot)))
		if !slices.ContainsFunc(tooltips, func(tip string) bool { return strings.HasPrefix(tip, name+"\n10 method entries") }) {
			t.Errorf("no tooltip for %q", name)
		}
	}
}
