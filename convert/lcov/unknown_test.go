package lcov_test

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/lcov"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// TestUnknownLines: main ran twice, stale is of another version, and the static initializer and get may have run without counts. Zero are
// only those lines of sum, idle and other that these do not share; bare has no lines.
func TestUnknownLines(t *testing.T) {
	branch := []byte{0x03, 0x99, 0, 3, 0xB1} // iconst_0, ifeq to return, return
	classes := map[string][]string{
		"app.One": {"main 9 10", "stale 7", "<clinit> 5", "get 3", "sum 3 4", "idle 5 6", "other 7 8", "bare"},
		"app.Two": {"get 3"},
	}
	opts := lcov.Options{
		Class: func(name string) (*classfile.Class, error) {
			b := &testclass.Builder{Source: strings.TrimPrefix(name, "app.") + ".java"}
			for _, m := range classes[name] {
				var method string
				var first, last int
				lines, _ := fmt.Sscan(m, &method, &first, &last)
				var table [][]byte
				switch lines {
				case 2:
					table = append(table, b.Lines(0, first))
				case 3:
					table = append(table, b.Lines(0, first, 1, last, 4, last))
				}
				bytecode := branch
				if method == "get" {
					bytecode = []byte{0xB1}
				}
				b.Method(9, method, "()V", b.Code(bytecode, nil, table...))
			}
			if classes[name] == nil {
				return nil, classpath.ErrNotFound
			}
			return classfile.Parse(b.Build(strings.ReplaceAll(name, ".", "/")))
		},
		Classes: iter.Seq[string](slices.Values([]string{"app.One", "app.Two"})),
	}
	p := testprofile.Program(t, 0, "app.One.main", "app.One.stale", "java.util.X.x")
	var judged, hinted []int32
	opts.Judge = func(slots []int32) (changed, gone []int32) {
		judged = append(judged, slots...)
		return slices.DeleteFunc(slices.Clone(slots), func(slot int32) bool { return slot != int32(p.MethodSlot(2)) }), nil
	}
	opts.Hints = func(slot int32) map[int]code.CallHint {
		hinted = append(hinted, slot)
		return nil
	}
	c := lcov.New(p, nil, opts)
	if len(c.Files) != 1 || c.Files[0].Path != "app/One.java" {
		t.Fatalf("%+v", c.Files)
	}
	var got []string
	for _, l := range c.Files[0].Lines {
		got = append(got, fmt.Sprint(l.Number, ":", l.Count))
	}
	for _, f := range c.Files[0].Functions {
		got = append(got, fmt.Sprint(f.Name, "@", f.Line, ":", f.Count))
	}
	n := c.Files[0].Functions[len(c.Files[0].Functions)-1].Count
	want := []string{"4:0", "6:0", "8:0", fmt.Sprint("9:", n), fmt.Sprint("10:", n), "app.One.sum@3:0", "app.One.idle@5:0", "app.One.other@7:0", fmt.Sprint("app.One.main@9:", n)}
	if !slices.Equal(got, want) || n == 0 {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if c.Unknown != 3 || !slices.Equal(c.Changed, []int32{int32(p.MethodSlot(2))}) || c.Missing != 1 || len(judged) != 2 || !slices.Equal(hinted, []int32{int32(p.MethodSlot(1))}) {
		t.Errorf("%d unknown, %d changed, %d missing, %d judged, %d hinted", c.Unknown, c.Changed, c.Missing, judged, hinted)
	}

	opts.Filter = convert.FilterOptions{Hide: regexp.MustCompile(`main$`)}
	hidden := lcov.New(p, nil, opts).Tally
	if hidden.Kept().Records != 2 || hidden.Hidden().Records != 1 || c.Tally.Kept().Records != 3 {
		t.Errorf("%+v, without a filter %+v", hidden, c.Tally)
	}
}

// A line after a division may never have run, if each throws, and so is not covered. Where a conditional after it was counted in one of two
// contexts, it ran for sure, and has the count that holds unless something was thrown.
func TestLinesThatThrowingMayLeaveOut(t *testing.T) {
	code := []byte{0x1A, 0x1A, 0x6C, 0x57, 0x1A, 0x99, 0, 3, 0xB1} // iload_0, iload_0, idiv, pop, iload_0, ifeq to return, return
	class := func(string) (*classfile.Class, error) {
		b := &testclass.Builder{Source: "T.java"}
		for i, name := range []string{"a", "b"} {
			line := 10 * (i + 1)
			b.Method(9, name, "()V", b.Code(code, nil, b.Lines(0, line, 3, line+1, 8, line+2)))
		}
		return classfile.Parse(b.Build("T"))
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 100", "2:0 100", "2:0<3:1 30")+
		testprofile.Section("conditionalProfiles", []string{"2:5<3:1 8 0 29 8 1 1"})+`}`)
	c := lcov.New(p, nil, lcov.Options{Class: class})
	if len(c.Files) != 1 || c.Thrown != 2 {
		t.Fatalf("%+v", c)
	}
	want := []lcov.Line{{Number: 10, Count: 100}, {Number: 20, Count: 130}, {Number: 21, Count: 130}, {Number: 22, Count: 130}}
	if got := c.Files[0].Lines; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
