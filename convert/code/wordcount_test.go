package code_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A wordCount is testdata/java/words/WordCount.java in Go. It counts how often each line runs, and where each conditional goes.
type wordCount struct {
	words [64]string
	lines map[int]int64
	taken map[string]map[int][2]int64 // by method and BCI: how often it jumped, and how often it did not
}

func (w *wordCount) branch(method string, bci int, jumps bool) bool {
	if w.taken[method] == nil {
		w.taken[method] = map[int][2]int64{}
	}
	n := w.taken[method][bci]
	if jumps {
		n[0]++
	} else {
		n[1]++
	}
	w.taken[method][bci] = n
	return jumps
}

func (w *wordCount) line(n int) { w.lines[n]++ }

func (w *wordCount) main() {
	const text = "The quick brown fox jumps over the lazy dog, and the dog sleeps on."
	w.line(11)
	w.line(7) // the fields are initialized
	w.line(8)
	w.line(4)
	for i := 0; ; i++ {
		w.line(12)
		if w.branch("main", 14, i >= 10_000) {
			break
		}
		w.line(13)
		w.addLine(text)
	}
	w.line(15)
	w.find("the")
	w.line(16)
}

func (w *wordCount) addLine(line string) {
	w.line(20)
	begin := -1
	for i := 0; ; i++ {
		w.line(21)
		if w.branch("addLine", 9, i >= len(line)) {
			break
		}
		w.line(22)
		if letter := w.isLetter(line[i]); !w.branch("addLine", 20, !letter) {
			w.line(23)
			if !w.branch("addLine", 24, begin >= 0) {
				w.line(24)
				begin = i
			}
		} else {
			w.line(26)
			if !w.branch("addLine", 33, begin < 0) {
				w.line(27)
				w.find(line[begin:i])
				w.line(28)
				begin = -1
			}
		}
	}
	w.line(31)
	if !w.branch("addLine", 64, begin < 0) {
		w.line(32)
		w.find(line[begin:])
	}
	w.line(34)
}

func (w *wordCount) isLetter(c byte) bool {
	w.line(37)
	if !w.branch("isLetter", 3, c < 'a') && w.branch("isLetter", 9, c <= 'z') {
		return true
	}
	return !w.branch("isLetter", 15, c < 'A') && !w.branch("isLetter", 21, c > 'Z')
}

func (w *wordCount) find(word string) int {
	w.line(42)
	hash := int32(0)
	for _, c := range []byte(word) {
		hash = 31*hash + int32(c)
	}
	at := int(hash & 63)
	for {
		w.line(43)
		if w.branch("find", 19, w.words[at] == "") || w.branch("find", 32, w.words[at] == word) {
			break
		}
		w.line(44)
		at = (at + 1) & 63
	}
	w.line(46)
	w.words[at] = word
	w.line(47)
	return at
}

// TestWordCountMatchesRun checks the example profile against the program, written in Go: its counts are a run's, and executions
// of lines follow from them.
func TestWordCountMatchesRun(t *testing.T) {
	run := &wordCount{lines: map[int]int64{32: 0}, taken: map[string]map[int][2]int64{}}
	run.main()

	data := testfile.Read(t, "../../testdata/wordcount.iprof")
	p := testprofile.Parse(t, string(data))
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	l, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), regexp.MustCompile(`WordCount`), code.ListOptions{Class: path.Class})
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int]int64{}
	conditionals := 0
	for _, m := range l.Methods {
		for _, line := range m.Lines() {
			if !line.Execution.Plain() {
				t.Errorf("line %d: %+v", line.Number, line.Execution)
			}
			lines[line.Number] = max(lines[line.Number], line.Execution.Count)
		}
		method, _ := p.MethodAt(int(m.Slot))
		for _, x := range m.Places {
			if x.Branch == nil {
				continue
			}
			conditionals++
			jump := m.Code.Instructions[x.Instruction].Successors()[1] // after the next instruction
			for _, s := range x.Branch.Successors {
				which := 1
				if jump.BCI == int(s.Target) {
					which = 0
				}
				if want := run.taken[method.Name][int(x.BCI)][which]; s.Count != want {
					t.Errorf("%s@%d →%d: %d, want %d", method.Name, x.BCI, s.Target, s.Count, want)
				}
			}
		}
	}
	want := 0
	for _, taken := range run.taken {
		want += len(taken)
	}
	if conditionals != want {
		t.Errorf("%d conditionals, want %d", conditionals, want)
	}
	if !maps.Equal(lines, run.lines) {
		t.Errorf("lines:\n%v, want\n%v", lines, run.lines)
	}
}

// TestTripsOfLoops lists loops that test first, as javac compiles them.
func TestTripsOfLoops(t *testing.T) {
	run := &wordCount{lines: map[int]int64{}, taken: map[string]map[int][2]int64{}}
	run.main()
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	p := testprofile.Example("wordcount.iprof")
	for _, c := range []struct {
		method string
		class  code.Finder
		want   map[iprof.BCI]float64
	}{
		{"addLine", path.Class, map[iprof.BCI]float64{9: 67}},
		{"addLine", nil, map[iprof.BCI]float64{}},
		{"find", path.Class, map[iprof.BCI]float64{19: float64(run.lines[44]) / float64(run.lines[42])}}, // its loop ends in two ways
	} {
		l, err := code.List(p, nil, regexp.MustCompile("WordCount."+c.method), code.ListOptions{Class: c.class})
		if err != nil {
			t.Fatal(err)
		}
		got := map[iprof.BCI]float64{}
		for _, x := range l.Methods[0].Places {
			if x.Trips > 0 {
				got[x.BCI] = x.Trips
			}
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s, with classes %t: %v, want %v", c.method, c.class != nil, got, c.want)
		}
	}
}

// TestHottest: methods with bytecode, in turn by their own samples and by entries. isLetter has the most of both; find has 140,001 entries
// and 18 samples, addLine 10,000 and 72. Methods of java.lang.String have more samples, and no bytecode in the jar.
func TestHottest(t *testing.T) {
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	p := testprofile.Example("wordcount.iprof")
	for _, c := range []struct {
		limit, instructions int
		want                string
	}{
		{0, 1000, "isLetter find addLine main <init>"}, {2, 1000, "isLetter find"}, {0, 16, "isLetter"}, {0, 15, "<init>"},
	} {
		l, err := code.List(p, nil, nil, code.ListOptions{Limit: c.limit, Hottest: c.instructions, Class: path.Class})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range l.Methods {
			name := l.Names.Method(int(m.Slot))
			got = append(got, name[strings.LastIndexByte(name, '.')+1:])
			if m.Code == nil || len(m.Places) != len(m.Code.Instructions) {
				t.Errorf("%s: %d places", name, len(m.Places))
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%d methods of %d instructions: %s, want %s", c.limit, c.instructions, got, c.want)
		}
	}
}

// TestTripsWithTwoExits lists a loop that ends at its last conditional or at one before, without the code: of 1,000 iterations 990 went
// back to @11, and of the 10 loops 8 ended at @20. The conditional at @50 is after the loop, and that at @5 jumps over it.
func TestTripsWithTwoExits(t *testing.T) {
	const profile = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"C"}],"methods":[{"id":1,"name":"m","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]}],
		"conditionalProfiles":[{"ctx":"1:5","records":[34,0,3,8,1,10]},{"ctx":"1:20","records":[23,0,992,34,1,8]},
			{"ctx":"1:31","records":[11,0,990,34,1,2]},{"ctx":"1:50","records":[53,0,5,60,1,5]}]}`
	p := testprofile.Parse(t, profile)
	l, err := code.List(p, nil, nil, code.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range l.Methods[0].Places {
		want := 0.0
		if x.BCI == 31 {
			want = 99
		}
		if x.Trips != want {
			t.Errorf("@%d: %v trips, want %v", x.BCI, x.Trips, want)
		}
	}
}

// TestTripsOfRecords lists loops without the code, from @11 to @31: each return to the head is an iteration, at the last conditional also
// one to a place within, and each way out ends a loop, even the only one. Where counts show jumps that are in no record, trips are unknown.
func TestTripsOfRecords(t *testing.T) {
	for _, c := range []struct {
		entries int
		records string
		want    float64
	}{
		{1, `{"ctx":"1:31","records":[11,0,50,34,1,1]}`, 50},
		{1, `{"ctx":"1:31","records":[11,0,1,34,1,1]}`, 1},
		{4, `{"ctx":"1:31","records":[11,0,1,34,1,4]}`, 0.25},
		{1, `{"ctx":"1:31","records":[11,0,50,34,1,0]}`, 0}, // it never ended
		{3, `{"ctx":"1:31","records":[11,0,0,34,1,3]}`, 0},
		{2, `{"ctx":"1:31","records":[11,0,5,15,1,7,34,2,2]}`, 6},
		{2, `{"ctx":"1:20","records":[15,0,100,23,1,8]},{"ctx":"1:31","records":[11,0,6,34,1,2]}`, 3},
		{2, `{"ctx":"1:20","records":[11,0,6,23,1,8]},{"ctx":"1:31","records":[11,0,6,34,1,2]}`, 6},
		{9, `{"ctx":"1:5","records":[8,0,2,40,1,7]},{"ctx":"1:31","records":[11,0,50,34,1,2]}`, 25},                                            // others skip it
		{1, `{"ctx":"1:5","records":[8,0,1,60,1,0]},{"ctx":"1:31","records":[11,0,6,34,1,9]},{"ctx":"1:50","records":[8,0,8,53,1,1]}`, 2. / 3}, // in a loop
		{2, `{"ctx":"1:14","records":[17,0,9,34,1,2]},{"ctx":"1:31","records":[11,0,6,34,1,3]}`, 0},                                            // @34 goes back
		{2, `{"ctx":"1:20","records":[23,0,9,25,1,2]},{"ctx":"1:31","records":[11,0,9,34,1,1]}`, 0},                                            // @25 leaves
		{2, `{"ctx":"1:20","records":[23,0,9,25,1,4]},{"ctx":"1:31","records":[11,0,7,34,1,2]}`, 0},                                            // @25 goes back
		{9, `{"ctx":"1:31","records":[11,0,3,34,1,6]}`, 0},                                                                                     // no loop
		{2, `{"ctx":"1:31","records":[11,0,3,34,1,6]}`, 0},
	} {
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"C"}],"methods":[{"id":1,"name":"m","signature":[1,0]}]`+
			testprofile.Calls(fmt.Sprint("1:0 ", c.entries))+`,"conditionalProfiles":[`+c.records+`]}`)
		l, err := code.List(p, nil, nil, code.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range l.Methods[0].Places {
			if x.BCI == 31 && x.Trips != c.want {
				t.Errorf("%d entries, %s: %v trips, want %v", c.entries, c.records, x.Trips, c.want)
			}
		}
	}
}

// Methods whose frames a filter hides are not listed.
func TestHiddenMethodsAreNotListed(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+testprofile.Calls("1:0 9", "2:0<1:4 8", "3:0<2:5<1:4 7")+`}`)
	for hide, want := range map[string]string{"^$": "T.a T.b T.c", `T\.b`: "T.a T.c", `T\.[bc]`: "T.a"} {
		l, err := code.List(p, nil, nil, code.ListOptions{Filter: convert.FilterOptions{Hide: regexp.MustCompile(hide)}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range l.Methods {
			got = append(got, l.Names.Method(int(m.Slot)))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("hide %s: %s, want %s", hide, got, want)
		}
	}
}
