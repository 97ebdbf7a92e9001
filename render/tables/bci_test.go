package tables

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
)

// A call site that the compiler lost has one name in tables, with either of its two numbers, and is explained once.
func TestPlaceUnknown(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("outer", "middle", "inner")+testprofile.Calls("1:0 4", "2:0<1:-6 4", "3:0<1:-5 4")+`}`)
	tbl, err := rank.Peek(p, nil, regexp.MustCompile("outer"), rank.PeekOptions{Metric: convert.Calls})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Text(&b, tbl, Options{Width: 120}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), places.PlaceUnknown); got != 3 || !strings.Contains(b.String(), "\n"+places.PlaceUnknownNote+"\n") || strings.Contains(b.String(), "invalid") {
		t.Errorf("%d places unknown:\n%s", got, b.String())
	}
}

// The column of a short name is not narrower than class and method: a cut would save some columns, and cost the reader the class.
func TestMethodWidthOfShortNames(t *testing.T) {
	for name, want := range map[string]int{
		"app.Known.odd": len("Known.odd"), "app.Counter.odd": len("Counter.odd"), "app.CounterOfEverything.odd": len("CounterOfEverything.odd"),
		"app.CounterOfEverything.isOddOrEven": fitname.ShortName, "app.CounterOfEverything.odd" + strings.Repeat("Number", 8): 1 + len("Everything.odd") + 48,
	} {
		if got := fitname.MethodWidth(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
