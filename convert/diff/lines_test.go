package diff

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Methods of random profiles have three instructions, the first two on the line of this number.
func firstLine(id int) int { return 10 + 10*id }

// moved is how many lines further down the methods of app.A begin in the old source.
const moved = 7

// randomClasses finds the classes of random profiles, without java.util.C. In the old ones app.A is further down, and the second
// instruction of app.B.m1 is on the second line.
func randomClasses(t *testing.T, side int) func(name string) (*classfile.Class, error) {
	return func(name string) (*classfile.Class, error) {
		class := slices.Index([]string{"app.A", "app.B", "", "com.oracle.svm.core.V", "com.oracle.svm.enterprise.profiling.P"}, name)
		if class < 0 {
			return nil, classpath.ErrNotFound
		}
		b := &testclass.Builder{Source: name[strings.LastIndexByte(name, '.')+1:] + ".java"}
		for _, id := range []int{class, class + 5} {
			at := firstLine(id)
			second := at
			if side == compare.OldSide && id%5 == 0 {
				at += moved
				second = at
			} else if side == compare.OldSide && id == 1 {
				second++
			}
			b.Method(9, fmt.Sprint("m", id), "()V", b.Code([]byte{0, 0, 0xB1}, nil, b.Lines(0, at, 1, second, 2, at+3)))
		}
		return classfile.Parse(b.Build(strings.ReplaceAll(name, ".", "/")))
	}
}

// lineName is the row of a frame of a random profile.
func lineName(t *testing.T, side int, frame string) string {
	method, at, _ := strings.Cut(frame, ":")
	id, err := strconv.Atoi(method)
	bci, err2 := strconv.Atoi(at)
	if err != nil || err2 != nil {
		t.Fatal(frame)
	}
	if id == 10 {
		return "<unknown method 10>"
	}
	name := []string{"app.A", "app.B", "java.util.C", "com.oracle.svm.core.V", "com.oracle.svm.enterprise.profiling.P"}[id%5] + ".m" + method
	line := firstLine(id)
	switch {
	case bci < 0 || id%5 == 2:
		return name
	case bci == 2:
		line += 3
	case bci == 1 && id == 1 && side == compare.OldSide:
		line++
	}
	return fmt.Sprint(name, ":", line)
}

// TestLinesOfRandomProfiles counts the samples and entries of both profiles by line, from their text.
func TestLinesOfRandomProfiles(t *testing.T) {
	for seed := range uint64(20) {
		data := [2][]byte{testprofile.Random(seed, "1.1.0"), testprofile.Random(seed+100, "1.1.0")}
		var profiles [2]*iprof.Profile
		var lines [2]*sourceline.Lines
		for side := range data {
			profiles[side] = testprofile.Parse(t, string(data[side]))
			lines[side] = sourceline.New(profiles[side], randomClasses(t, side), nil)
		}
		for _, kind := range []string{"self samples", "total samples", "calls"} {
			counts := map[string]*[2]int64{}
			for side, text := range data {
				var doc testprofile.Document
				if err := json.Unmarshal(text, &doc); err != nil {
					t.Fatal(err)
				}
				section := iprof.Samples
				if kind == "calls" {
					section = iprof.Calls
				}
				for _, r := range doc.Section(section) {
					frames := r.Frames()
					switch kind {
					case "self samples":
						frames = frames[:1]
					case "calls": // the call that leads into the leaf
						frames = append(frames[1:], "caller")[:1]
					}
					seen := map[string]bool{}
					for _, f := range frames {
						name := "<callers unknown>"
						if f != "caller" {
							name = lineName(t, side, f)
						}
						if seen[name] {
							continue
						}
						seen[name] = true
						if counts[name] == nil {
							counts[name] = &[2]int64{}
						}
						counts[name][side] += r.Records[0]
					}
				}
			}
			var want []string
			for name, n := range counts {
				want = append(want, fmt.Sprint(name, " ", n[0], " ", n[1]))
			}
			opts := Options{By: convert.ByLine, Totals: kind == "total samples", Exact: true, Lines: lines}
			c := comparisonOf(profiles[0], profiles[1], opts)
			m := convert.Samples
			if kind == "calls" {
				m = convert.Calls
			}
			var got []string
			tested, _, _ := c.testMethods(m)
			for _, of := range tested {
				got = append(got, fmt.Sprint(c.rowNames(of.number).name, " ", of.count.Old, " ", of.count.New))
			}
			// Lines without a count are not compared.
			want = slices.DeleteFunc(want, func(s string) bool { return strings.HasSuffix(s, " 0 0") })
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%d, %s:\n%s\nwant\n%s", seed, kind, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// comparisonOf compares two profiles by full names.
func comparisonOf(old, new *iprof.Profile, opts Options) *comparison {
	names := convert.NewSharedNames(convert.NameOptions{}, old, new)
	return newComparison(compare.New(names[0], names[1], compare.Options{NoRenames: true}), opts.settle())
}

// TestLineRows has the places of lines in both sources, and says that one method was edited.
func TestLineRows(t *testing.T) {
	profile := func(samples ...string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.A"},{"id":1,"name":"app.B"},{"id":2,"name":"void"}],
			"methods":[{"id":0,"name":"m0","signature":[0,2]},{"id":1,"name":"m1","signature":[1,2]}]`+testprofile.Samples(samples...)+`}`)
	}
	old, new := profile("0:0 100", "1:1 500", "1:-1 100"), profile("0:0 300", "1:1 500")
	lines := [2]*sourceline.Lines{sourceline.New(old, randomClasses(t, compare.OldSide), nil), sourceline.New(new, randomClasses(t, compare.NewSide), nil)}
	d := differenceOf(old, new, Options{By: convert.ByLine, Exact: true, Lines: lines})
	var got []string
	samples := d.Tables[0]
	for _, r := range samples.Rows {
		cell := func(key string) table.Cell {
			c, _ := samples.Column(key)
			return r.Cell(c)
		}
		old, known := "", cell("old_line")
		if known.Kind != table.None {
			old = fmt.Sprint(" was ", known.Int)
		}
		got = append(got, fmt.Sprint(cell("method").Text, " ", cell("line").Int, old, " ", cell("file").Text, " ", cell("old").Int, " ", cell("new").Int))
	}
	slices.Sort(got)
	testprofile.WantText(t, "rows", strings.Join(got, "\n"), `app.A.m0:10 10 was 17 app/A.java 100 300
		app.B.m1 0 app/B.java 100 0
		app.B.m1:20 20 app/B.java 0 500
		app.B.m1:21 21 app/B.java 500 0`)
	const edited = "1 of 2 methods have other lines in the old class files: lines there are paired by their distance from the method's first line"
	if !slices.Contains(samples.Notes, edited) {
		t.Errorf("%q", samples.Notes)
	}
	lines[0] = sourceline.New(old, randomClasses(t, compare.NewSide), nil)
	d = differenceOf(old, new, Options{By: convert.ByLine, Exact: true, Lines: lines})
	if slices.Contains(d.Tables[0].Notes, edited) {
		t.Errorf("%q of the same classes", d.Tables[0].Notes)
	}
	// A method that only the old profile has was not edited.
	new = testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.A"},{"id":2,"name":"void"}],"methods":[{"id":0,"name":"m0","signature":[0,2]}]`+testprofile.Samples("0:0 300")+`}`)
	lines = [2]*sourceline.Lines{sourceline.New(old, randomClasses(t, compare.OldSide), nil), sourceline.New(new, randomClasses(t, compare.OldSide), nil)}
	if notes := differenceOf(old, new, Options{By: convert.ByLine, Exact: true, Lines: lines}).Tables[0].Notes; slices.ContainsFunc(notes, func(note string) bool { return strings.Contains(note, "other lines") }) {
		t.Errorf("%q of a method that is gone", notes)
	}
}
