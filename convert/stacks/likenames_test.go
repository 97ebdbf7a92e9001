package stacks_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
)

// Folded text may have been written with methods distinguished or not: a profile compared with it treats them the same way.
func TestMethodsAreNamedLikeThoseOfText(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"void"},{"id":3,"name":"int"}],"methods":[
		{"id":1,"name":"run","signature":[1,2]},{"id":2,"name":"run","signature":[1,2,3]},{"id":3,"name":"stop","signature":[1,2]}],
		"callCountProfiles":[{"ctx":"1:0<2:0<3:0","records":[1]}]}`)
	for _, c := range []struct {
		text  string
		apart bool
		want  string
	}{
		{"A.stop;A.run 1", true, "A.run"},
		{"A.stop;A.run(int) 1", true, "A.run(int)"},
		{"A.stop 1", true, "A.run(int)"},
		{"B.b 1", true, "A.run(int)"},
		{"A.stop;A.run(int) 1", false, "A.run"},
	} {
		n := convert.NewSharedNames(convert.NameOptions{Disambiguate: c.apart}, testtree.ReadFolded(t, c.text), p)[1]
		if got := n.Method(p.MethodSlot(2)); got != c.want {
			t.Errorf("beside %q with Apart %v the method reads %q, not %q", c.text, c.apart, got, c.want)
		}
	}
	if all := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}); len(all) != 0 {
		t.Errorf("no profiles have %d Names", len(all))
	}
}
