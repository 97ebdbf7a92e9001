package calls_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

const runAlone = `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"}],"methods":[{"id":1,"name":"run","signature":[2,1]}],"callCountProfiles":[{"ctx":"1:0","records":[10]}]}`

// Up to 16 methods that a call may enter are named; of more none is.
func TestMostTargets(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 2, 15: 15, 16: 16, 17: 0, 40: 0} {
		files := classFiles{"app.Main": caller(0xb6, "app/A", "get")}
		files["app.A"] = class(testclass.Builder{Flags: 0x400}, "app/A", abstractly, "get")
		for i := range n {
			files[fmt.Sprint("app.B", i)] = class(testclass.Builder{Super: "app/A"}, fmt.Sprint("app/B", i), 1, "get")
		}
		p := testprofile.Parse(t, runAlone)
		s := calls.New(p, files.options(t)).At(0, 1)
		if s == nil || len(s.Targets) != 1 || len(s.Targets[0].May) != want || (s.Reason == calls.NoReason) != (n == 1) {
			t.Errorf("%d methods: %+v", n, s)
		}
	}
}

// Code of more than 24 bytes is not inlined before counting: a contradiction is one, and not the compiler's.
func TestTinyMethods(t *testing.T) {
	for size, early := range map[int]bool{1: true, 23: true, 24: true, 25: false, 60: false} {
		var b testclass.Builder
		b.Method(static, "get", "()V", b.Code(append(bytes.Repeat([]byte{0}, size-1), 0xb1), nil)) // nops and return
		files := classFiles{"app.Main": caller(0xb8, "app/A", "get"), "app.A": b.Build("app/A")}
		p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"}],"methods":[{"id":1,"name":"run","signature":[2,1]},
			{"id":2,"name":"get","signature":[3,1]}],"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[4]}]}`)
		if e := calls.New(p, files.options(t)).Entered[1]; e.Early != early || e.Contradicts == early {
			t.Errorf("%d bytes: %+v", size, e)
		}
	}
}
