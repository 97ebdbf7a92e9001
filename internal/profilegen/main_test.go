package profilegen_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The same profiles are drawn every time, unless -rapid.seed says otherwise: new ones are for the fuzz targets.
func TestMain(m *testing.M) {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.nofailfile", "true")
	flag.Set("rapid.checks", fewChecks)
	flag.Parse()
	os.Exit(m.Run())
}

// properties are those that every profile has.
var properties = []struct {
	name  string
	check func(*rapid.T)
}{
	{"every profile is read", everyProfileIsRead},
	{"write read fixpoint", writeReadFixpoint},
	{"merge is a sum", mergeIsASum},
	{"reveal is the inverse", revealIsTheInverse},
	{"strip keeps the rest", stripKeepsTheRest},
	{"stacks are the drawn ones", stacksAreTheDrawnOnes},
	{"counts match the drawn ones", countsMatchDrawn},
	{"sums under filters", sumsUnderFilters},
	{"limits change no sum", limitsChangeNoSum},
	{"views keep samples", viewsKeepSamples},
	{"formats agree", formatsAgree},
	{"no difference from itself", noDifferenceFromItself},
	{"twice is as contradictory", twiceIsAsContradictory},
}

// fewChecks is the number of profiles for each property in the short tier, unless -rapid.checks says otherwise.
const fewChecks = "20"

func TestProperties(t *testing.T) {
	if testtier.More(t, "five times as many profiles for each property") && flag.Lookup("rapid.checks").Value.String() == fewChecks {
		flag.Set("rapid.checks", "100")
	}
	for _, p := range properties {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, p.check)
		})
	}
}

// The bytes choose a property and draw its profiles.
//
//fuzz:runs 240
func FuzzProperties(f *testing.F) {
	budget.LimitMinimizing(f)
	for seed := range uint64(20) {
		f.Add(profilegen.Bytes(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Drawing.Start(t, len(data))()
		profilegen.Fuzz(func(t *rapid.T) {
			rapid.SampledFrom(properties).Draw(t, "property").check(t)
		})(t, data)
	})
}

// parse reads a drawn profile.
func parse(t *rapid.T, p *profilegen.Profile) *iprof.Profile {
	t.Helper()
	return parseBytes(t, p.JSON())
}

func parseBytes(t *rapid.T, data []byte) *iprof.Profile {
	t.Helper()
	parsed, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return parsed
}

// write writes a profile as an iprof.
func write(t *rapid.T, p *iprof.Profile) string {
	t.Helper()
	var b bytes.Buffer
	if err := iprof.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A profile is read if all its sums fit, and otherwise refused with the reason.
func everyProfileIsRead(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{TooLarge: rapid.Bool().Draw(t, "large")})
	for _, data := range [][]byte{drawn.JSON(), drawn.Gzip()} {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil && (drawn.Fits() || !strings.Contains(err.Error(), "past 2^63-1")) || err == nil && !drawn.Fits() {
			t.Fatalf("sums fit: %v, error %v", drawn.Fits(), err)
		}
		if err != nil {
			return
		}
		if p.Version.String() != drawn.Version || p.Types.Len() != len(drawn.Types) || p.Methods.Len() != len(drawn.Methods) {
			t.Fatalf("version %s, %d types, %d methods", p.Version, p.Types.Len(), p.Methods.Len())
		}
		for _, s := range iprof.Sections {
			if want := drawn.Total(s); p.Has(s) != drawn.Has[s] || p.Total(s) != want.Int64() {
				t.Errorf("%s: %v with %d, want %v with %d", s, p.Has(s), p.Total(s), drawn.Has[s], want)
			}
		}
		for i, typ := range p.Types.All() {
			if typ != drawn.Types[i] {
				t.Errorf("type %+v, want %+v", typ, drawn.Types[i])
			}
		}
		for i, m := range p.Methods.All() {
			if m.ID != drawn.Methods[i].ID || m.Name != drawn.Methods[i].Name {
				t.Errorf("method %+v, want %+v", m, drawn.Methods[i])
			}
		}
	}
}
