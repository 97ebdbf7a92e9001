package sourceline_test

import (
	"slices"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// A line is in the methods that have code of it, or else in the shortest around it, all of several; whatever their order.
func TestContaining(t *testing.T) {
	p := testprofile.Program(t, 1, "app.A.outer", "app.A.inner", "app.A.twin", "app.A.after", "app.A.empty")
	lines := map[string][]int{"outer": {0, 10, 1, 30}, "inner": {0, 22, 1, 14, 2, 20}, "twin": {0, 14, 1, 22}, "after": {0, 30}}
	b := &testclass.Builder{Source: "A.java"}
	for _, name := range []string{"outer", "inner", "twin", "after", "empty"} {
		b.Method(9, name, "()V", b.Code([]byte{0, 0, 0xB1}, nil, b.Lines(lines[name]...)))
	}
	class, err := classfile.Parse(b.Build("app/A"))
	if err != nil {
		t.Fatal(err)
	}
	l := sourceline.New(p, func(string) (*classfile.Class, error) { return class, nil }, nil)
	slots := []int32{0, 1, 2, 3, 4}
	for _, order := range [][]int32{slots, {2, 1, 0, 4, 3}, {3, 4, 1, 0, 2}, {1, 0, 2, 3, 4}} {
		for number, want := range map[int][]int32{9: nil, 10: {0}, 11: {0}, 13: {0}, 14: {1, 2}, 16: {1, 2}, 20: {1}, 21: {1, 2}, 22: {1, 2}, 23: {0}, 30: {0, 3}, 31: nil} {
			got := l.Containing(order, number)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("line %d is in %v, want %v", number, got, want)
			}
		}
	}
}
