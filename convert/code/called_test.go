package code_test

import (
	"regexp"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Whether a callee has entries of its own is known if no context is hidden: b has, d was only inlined into c, e has a count of 0.
func TestCertainlyCalledInViews(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("a", "b", "c", "d", "e")+testprofile.Calls("1:0 10", "2:0 5", "3:0 1", "4:0<3:1 7", "5:0 0")+testprofile.Samples("2:0<1:3 4", "4:0<1:5 4", "5:0<1:7 4")+"}")
	for _, c := range []struct {
		filter convert.FilterOptions
		want   bool
	}{
		{convert.FilterOptions{}, true}, {convert.FilterOptions{View: convert.ExpertView}, true}, {convert.FilterOptions{View: convert.UserView}, false},
		{convert.FilterOptions{View: convert.AppView}, false}, {convert.FilterOptions{Hide: regexp.MustCompile(`\.c$`)}, false}, {convert.FilterOptions{Focus: regexp.MustCompile(`\.b$`)}, false},
	} {
		l, err := code.List(p, nil, regexp.MustCompile(`\.a$`), code.ListOptions{Filter: c.filter})
		if err != nil {
			t.Fatal(err)
		}
		called := 0
		for _, x := range l.Methods[0].Places {
			if x.Call == nil {
				continue
			}
			for _, callee := range x.Call.Callees {
				called++
				if got := l.CertainlyCalled(callee); got != (c.want && x.BCI == 3) {
					t.Errorf("%+v, @%d: %t", c.filter, x.BCI, got)
				}
			}
		}
		if called != 3 && c.filter.Focus == nil {
			t.Errorf("%+v: %d callees", c.filter, called)
		}
	}
}
