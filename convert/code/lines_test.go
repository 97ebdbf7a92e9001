package code_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The largest of several executions is known as well as the counts that decide it.
func TestLargestExecution(t *testing.T) {
	exact := func(n int64) code.Execution { return code.Execution{Count: n, Bound: code.Exact} }
	unless := func(n int64) code.Execution { return code.Execution{Count: n, Bound: code.UnlessThrown} }
	least := func(n int64) code.Execution { return code.Execution{Count: n, Bound: code.AtLeast} }
	most := func(n int64) code.Execution { return code.Execution{Count: n, Bound: code.AtMost} }
	none := code.Execution{}
	for _, c := range []struct {
		places []code.Execution
		want   code.Execution
	}{
		{nil, none}, {[]code.Execution{none}, none}, {[]code.Execution{exact(5), exact(7)}, exact(7)}, {[]code.Execution{exact(7), exact(5)}, exact(7)},
		{[]code.Execution{unless(7), exact(7)}, exact(7)}, {[]code.Execution{exact(7), unless(7)}, exact(7)}, {[]code.Execution{exact(6), unless(7)}, unless(7)},
		{[]code.Execution{exact(7), least(5)}, least(7)}, {[]code.Execution{least(9), exact(7), least(5)}, least(9)},
		{[]code.Execution{exact(7), most(7)}, exact(7)}, {[]code.Execution{exact(7), most(5)}, exact(7)}, {[]code.Execution{exact(7), most(8)}, least(7)},
		{[]code.Execution{most(8), most(9), most(3)}, most(9)}, {[]code.Execution{least(2), most(9)}, least(2)}, {[]code.Execution{exact(0), most(0)}, exact(0)},
		{[]code.Execution{exact(0), most(9)}, most(9)}, {[]code.Execution{exact(5), none}, least(5)}, {[]code.Execution{exact(0), none}, none}, {[]code.Execution{most(5), none}, none},
		{[]code.Execution{exact(0)}, exact(0)}, {[]code.Execution{most(0)}, most(0)},
		{[]code.Execution{unless(7), none}, none}, {[]code.Execution{none, unless(7)}, none}, {[]code.Execution{unless(7), least(2)}, least(2)}, {[]code.Execution{least(9), unless(7)}, least(9)},
		{[]code.Execution{unless(7), most(9)}, most(9)}, {[]code.Execution{unless(7), most(7)}, unless(7)}, {[]code.Execution{most(5), unless(7)}, unless(7)},
		{[]code.Execution{exact(5), unless(7), none}, least(5)}, {[]code.Execution{exact(5), unless(7), least(2)}, least(5)}, {[]code.Execution{exact(5), unless(7), most(9)}, least(5)},
		{[]code.Execution{exact(5), unless(7), most(6)}, unless(7)}, {[]code.Execution{exact(0), unless(7), none}, none}, {[]code.Execution{exact(0), unless(7), most(9)}, most(9)},
	} {
		m := code.Method{}
		var all []int
		for i, e := range c.places {
			m.Places = append(m.Places, code.Place{Execution: e})
			all = append(all, i)
		}
		if got := m.Largest(all); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.places, got, c.want)
		}
		m.Places = append(m.Places, code.Place{Execution: none, Instruction: -1}) // is not an instruction, which may have run more often
		if got := m.Largest(append(all, len(all))); got != c.want {
			t.Errorf("%+v and a place without an instruction: %+v, want %+v", c.places, got, c.want)
		}
	}
	for e, plain := range map[code.Execution]bool{exact(1): true, unless(1): true, least(1): false, most(1): false, none: false} {
		if e.Plain() != plain {
			t.Errorf("%+v: %t", e, !plain)
		}
	}
}

// Lines are by number, with the places, samples and the largest execution of each; those without a line are first.
func TestLinesOfMethods(t *testing.T) {
	m := code.Method{Total: 9, Places: []code.Place{
		{BCI: 0, Line: 7, Execution: code.Execution{Count: 3, Bound: code.Exact}, Samples: &sites.SampleSite{Self: 4}},
		{BCI: 1, Line: 5}, {BCI: 2, Line: 7, Execution: code.Execution{Count: 8, Bound: code.Exact}, Samples: &sites.SampleSite{Self: 2}}, {BCI: -1, Instruction: -1},
	}}
	var got []string
	for _, l := range m.Lines() {
		got = append(got, fmt.Sprint(l.Number, " ", l.Execution.Count, " ", l.Self, " ", l.Total, " ", l.Places))
	}
	if want := []string{"0 0 0 9 [3]", "5 0 0 9 [1]", "7 8 6 9 [0 2]"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	m.SourceLines = code.SplitLines([]byte("one\r\ntwo\xff\n\nfour"))
	for number, want := range map[int]string{-1: "", 0: "", 1: "one", 2: "two\uFFFD", 3: "", 4: "four", 5: ""} {
		if got := m.SourceLine(number); got != want {
			t.Errorf("line %d: %q", number, got)
		}
	}
}

// Each kind of record makes a place one with records.
func TestPlacesWithRecords(t *testing.T) {
	for i, p := range []code.Place{{Samples: &sites.SampleSite{}}, {Branch: &sites.Conditional{}}, {Receivers: &sites.TypeSite{}}, {InstanceOf: &sites.TypeSite{}}, {Call: &sites.CallSite{}}} {
		if !p.HasRecords() {
			t.Errorf("record %d", i)
		}
	}
	if p := (code.Place{Line: 3, Execution: code.Execution{Count: 1, Bound: code.Exact}}); p.HasRecords() {
		t.Error("an execution is no record")
	}
}

// A listing has entries, samples and places of each method, hottest first. Without classes there are only places with records.
func TestListWithoutClasses(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 10", "2:0<1:5 40", "2:0 2", "3:0<2:1<1:5 7")+
		testprofile.Section("conditionalProfiles", []string{"2:9<1:5 20 0 30 12 1 10", "2:9 20 0 1 12 1 1", "2:3<1:5 4 0 5"})+testprofile.Samples("2:9<1:5 3", "1:7 2", "3:4 1")+`}`)
	dump := func(l *code.Listing) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%d of %d, %d without code, samples %t, %d hidden\n", len(l.Methods), l.Matching, l.WithoutCode, l.Samples, l.Tally.Hidden().Value)
		for _, m := range l.Methods {
			fmt.Fprintf(&b, "%s: %d %s, %d as root, %d self, %d total\n", l.Names.Method(int(m.Slot)), m.Entries.Count, m.Entries.Bound, m.Root, m.Self, m.Total)
			for _, x := range m.Places {
				fmt.Fprintf(&b, "  %d: %d %s", x.BCI, x.Execution.Count, x.Execution.Bound)
				if x.Branch != nil {
					fmt.Fprintf(&b, " branch %d", x.Branch.Executions)
				}
				if x.Call != nil {
					b.WriteString(" call")
				}
				if x.Samples != nil {
					fmt.Fprintf(&b, " samples %d", x.Samples.Self)
				}
				b.WriteString("\n")
			}
		}
		return b.String()
	}
	for _, c := range []struct {
		name, pattern string
		opts          code.ListOptions
		want          string
	}{
		{"all", "", code.ListOptions{}, "3 of 3, 3 without code, samples true, 0 hidden\n" +
			"T.b: 42 exact, 2 as root, 3 self, 3 total\n  0: 42 exact\n  1: 0  call\n  3: 5 at_least branch 5\n  9: 42 exact branch 42 samples 3\n" +
			"T.a: 10 exact, 10 as root, 2 self, 5 total\n  0: 10 exact\n  5: 0  call samples 0\n  7: 0  samples 2\n" +
			"T.c: 7 exact, 0 as root, 1 self, 1 total\n  0: 7 exact\n  4: 0  samples 1\n"},
		{"one", `\.c$`, code.ListOptions{Limit: 1}, "1 of 1, 1 without code, samples true, 0 hidden\nT.c: 7 exact, 0 as root, 1 self, 1 total\n  0: 7 exact\n  4: 0  samples 1\n"},
		{"first", "", code.ListOptions{Limit: 1}, "1 of 3, 1 without code, samples true, 0 hidden\n" +
			"T.b: 42 exact, 2 as root, 3 self, 3 total\n  0: 42 exact\n  1: 0  call\n  3: 5 at_least branch 5\n  9: 42 exact branch 42 samples 3\n"},
		{"unit", `\.[bc]$`, code.ListOptions{Unit: regexp.MustCompile(`\.a$`)}, "2 of 2, 2 without code, samples false, 0 hidden\n" +
			"T.b: 40 exact, 0 as root, 0 self, 0 total\n  0: 40 exact\n  1: 0  call\n  3: 5 exact branch 5\n  9: 40 exact branch 40\n" +
			"T.c: 7 exact, 0 as root, 0 self, 0 total\n  0: 7 exact\n"},
	} {
		var re *regexp.Regexp
		if c.pattern != "" {
			re = regexp.MustCompile(c.pattern)
		}
		l, err := code.List(p, nil, re, c.opts)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got := dump(l); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		pattern, unit string
		hidden        bool
	}{{`\.x$`, "", false}, {`\.b$`, `\.x$`, false}, {`\.a$`, `\.b$`, true}} {
		var opts code.ListOptions
		if c.unit != "" {
			opts.Unit = regexp.MustCompile(c.unit)
		}
		_, err := code.List(p, nil, regexp.MustCompile(c.pattern), opts)
		var none *convert.NoMatchError
		if !errors.As(err, &none) || none.Hidden != c.hidden {
			t.Errorf("%s in %s: %v", c.pattern, c.unit, err)
		}
	}
}

// Classes and sources that cannot be read are listed once, and methods are listed without them.
func TestProblemsOfListings(t *testing.T) {
	text := testfile.Read(t, "../../testdata/wordcount.iprof")
	p := testprofile.Parse(t, string(text))
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	damaged := errors.New("damaged")
	for name, c := range map[string]struct {
		class    code.Finder
		source   code.SourceFinder
		problems int
		lines    bool
	}{
		"no source":      {path.Class, func(*classfile.Class) ([]byte, string, error) { return nil, "", classpath.ErrNotFound }, 0, false},
		"damaged source": {path.Class, func(*classfile.Class) ([]byte, string, error) { return nil, "", damaged }, 1, false},
		"source":         {path.Class, func(*classfile.Class) ([]byte, string, error) { return []byte("a\nb"), "", nil }, 0, true},
		"damaged class":  {func(string) (*classfile.Class, error) { return nil, damaged }, nil, 1, false},
	} {
		l, err := code.List(p, nil, regexp.MustCompile("WordCount"), code.ListOptions{Class: c.class, Source: c.source})
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Problems) != c.problems || c.problems > 0 && !errors.Is(l.Problems[0], damaged) {
			t.Errorf("%s: %v", name, l.Problems)
		}
		for _, m := range l.Methods {
			if (m.SourceLines != nil) != c.lines || (m.Code == nil) != (name == "damaged class") {
				t.Errorf("%s: %s: lines %q, code %t", name, l.Names.Method(int(m.Slot)), m.SourceLines, m.Code != nil)
			}
		}
	}
	for slot := range p.MethodSlots() {
		m, ok := p.MethodAt(slot)
		found, err := code.Find(p, slot, path.Class)
		typ, _ := p.Type(m.Declaring)
		if inJar := ok && typ.Name == "words.WordCount"; inJar != (err == nil) || err == nil && found.Name != m.Name || err != nil && !errors.Is(err, classpath.ErrNotFound) {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

// Outcomes of conditionals are their successors in the order of the code: the next instruction first, with counts where they are known.
func TestOutcomes(t *testing.T) {
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	class, err := path.Class("words.WordCount")
	if err != nil {
		t.Fatal(err)
	}
	method, ok := class.Method("addLine", []string{"java.lang.String"}, "void")
	if !ok {
		t.Fatal("no addLine")
	}
	c, err := method.Code()
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[int][]iprof.Successor{9: {{Target: 63, Index: 0, Count: 2}, {Target: 12, Index: 1, Count: 134}}}
	all := code.Outcomes(c, recorded)
	conditionals := 0
	for _, in := range c.Instructions {
		if in.Flow() != classfile.Branch {
			if all[in.BCI] != nil {
				t.Errorf("outcomes of %v", in)
			}
			continue
		}
		conditionals++
		got := all[in.BCI]
		if len(got) != 2 || got[0].BCI != in.BCI+in.Len || got[1].BCI != in.Successors()[1].BCI || got[0].Known != (in.BCI == 9) || got[1].Known != (in.BCI == 9) {
			t.Errorf("%d %v: %+v", in.BCI, in, got)
		}
	}
	if got := all[9]; conditionals != 5 || len(got) != 2 || got[0].Count != 134 || got[1].Count != 2 {
		t.Errorf("%d conditionals, %+v", conditionals, got)
	}
}

// A caller may limit the instructions of a listing: it hears how many there are so far, before any is solved.
func TestListCharges(t *testing.T) {
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	p := testprofile.Example("wordcount.iprof")
	errTooMany := errors.New("too many")
	for _, limit := range []int64{50, 1 << 40} {
		var heard []int64
		l, err := code.List(p, nil, regexp.MustCompile("words"), code.ListOptions{Class: path.Class, Charge: func(n int64) error {
			if heard = append(heard, n); n > limit {
				return errTooMany
			}
			return nil
		}})
		if !slices.IsSorted(heard) || len(heard) < 2 {
			t.Errorf("%d instructions", heard)
		}
		if last := heard[len(heard)-1]; last > limit {
			if err != errTooMany {
				t.Errorf("%d instructions: error %v", last, err)
			}
			continue
		}
		n := int64(0)
		for i := range l.Methods {
			if c := l.Methods[i].Code; c != nil {
				n += int64(len(c.Instructions))
			}
		}
		if err != nil || n != heard[len(heard)-1] || n <= 50 {
			t.Errorf("%d instructions listed, %d charged: %v", n, heard, err)
		}
	}
}
