package summary

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/findings"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// 1,000,000 entries of step, where a conditional is even, and 3,000,000 of get, which goes to and fro in its own, and which step calls.
const worthProfile = `{"version":"1.0.0","types":[{"id":1,"name":"com.example.orders.pricing.DiscountCalculator"},{"id":2,"name":"java.util.concurrent.ConcurrentHashMap"},
	{"id":3,"name":"java.lang.StringBuffer"},{"id":9,"name":"void"}],"methods":[{"id":1,"name":"applyAllDiscounts","signature":[1,9]},{"id":2,"name":"get","signature":[2,9]}],
	"callCountProfiles":[{"ctx":"1:0","records":[1000000]},{"ctx":"2:0<1:7","records":[3000000]}],
	"conditionalProfiles":[{"ctx":"1:11","records":[20,0,500000,31,1,500000]},{"ctx":"2:18<1:7","records":[24,0,1000000,29,1,2000000]}],
	"monitorProfiles":[{"ctx":"0:0","records":[3,800000]}]}`

func worthOf(t *testing.T, p *iprof.Profile) *info.Info {
	t.Helper()
	names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	return info.New(p, names, info.Options{Limit: 5, Findings: &findings.Options{Input: []string{"app.iprof"}}})
}

// worthText returns the section about things worth a look.
func worthText(t *testing.T, in *info.Info, opts InfoOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := InfoText(&b, in, opts); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "\n\n")
	text, _, _ = strings.Cut(text, "\n\n")
	return text
}

func TestWorthText(t *testing.T) {
	in := worthOf(t, testprofile.Parse(t, worthProfile))
	for _, tt := range []struct {
		opts InfoOptions
		want string
	}{
		{InfoOptions{Width: 80}, `
Worth a look: see iprof-viz help worth-a-look#even-branch
  25.0% of branches  even branch, 50.0% to @20: …Calculator.applyAllDiscounts@11
    iprof-viz list 'DiscountCalculator\.applyAllDiscounts$' app.iprof
  75.0% of branches  even branch, 66.7% to @29: ConcurrentHashMap.get@18
                     mostly for …Calculator.applyAllDiscounts
    iprof-viz list 'ConcurrentHashMap\.get$' app.iprof
   20.0% of entries  800,000 lock acquisitions: StringBuffer
    iprof-viz monitors app.iprof
  call and branch counts are not time`},
		{InfoOptions{Width: 160, Limit: 2}, `
Worth a look, 2 of 3: see iprof-viz help worth-a-look#even-branch
  25.0% of branches  even branch, 50.0% to @20: c.e.o.p.DiscountCalculator.applyAllDiscounts@11
    iprof-viz list 'DiscountCalculator\.applyAllDiscounts$' app.iprof
  75.0% of branches  even branch, 66.7% to @29: j.u.c.ConcurrentHashMap.get@18, mostly for c.e.o.p.DiscountCalculator.applyAllDiscounts
    iprof-viz list 'ConcurrentHashMap\.get$' app.iprof
  call and branch counts are not time`},
	} {
		if got := worthText(t, in, tt.opts); got != strings.TrimPrefix(tt.want, "\n") {
			t.Errorf("%+v:\n%s", tt.opts, got)
		}
	}
}

func TestCommandLines(t *testing.T) {
	args := []string{"top", "--focus", `a|b`, "-m", "calls", "it's.iprof"}
	for room, want := range map[int]string{
		0:  `iprof-viz top --focus 'a|b' -m calls 'it'\''s.iprof'`,
		52: `iprof-viz top --focus 'a|b' -m calls 'it'\''s.iprof'`,
		51: "iprof-viz top --focus 'a|b' -m calls \\\n  'it'\\''s.iprof'",
		37: "iprof-viz top --focus 'a|b' \\\n  -m calls 'it'\\''s.iprof'",
		1:  "iprof-viz top \\\n  --focus 'a|b' \\\n  -m calls \\\n  'it'\\''s.iprof'",
	} {
		if got := strings.Join(commandLines(args, room), "\n"); got != want {
			t.Errorf("%d columns:\n%s", room, got)
		}
	}
}

// Names of a profile do nothing to a terminal, and files cannot break out of the command line.
func TestWorthOfHostileNames(t *testing.T) {
	p := testprofile.Parse(t, strings.ReplaceAll(worthProfile, "applyAllDiscounts", `f'\u001b[31m;rm\n`))
	in := info.New(p, nil, info.Options{Findings: &findings.Options{Input: []string{"a'; rm -r *\n.iprof"}}})
	text := worthText(t, in, InfoOptions{})
	if strings.ContainsAny(text, "\x1b\r") || !strings.Contains(text, `'a'\''; rm -r *`) {
		t.Errorf("%q", text)
	}
}

func TestWorthFollowsSchema(t *testing.T) {
	s := testschema.Read(t, "info")
	profiles := testprofile.Examples(t)
	profiles = append(profiles, testprofile.Parse(t, worthProfile))
	for _, data := range testprofile.Published(t) {
		profiles = append(profiles, testprofile.Parse(t, string(data)))
	}
	links := regexp.MustCompile(`"link": "docs/worth-a-look\.md#[a-z-]+"`)
	for _, p := range profiles {
		in := worthOf(t, p)
		var b bytes.Buffer
		if err := InfoJSON(&b, in); err != nil {
			t.Fatal(err)
		}
		testschema.Validate(t, s, b.String())
		if n := len(links.FindAllString(b.String(), -1)); n != len(in.Findings.List) {
			t.Errorf("%d links for %d findings", n, len(in.Findings.List))
		}
	}
}

// TestPackagesThatNeverRanAreListed follows the command of the finding: it has all packages, by their number of methods.
func TestPackagesThatNeverRanAreListed(t *testing.T) {
	finding := findings.Finding{Kind: findings.UncountedPackage, Title: "3 packages never executed, largest", Subject: "lib.a",
		Split: findings.Split{Of: "packages", List: []findings.NamedCount{{Name: "lib.a", Count: 1200}, {Name: "lib.b", Count: 30}, {Name: "lib.c", Count: 10}}}, Command: []string{"info", "-n", "0"}}
	for limit, want := range map[int]string{0: `
Packages of the application that never ran
  methods
    1,200  lib.a
       30  lib.b
       10  lib.c
`, 2: `
Packages of the application that never ran, 2 of 3
  methods
    1,200  lib.a
       30  lib.b
`} {
		var b bytes.Buffer
		if err := InfoText(&b, &info.Info{Findings: &findings.Report{List: []findings.Finding{finding}}}, InfoOptions{Limit: limit}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("limit %d:\n%s", limit, b.String())
		}
	}
}
