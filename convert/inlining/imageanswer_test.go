package inlining

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// In the instrumented image, f, g and h are inlined into run. In the optimized one f is, and both at one of two places; g
// is called, and the compiler removed the call of h.
func TestAnswersOfTheImage(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("run", "f", "g", "h", "both")+testprofile.Calls("1:0 10", "2:0<1:4 100", "3:0<1:8 60", "4:0<1:12 5", "5:0<1:16 20", "5:0<1:20 20")+`}`)
	file := filepath.Join(t.TempDir(), "log")
	text := strings.ReplaceAll(`{"methodName":"T.run()","compilationId":"1","inliningTree":{"methodName":"T.run()","invokes":[
		{"methodName":"T.f()","callsiteBci":4,"inlined":true},{"methodName":"T.g()","callsiteBci":8,"alive":true,"reason":["large"]},
		{"methodName":"T.both()","callsiteBci":16,"inlined":true},{"methodName":"T.both()","callsiteBci":20,"alive":true,"reason":["cold"]}]}}`, "\n\t\t", " ") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := optlog.Read(file, optlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	units, err := optimized.New(p, log).NewUnits(calls.New(p, calls.Options{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, target, want string }{
		{"f", "run", "yes: T.f is inlined into T.run in 1 copy, with 100.0% of the entries"},
		{"g", "run", `no: T.g is not inlined into T.run; T.run @8 (60 calls): call, "large"`},
		{"h", "run", "no: T.h is not inlined into T.run; nothing is left of its calls, or they are in no compiled code"},
		{"both", "run", `in part: T.both is inlined into T.run in 1 copy, with 50.0% of the entries; T.run @20 (20 calls): call, "cold"`},
		{"g", "f", "no: T.g is not inlined into T.f; T.f is not known to call T.g, nor through others; T.g is called by T.run (60 calls)"},
	} {
		in, err := NewInto(units.Profile, convert.NewNames(units.Profile, convert.NameOptions{Style: convert.ShortNames}), IntoOptions{
			Match: regexp.MustCompile(`T\.` + c.method + `$`), Target: regexp.MustCompile(`T\.` + c.target + `$`), Image: units,
		})
		if err != nil {
			t.Fatal(err)
		}
		if in.Answer != c.want {
			t.Errorf("%s\nwant %s", in.Answer, c.want)
		}
	}
}
