package calls_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestVersionsOfClasses has 10 entries of a method with a static call of app.A.get, and class paths with several classes A: one of another
// package is another class, as in a shaded jar, and of two with one name the first counts.
func TestVersionsOfClasses(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"app.Main"},{"id":3,"name":"app.A"},{"id":4,"name":"shaded.app.A"}],
		"methods":[{"id":1,"name":"run","signature":[2,1]},{"id":2,"name":"get","signature":[3,1]},{"id":3,"name":"get","signature":[4,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[10]},{"ctx":"3:0","records":[10]}]}`)
	of := func(name, method string) []byte { return class(testclass.Builder{}, name, static, method) }
	main := caller(0xb8, "app/A", "get")
	for _, c := range []struct {
		name   string
		jars   []map[string][]byte // by the order of the class path
		reason calls.Reason
		exact  bool // the call of app.A.get
	}{
		{"one", []map[string][]byte{{"app/Main": main, "app/A": of("app/A", "get")}}, calls.NoReason, true},
		{"only shaded", []map[string][]byte{{"app/Main": main, "shaded/app/A": of("shaded/app/A", "get")}}, calls.NoReason, true}, // its instruction names app.A
		{"the first has the method", []map[string][]byte{{"app/Main": main, "app/A": of("app/A", "get")}, {"app/A": of("app/A", "put")}}, calls.NoReason, true},
		{"the first lacks the method", []map[string][]byte{{"app/A": of("app/A", "put")}, {"app/Main": main, "app/A": of("app/A", "get")}}, calls.MissingMethod, false},
		{"the first caller calls another class", []map[string][]byte{{"app/Main": caller(0xb8, "shaded/app/A", "get"), "shaded/app/A": of("shaded/app/A", "get")},
			{"app/Main": main, "app/A": of("app/A", "get")}}, calls.NoReason, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var dirs []string
			for _, jar := range c.jars {
				dir := t.TempDir()
				dirs = append(dirs, dir)
				for name, data := range jar {
					file := filepath.Join(dir, filepath.FromSlash(name)+".class")
					if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, data, 0o666)); err != nil {
						t.Fatal(err)
					}
				}
			}
			path := testpath.Open(t, strings.Join(dirs, string(os.PathListSeparator)))
			g := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
			checkIdentities(t, p, g)
			s := g.At(0, 1)
			if s == nil || s.Reason != c.reason {
				t.Fatalf("%+v, want reason %q", s, c.reason)
			}
			exact := false
			for _, x := range s.Targets {
				if x.Callee.Class == "app.A" && x.Callee.Method == "get" {
					e := x.Calls.Execution()
					exact = e == code.Execution{Count: 10, Bound: code.Exact}
				}
			}
			if exact != c.exact {
				t.Errorf("exact: %t, %+v", exact, s.Targets)
			}
		})
	}
}
