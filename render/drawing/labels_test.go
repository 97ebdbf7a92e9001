package drawing

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
)

// TestLabelsOutOfReach: an engine that puts a label beyond any drawing, or makes it larger than one, does not keep the program busy. Labels
// of such a drawing stay where they are; in others, one that is far from its line moves to it.
func TestLabelsOutOfReach(t *testing.T) {
	for _, c := range []struct {
		x, size string
		moved   bool
	}{{"400", "8", true}, {"1e300", "8", false}, {"-1e300", "8", false}, {"1e18", "8", false}, {"NaN", "8", false}, {"Inf", "8", false}, {"400", "1e300", false}, {"400", "1e9", false}} {
		t.Run(c.x+", "+c.size, func(t *testing.T) {
			drawn := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg"><g id="graph0" class="graph"><polygon points="0,0 100,0 100,100 0,100"/>
				<g id="edge1" class="edge"><path d="M10,10C20,20 30,30 40,40"/><text x="400" y="20" font-size="8">near</text></g>
				<g id="edge2" class="edge"><path d="M10,50C20,60 30,70 40,80"/><text x="%s" y="20" font-size="%s">far</text></g></g></svg>`, c.x, c.size)
			defer budget.Reading.Start(t, len(drawn))()
			var b bytes.Buffer
			if err := SVG(&b, []byte(drawn), SVGOptions{}); err != nil {
				t.Fatal(err)
			}
			if p, err := (Parts{}).Picture([]byte(drawn)); err != nil || len(p.Blocks) == 0 {
				t.Fatalf("%+v, %v", p, err)
			}
			if moved := !strings.Contains(b.String(), `x="400"`); moved != c.moved {
				t.Errorf("the label near its line moved: %v, want %v", moved, c.moved)
			}
		})
	}
}
