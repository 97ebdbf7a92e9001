package findings

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A pattern has the class and the method, or the full name where another name ends so, too; it matches the method and no other.
func TestPatternsOfMethods(t *testing.T) {
	p := testprofile.Program(t, 1, "a.Parser.run", "b.Parser.run", "a.Parser.stop", "a.XParser.stop", "Plain.go", "a.Map$Entry.get", "b.Map$Entry.put", "c.Lone.m+1", "d.Lone.m1")
	want := []string{`^a\.Parser\.run$`, `^b\.Parser\.run$`, `^a\.Parser\.stop$`, `XParser\.stop$`, `Plain\.go$`, `Map\$Entry\.get$`, `Map\$Entry\.put$`, `Lone\.m\+1$`, `Lone\.m1$`}
	for _, opts := range []convert.NameOptions{{}, {Disambiguate: true}, {Style: convert.ShortNames}, {Style: convert.SignatureNames}, {Normalize: true}} {
		ps := newPatterns(p, convert.NewNames(p, opts))
		for slot := range int32(p.Methods.Len()) {
			got := ps.of(slot)
			if got != want[slot] {
				t.Errorf("%s: %s, want %s", ps.names.PlainName(int(slot)), got, want[slot])
			}
			re := regexp.MustCompile(got)
			for other := range p.Methods.Len() {
				if re.MatchString(ps.names.PlainName(other)) != (other == int(slot)) {
					t.Errorf("%s matches %s: %t", got, ps.names.PlainName(other), other != int(slot))
				}
			}
		}
	}
}
