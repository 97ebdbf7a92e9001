package graph

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testcolor"
	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestScaleOfBoxes: the colors of boxes are those of the legend's scale at their shares: the first one without any, the last one at the
// share below the end, and one to each side of the share below the middle.
func TestScaleOfBoxes(t *testing.T) {
	for file, p := range pictured(t) {
		m := convert.Samples
		if p.Total(iprof.Samples) == 0 {
			if m = convert.Calls; p.Total(iprof.Calls) == 0 {
				continue
			}
		}
		picture, _ := graphPage(t, p, defaultGraph(m))
		legend, boxes, _ := strings.Cut(picture, `<g class="graph"`)
		strip, middle, end := scaleOf(t, legend)
		checked := 0
		for _, part := range strings.Split(boxes, `<g class="node"`)[1:] {
			weight, fill := 0., testsvg.Attribute(part, "fill")
			if w := testsvg.Attribute(part, "data-weight"); w != "" {
				weight, _ = strconv.ParseFloat(w, 64)
			}
			if !strings.HasPrefix(fill, "#") || !strings.Contains(part, "data-name") {
				continue
			}
			checked++
			if strings.Contains(part, ": not in the file</title>") { // unknown, which is not nothing
				if fill == strip[0].fill {
					t.Errorf("%s: a box without a count has the color of nothing", file)
				}
				continue
			}
			heat, name := heatOf(t, fill), testsvg.Attribute(part, "data-name")
			switch {
			case weight == 0 && fill != strip[0].fill:
				t.Errorf("%s: %s has nothing, and is %s; the scale begins with %s", file, name, fill, strip[0].fill)
			case weight > 0 && fill == strip[0].fill:
				t.Errorf("%s: %s with %v is as light as nothing", file, name, weight)
			case weight >= end*1.05:
				t.Errorf("%s: %s has %v, and the scale ends at %v", file, name, weight, end)
			case weight >= end*0.999 && fill != strip[len(strip)-1].fill:
				t.Errorf("%s: %s with %v is %s; the scale ends with %s", file, name, weight, fill, strip[len(strip)-1].fill)
			case weight > middle*1.05 && heat < heatOf(t, strip[len(strip)/2-1].fill):
				t.Errorf("%s: %s with %v is %s, too light for more than %v", file, name, weight, fill, middle)
			case weight < middle*0.95 && heat > heatOf(t, strip[len(strip)/2].fill):
				t.Errorf("%s: %s with %v is %s, too dark for less than %v", file, name, weight, fill, middle)
			}
		}
		if checked == 0 {
			t.Errorf("%s: no boxes", file)
		}
	}
}

// heatOf returns how dark a color is, beside white.
func heatOf(t *testing.T, color string) float64 {
	return testcolor.Contrast(testcolor.ParseColor(t, "#ffffff"), testcolor.ParseColor(t, color))
}

// A scaleColor is a color of a scale.
type scaleColor struct {
	x, y float64
	fill string
}

// scaleOf reads the scale of a legend: its colors, and the shares below its middle and its end.
func scaleOf(t *testing.T, legend string) (strip []scaleColor, middle, end float64) {
	t.Helper()
	_, legend, _ = strings.Cut(legend, `<g class="legend"><text`)
	number := func(s string) float64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	rows := map[float64][]scaleColor{}
	for _, part := range strings.Split(legend, "<polygon ")[1:] {
		corner, _, _ := strings.Cut(testsvg.Attribute(part, "points"), " ")
		x, y, _ := strings.Cut(corner, ",")
		c := scaleColor{number(x), number(y), testsvg.Attribute(part, "fill")}
		rows[c.y] = append(rows[c.y], c)
	}
	for _, row := range rows {
		if len(row) > len(strip) {
			strip = row
		}
	}
	slices.SortFunc(strip, func(a, b scaleColor) int { return cmp.Compare(a.x, b.x) })
	if len(strip) < 10 {
		t.Fatalf("a scale of %d colors", len(strip))
	}
	for _, part := range strings.Split(legend, "<text ")[1:] {
		below := number(testsvg.Attribute(part, "y")) - strip[0].y
		share, of, ok := strings.Cut(part[strings.Index(part, ">")+1:], "%")
		switch x := number(testsvg.Attribute(part, "x")); {
		case !ok || below < 0 || below > 25:
		case strings.HasPrefix(of, " of all"):
			end = number(share) / 100
		case x == strip[len(strip)/2].x:
			middle = number(share) / 100
		}
	}
	if middle == 0 || end == 0 {
		t.Fatalf("a scale with %v in its middle and %v at its end", middle, end)
	}
	return strip, middle, end
}
