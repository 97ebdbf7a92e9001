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
