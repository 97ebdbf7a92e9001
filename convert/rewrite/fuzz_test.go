package rewrite_test

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FuzzAnonymize gives random profiles pseudonyms, in which two names are any text: revealing gives them back.
//
//fuzz:runs 300
func FuzzAnonymize(f *testing.F) {
	for i, name := range testprofile.HostileNames {
		f.Add(uint64(i), name, testprofile.HostileNames[len(testprofile.HostileNames)-1-i], "key")
	}
	f.Fuzz(func(t *testing.T, seed uint64, class, method, key string) {
		defer budget.Reading.Start(t, len(class)+len(method)+len(key))()
		p := testprofile.Parse(t, string(testprofile.RandomNamed(seed%1000, class, method)))
		write := func(p *iprof.Profile) string {
			var b strings.Builder
			if err := iprof.Write(&b, iprof.Canonical(p, false)); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		names := map[string]string{}
		anonymous, err := rewrite.NewPseudonyms([]byte(key), names).Anonymize(p, p)
		if err != nil {
			t.Fatal(err)
		}
		text := write(anonymous)
		if again, err := rewrite.NewPseudonyms([]byte(key), nil).Anonymize(p, p); err != nil || write(again) != text {
			t.Errorf("the same key gives other pseudonyms: %v", err)
		}
		for _, s := range iprof.Sections {
			if anonymous.Records(s) != iprof.Canonical(p, false).Records(s) {
				t.Errorf("%s: %d records", s, anonymous.Records(s))
			}
		}
		revealed, _, _ := rewrite.NewPseudonyms([]byte(key), names).Reveal(testprofile.Parse(t, text))
		if got, want := write(revealed), write(p); got != want {
			t.Errorf("revealed\n%swas\n%s", got, want)
		}
	})
}
