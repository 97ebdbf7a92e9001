package judge

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// TestOnlyFittingCodeIsCompared: class files of other code say nothing about counts, nor does another JDK.
func TestOnlyFittingCodeIsCompared(t *testing.T) {
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.Greeter"},{"id":1,"name":"java.lang.String"},{"id":2,"name":"java.util.Greeter"}],
		"methods":[{"id":1,"name":"greet","signature":[0,1,1]},{"id":2,"name":"greet","signature":[2,1,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[100]}],
		"conditionalProfiles":[{"ctx":"1:4","records":[7,0,3,12,1,9]},{"ctx":"2:4","records":[7,0,30,12,1,90]}]}`)
	names := convert.NewNames(p, convert.NameOptions{})
	greeter := calls.Options{Class: func(string) (*classfile.Class, error) { return path.Class("Greeter") }}
	for _, c := range []struct {
		application, jdk bool // fit
		otherJDK         bool // some method of the JDK does not
		excess           int64
	}{
		{true, true, false, 22},
		{true, true, true, 2},
		{true, false, false, 2},
		{false, true, false, 20},
		{false, false, false, 0},
	} {
		f := &summary.CheckedCode{Fit: &fit.Fit{Fitting: make([]bool, p.MethodSlots())}, Names: names}
		f.Fitting[p.MethodSlot(1)], f.Fitting[p.MethodSlot(2)] = c.application, c.jdk
		if c.otherJDK {
			f.JDK.Gone.Methods = 1
		}
		if got := flowByCode(f, calls.New(p, calls.Options{}), greeter); got.Excess != c.excess {
			t.Errorf("%+v: an excess of %d", c, got.Excess)
		}
		if f.Fitting[p.MethodSlot(2)] != c.jdk {
			t.Error("the fit has changed")
		}
	}
}
