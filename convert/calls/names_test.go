package calls

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestNamesOfTargets: what a site calls is named as far as it is known: by its method, its class, or the instruction.
func TestNamesOfTargets(t *testing.T) {
	p := testprofile.Program(t, 0, "app.A.a")
	names := convert.NewNames(p, convert.NameOptions{})
	called := classfile.Ref{Owner: "app.Shape", Name: "area", Descriptor: "()V"}
	for _, c := range []struct {
		site   Site
		callee Callee
		want   string
	}{
		{Site{Kind: Virtual, Called: called}, Callee{Slot: 0}, "app.A.a"},
		{Site{Kind: Virtual, Called: called}, Callee{Slot: -1}, "<any app.Shape.area>"},
		{Site{Kind: Virtual}, Callee{Slot: -1}, "<unknown>"},
		{Site{Kind: Dynamic, Called: called}, Callee{Slot: -1}, "<generated code>"},
		{Site{Kind: Virtual, Called: called}, Callee{Slot: -1, OtherTypes: true}, "<other types>"},
		{Site{Kind: Virtual, Called: called}, Callee{Slot: -1, Class: "app.B"}, "app.B.?"},
		{Site{Kind: Virtual, Called: called}, Callee{Slot: -1, Class: "app.B", Method: "b", Descriptor: "()V"}, "app.B.b"},
	} {
		if got := c.site.TargetName(names, &c.callee); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
