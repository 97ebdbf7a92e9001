package compare_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A method has one name where only one profile has records of another overload: the one that tells them apart. It was not renamed.
func TestNameOfOverloadThatIsGone(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":0,"name":"int"},{"id":1,"name":"long"},{"id":2,"name":"a.B"}],
		"methods":[{"id":1,"name":"f","signature":[2,0,0]},{"id":2,"name":"f","signature":[2,0,1]},{"id":3,"name":"g","signature":[2,0]}]`
	both := testprofile.Parse(t, head+testprofile.Calls("1:0 5", "2:0 7", "3:0 9")+`}`)
	one := testprofile.Parse(t, head+testprofile.Calls("1:0 5", "3:0 9")+`}`)
	for range 2 {
		names := convert.NewSharedNames(convert.NameOptions{Disambiguate: true}, both, one)
		c := compare.New(names[0], names[1], compare.Options{})
		got := map[string]bool{}
		for number := range c.Sides[compare.OldSide].MethodSlots {
			name, before := c.Method(int32(number))
			if got[name] = true; before != "" {
				t.Errorf("%s, was %s", name, before)
			}
		}
		if !got["a.B.f(int)"] || !got["a.B.f(long)"] || !got["a.B.g"] {
			t.Errorf("%v", got)
		}
		both, one = one, both
	}
}
