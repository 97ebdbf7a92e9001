package calls_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestTooManyCalls has methods with as many calls as a method can have, where a few kilobytes of a jar could have a million: those beyond
// the limit of the profile are callers without code, and the notes say of how many that is.
func TestTooManyCalls(t *testing.T) {
	const methods, each = 6, 21_000
	b := &testclass.Builder{}
	call := testclass.Join(0xb8, testclass.Big(2, b.Member(10, "app/Main", "callee", "()V")))
	var listed, counts []string
	for i := range methods {
		b.Method(9, fmt.Sprint("m", i), "()V", b.Code(append(bytes.Repeat(call, each), 0xb1), nil))
		listed = append(listed, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[1,0]}`, i, i))
		counts = append(counts, fmt.Sprintf(`{"ctx":"%d:0","records":[3]}`, i))
	}
	b.Method(9, "callee", "()V", b.Code([]byte{0xb1}, nil))
	listed = append(listed, fmt.Sprintf(`{"id":%d,"name":"callee","signature":[1,0]}`, methods))
	class, err := classfile.Parse(b.Build("app/Main"))
	if err != nil {
		t.Fatal(err)
	}
	find := func(name string) (*classfile.Class, error) {
		if name != "app.Main" {
			return nil, classpath.ErrNotFound
		}
		return class, nil
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[`+strings.Join(listed, ",")+
		`],"callCountProfiles":[`+strings.Join(counts, ",")+`]}`)
	g := calls.New(p, calls.Options{Class: find, Classes: hierarchy.New(find, nil)})
	const within = 4 // 100,000 calls and 50 for each method
	if g.TooManyCalls != methods-within || g.WithoutCode != methods-within || g.Callers != methods {
		t.Errorf("%d of %d callers have too many calls, %d no code", g.TooManyCalls, g.Callers, g.WithoutCode)
	}
	sites := 0
	for range g.All() {
		sites++
	}
	if sites != within*each {
		t.Errorf("%d calls", sites)
	}
	if got, want := strings.Join(g.Notes("others"), "\n"), "2 of 6 callers have no readable class file, or more calls than are looked at (2): their other calls are unknown"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
