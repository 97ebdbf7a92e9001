package lcov_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/lcov"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// A pair is a profile and the classes that it is of.
type pair struct{ profile, classes, sources string }

const shared = "../../../shared/jvm"

var wordCount = pair{"../../testdata/wordcount.iprof", "../../testdata/wordcount.jar", "../../testdata/java"}

// pairs returns the example, and those that are beside the checkout.
func pairs() []pair {
	all := []pair{wordCount}
	for _, x := range []pair{
		{shared + "/known/known.iprof", shared + "/known/classes", shared + "/known"},
		{shared + "/seed/fib.iprof", shared + "/seed-classes", ""},
		{shared + "/seed/even.iprof", shared + "/seed-classes", ""},
	} {
		if _, err := os.Stat(x.profile); err == nil {
			all = append(all, x)
		}
	}
	return all
}

func (x pair) open(t *testing.T) (*iprof.Profile, lcov.Options) {
	t.Helper()
	data := testfile.Read(t, x.profile)
	path := testpath.Open(t, x.classes)
	opts := lcov.Options{Class: path.Class}
	if x.sources != "" {
		opts.Source = func(class *classfile.Class) ([]byte, string, error) {
			return nil, filepath.Join(x.sources, sourceline.SourceFile(class)), nil
		}
	}
	return testprofile.Parse(t, string(data)), opts
}

func tracefile(t *testing.T, c *lcov.Tracefile) string {
	t.Helper()
	var b bytes.Buffer
	if err := lcov.Write(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTracefile is read by hand: 10,000 lines of 67 characters have 520,000 letters and 14 words each, none of them at the end.
// The order of outcomes is the bytecode's: the next instruction, then the target.
func TestTracefile(t *testing.T) {
	p, opts := wordCount.open(t)
	c := lcov.New(p, nil, opts)
	text := tracefile(t, c)
	for _, line := range []string{
		"SF:../../testdata/java/words/WordCount.java", "FN:20,words.WordCount.addLine", "FNDA:10000,words.WordCount.addLine",
		"FNDA:140001,words.WordCount.find", "FNF:5", "FNH:5",
		"BRDA:21,0,0,670000", "BRDA:21,0,1,10000", "BRDA:31,0,0,0", "BRDA:37,3,1,0", "BRF:24", "BRH:21",
		"DA:12,10001", "DA:21,680000", "DA:24,140000", "DA:32,0", "LF:22", "LH:21",
	} {
		if !slices.Contains(strings.Split(text, "\n"), line) {
			t.Errorf("lacks %s", line)
		}
	}
	if c.Methods != 5 || c.Missing != 0 || c.Misfits != 0 || c.Problems != nil {
		t.Errorf("%+v", c)
	}
}

// TestNumbersAreThoseOfList compares lines and outcomes with the CSV of list.
func TestNumbersAreThoseOfList(t *testing.T) {
	for _, x := range pairs() {
		p, opts := x.open(t)
		l, err := code.List(p, nil, nil, code.ListOptions{Class: opts.Class})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := listing.CSV(&b, l); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := func(name string) int { return slices.Index(rows[0], name) }
		type lineBounds struct {
			count   int64
			unknown bool
		}
		want, outcomes := map[string]lineBounds{}, map[string]int64{}
		file := map[string]string{}
		for _, m := range l.Methods {
			if m.Class != nil {
				file[l.Names.Method(int(m.Slot))] = filepath.Join(x.sources, sourceline.SourceFile(m.Class))
			}
		}
		for _, row := range rows[1:] {
			line := row[column("line")]
			path := file[row[column("method")]]
			if line == "" || path == "" {
				continue
			}
			key := path + ":" + line
			if target := row[column("target_bci")]; target != "" && row[column("target")] == "" {
				n, err := strconv.ParseInt(row[column("count")], 10, 64)
				if err != nil {
					t.Fatal(row, err)
				}
				outcomes[key] += n
				continue
			}
			if row[column("instruction")] == "" {
				continue
			}
			was := want[key]
			switch row[column("bound")] {
			case "exact", "unless_thrown", "at_least":
				n, _ := strconv.ParseInt(row[column("executions")], 10, 64)
				was.count = max(was.count, n)
			default:
				was.unknown = true
			}
			want[key] = was
		}
		got, gotOutcomes := 0, map[string]int64{}
		c := lcov.New(p, nil, opts)
		for _, f := range c.Files {
			for _, line := range f.Lines {
				got++
				if w, ok := want[fmt.Sprintf("%s:%d", f.Path, line.Number)]; !ok || w.count != line.Count || w.unknown && w.count == 0 {
					t.Errorf("%s: %s:%d: %d, list has %+v", x.profile, f.Path, line.Number, line.Count, w)
				}
			}
			for _, branch := range f.Branches {
				for _, o := range branch.Outcomes {
					gotOutcomes[fmt.Sprintf("%s:%d", f.Path, branch.Line)] += o.Count
				}
			}
		}
		known := 0
		for _, w := range want {
			if w.count > 0 || !w.unknown {
				known++
			}
		}
		if got+c.Thrown != known || got == 0 {
			t.Errorf("%s: %d lines and %d that may have been left by throwing, list has %d", x.profile, got, c.Thrown, known)
		}
		for key, n := range outcomes {
			if gotOutcomes[key] != n {
				t.Errorf("%s: %s: outcomes add up to %d, list has %d", x.profile, key, gotOutcomes[key], n)
			}
		}
		if len(outcomes) == 0 && x == wordCount {
			t.Error("list has no outcomes")
		}
	}
}

// TestUnknownIsNotZero removes a record: two lines have no number any more, one outcome has none, and nothing else changes but to
// bounds.
func TestUnknownIsNotZero(t *testing.T) {
	data := testfile.Read(t, wordCount.profile)
	const record = `    {"ctx": "2:24", "records": [57, 0, 380000, 27, 1, 140000]},` + "\n"
	if !strings.Contains(string(data), record) {
		t.Fatal("no such record")
	}
	_, opts := wordCount.open(t)
	text := tracefile(t, lcov.New(testprofile.Parse(t, strings.Replace(string(data), record, "", 1)), nil, opts))
	for _, line := range []string{"DA:23,520000", "BRDA:23,0,0,-", "BRDA:23,0,1,-", "BRF:24", "BRH:19", "LF:20"} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("lacks %s", line)
		}
	}
	if strings.Contains(text, "DA:24,") {
		t.Error("line 24 ran an unknown number of times")
	}
}

// TestMissingClasses are counted, and their methods left out.
func TestMissingClasses(t *testing.T) {
	p, opts := wordCount.open(t)
	opts.Class = func(string) (*classfile.Class, error) { return nil, classpath.ErrNotFound }
	if c := lcov.New(p, nil, opts); c.Methods != 5 || c.Missing != 5 || c.Files != nil || c.Problems != nil {
		t.Errorf("%+v", c)
	}
	_, damaged := classfile.Parse(nil)
	opts.Class = func(string) (*classfile.Class, error) { return nil, damaged }
	if c := lcov.New(p, nil, opts); c.Missing != 5 || len(c.Problems) != 1 {
		t.Errorf("%+v", c)
	}
	p = testprofile.Program(t, 1, "a.A.x", "b.B.y", "c.C.z")
	if c := lcov.New(p, nil, opts); c.Missing != 3 || len(c.Problems) != 1 { // the same in all classes
		t.Errorf("%+v", c)
	}
}

// TestHostileNames cannot begin another record.
func TestHostileNames(t *testing.T) {
	text := tracefile(t, &lcov.Tracefile{Files: []lcov.File{{
		Path: "a,b\nend_of_record\nSF:/etc/passwd", Lines: []lcov.Line{{Number: 1, Count: 1}},
		Functions: []lcov.Function{{Line: 1, Name: "f(int, long)\r\nDA:1,5", Count: 1}},
	}}})
	want := "TN:\nSF:a,b\\x0aend_of_record\\x0aSF:/etc/passwd\nFN:1,f(int\\x2c long)\\x0d\\x0aDA:1\\x2c5\nFNDA:1,f(int\\x2c long)\\x0d\\x0aDA:1\\x2c5\nFNF:1\nFNH:1\nDA:1,1\nLF:1\nLH:1\nend_of_record\n"
	if text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// Methods without code, and lines that class files do not have, are left out.
func TestNoLines(t *testing.T) {
	var b testclass.Builder
	body := []byte{0x03, 0x99, 0, 4, 0xb1, 0xb1} // iconst_0 ifeq return
	b.Method(0x108, "call", "()V")               // native
	b.Method(0x8, "hidden", "()V", b.Code(body, nil))
	b.Method(0x8, "run", "()V", b.Code(body, nil, b.Lines(0, 7, 4, 8)))
	b.Method(0x8, "idle", "()V", b.Code(bytes.Repeat(body, 5), nil, b.Lines(0, 1, 4, 2))) // it did not run
	class, err := classfile.Parse(b.Build("app/A"))
	if err != nil {
		t.Fatal(err)
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.A"}],"methods":[{"id":1,"name":"call","signature":[1,0]},{"id":2,"name":"hidden","signature":[1,0]},
		{"id":3,"name":"run","signature":[1,0]}]`+testprofile.Calls("1:0 3", "2:0 5", "3:0 9")+testprofile.Section("conditionalProfiles", []string{"2:1 4 0 5 5 1 0", "3:1 4 0 9 5 1 0"})+`}`)
	text := tracefile(t, lcov.New(p, nil, lcov.Options{Class: func(string) (*classfile.Class, error) { return class, nil }, Classes: slices.Values([]string{"app.A"})}))
	const want = "TN:\nSF:app/A.java\nFN:1,app.A.idle\nFN:7,app.A.run\nFNDA:0,app.A.idle\nFNDA:9,app.A.run\nFNF:2\nFNH:1\n" +
		"BRDA:1,0,0,-\nBRDA:1,0,1,-\nBRDA:2,0,0,-\nBRDA:2,0,1,-\nBRDA:2,1,0,-\nBRDA:2,1,1,-\nBRDA:2,2,0,-\nBRDA:2,2,1,-\nBRDA:2,3,0,-\nBRDA:2,3,1,-\nBRDA:7,0,0,9\nBRDA:7,0,1,0\nBRF:12\nBRH:1\nDA:1,0\nDA:2,0\nDA:7,9\nDA:8,9\nLF:4\nLH:2\nend_of_record\n"
	if text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// TestOverloads have names that distinguish them in a file: LCOV has one function for each name.
func TestOverloads(t *testing.T) {
	for _, x := range pairs() {
		p, opts := x.open(t)
		for _, f := range lcov.New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts).Files {
			seen := map[string]bool{}
			for _, function := range f.Functions {
				if seen[function.Name] {
					t.Errorf("%s: %s has two functions %s", x.profile, f.Path, function.Name)
				}
				seen[function.Name] = true
			}
		}
	}
}

// TestLcovReadsIt compares what lcov counts, and has genhtml write pages.
func TestLcovReadsIt(t *testing.T) {
	for _, tool := range []string{"lcov", "genhtml"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool)
		}
	}
	for _, x := range pairs() {
		if x.sources == "" {
			continue
		}
		p, opts := x.open(t)
		path, err := classpath.Open(x.classes, classpath.Options{})
		if err != nil {
			t.Fatal(err)
		}
		opts.Classes = path.Classes()
		c := lcov.New(p, nil, opts)
		path.Close()
		dir := t.TempDir()
		file := filepath.Join(dir, "app.info")
		if err := os.WriteFile(file, []byte(tracefile(t, c)), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("lcov", "--rc", "lcov_branch_coverage=1", "--summary", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var lines, ran, functions, entered, outcomes, seen int
		for _, f := range c.Files {
			lines += len(f.Lines)
			functions += len(f.Functions)
			for _, l := range f.Lines {
				if l.Count > 0 {
					ran++
				}
			}
			for _, m := range f.Functions {
				if m.Count > 0 {
					entered++
				}
			}
			for _, b := range f.Branches {
				outcomes += len(b.Outcomes)
				for _, o := range b.Outcomes {
					if o.Known && o.Count > 0 {
						seen++
					}
				}
			}
		}
		for _, want := range []string{
			fmt.Sprintf("(%d of %d lines)", ran, lines), fmt.Sprintf("(%d of %d functions)", entered, functions), fmt.Sprintf("(%d of %d branches)", seen, outcomes),
		} {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: lcov does not say %s:\n%s", x.profile, want, out)
			}
		}
		if out, err := exec.Command("genhtml", "--quiet", "--branch-coverage", "-o", filepath.Join(dir, "html"), file).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// TestMethodsThatDidNotRun have zeros, except where that is unknown: addLine is on a sampled stack. Outcomes of isLetter have no records.
func TestMethodsThatDidNotRun(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"boolean"},{"id":1,"name":"char"},{"id":2,"name":"words.WordCount"},{"id":3,"name":"void"},{"id":4,"name":"java.lang.String"},
		{"id":5,"name":"int"}],"methods":[{"id":1,"name":"isLetter","signature":[2,0,1]},{"id":2,"name":"find","signature":[2,5,4]},{"id":3,"name":"addLine","signature":[2,3,4]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]}],"samplingProfiles":[{"ctx":"3:2","records":[1]}]}`)
	path := testpath.Open(t, wordCount.classes)
	opts := lcov.Options{Class: path.Class, Classes: path.Classes()}
	c := lcov.New(p, nil, opts)
	const want = `TN:
SF:words/WordCount.java
FN:4,words.WordCount.<init>
FN:11,words.WordCount.main
FN:37,words.WordCount.isLetter
FN:42,words.WordCount.find
FNDA:0,words.WordCount.<init>
FNDA:0,words.WordCount.main
FNDA:10,words.WordCount.isLetter
FNDA:0,words.WordCount.find
FNF:4
FNH:1
BRDA:12,0,0,-
BRDA:12,0,1,-
BRDA:37,0,0,-
BRDA:37,0,1,-
BRDA:37,1,0,-
BRDA:37,1,1,-
BRDA:37,2,0,-
BRDA:37,2,1,-
BRDA:37,3,0,-
BRDA:37,3,1,-
BRDA:43,0,0,-
BRDA:43,0,1,-
BRDA:43,1,0,-
BRDA:43,1,1,-
BRF:14
BRH:0
DA:4,0
DA:7,0
DA:8,0
DA:11,0
DA:12,0
DA:13,0
DA:15,0
DA:16,0
DA:37,10
DA:42,0
DA:43,0
DA:44,0
DA:46,0
DA:47,0
LF:14
LH:1
end_of_record
`
	testprofile.WantText(t, "tracefile", strings.TrimSpace(tracefile(t, c)), want)
	if c.Methods != 1 || c.Unknown != 1 {
		t.Errorf("%+v", c)
	}

	short := convert.NewNames(p, convert.NameOptions{Style: convert.SignatureNames, Application: regexp.MustCompile(`\.(main|isLetter)$`)})
	text := tracefile(t, lcov.New(p, short, opts))
	for _, line := range []string{"FN:11,words.WordCount.main(java.lang.String[])", "FNF:2", "LF:6"} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("lacks %s:\n%s", line, text)
		}
	}
	opts.Classes = nil
	if text := tracefile(t, lcov.New(p, nil, opts)); !strings.Contains(text, "FNF:1\nFNH:1\n") || !strings.HasSuffix(text, "DA:37,10\nLF:1\nLH:1\nend_of_record\n") {
		t.Error(text)
	}
}

// A method that ran with a signature that the class does not have any more says nothing about its namesake there: that is not a zero.
func TestChangedSignature(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"boolean"},{"id":1,"name":"char"},{"id":2,"name":"words.WordCount"}],"methods":[{"id":1,"name":"isLetter","signature":[2,0,1]},
		{"id":2,"name":"find","signature":[2,0,1]}],"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[7]}]}`)
	path := testpath.Open(t, wordCount.classes)
	c := lcov.New(p, nil, lcov.Options{Class: path.Class, Classes: path.Classes()})
	text := tracefile(t, c)
	if c.Missing != 1 || c.Unknown != 1 || !strings.Contains(text, "FNDA:0,words.WordCount.addLine\n") || strings.Contains(text, "WordCount.find") || strings.Contains(text, "DA:42,") {
		t.Errorf("%+v in\n%s", c, text)
	}
}

// TestUnknownWhetherItRan: the constructor, get and run may have been inlined before counting, and the static initializer may have run when
// the image was built. So line 3 is unknown, although sum did not run.
func TestUnknownWhetherItRan(t *testing.T) {
	testtier.Sequential(t)
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("no javac")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "One.java")
	if err := os.WriteFile(source, []byte(`class One {
    int f;
    int get() { return f; } int sum(int a) { return f + a * a; }
    static int at = Integer.parseInt("1");
    static int run() { return Math.max(1, 2); }
    static int idle(int a) {
        return a > 0 ? a : -a;
    }
    static void main() {
        run();
    }
}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(javac, append(testclass.QuickJava("-J"), "-d", dir, source)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path := testpath.Open(t, dir)
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"One"},{"id":1,"name":"void"}],"methods":[{"id":1,"name":"main","signature":[0,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[2]}]}`)
	c := lcov.New(p, nil, lcov.Options{Class: path.Class, Classes: path.Classes()})
	const want = `TN:
SF:One.java
FN:3,One.sum
FN:7,One.idle
FN:10,One.main
FNDA:0,One.sum
FNDA:0,One.idle
FNDA:2,One.main
FNF:3
FNH:1
BRDA:7,0,0,-
BRDA:7,0,1,-
BRF:2
BRH:0
DA:7,0
DA:10,2
LF:2
LH:1
end_of_record
`
	testprofile.WantText(t, "tracefile", strings.TrimSpace(tracefile(t, c)), want)
	if c.Unknown != 4 {
		t.Errorf("%d unknown", c.Unknown)
	}
}

// Methods are counted over all classes: those with counts, and of these, those whose class is missing.
func TestMethodsOfSeveralClasses(t *testing.T) {
	p := testprofile.Program(t, 1, "app.A.a", "app.A.b", "app.B.c", "gone.C.d", "gone.C.e", "gone.D.f")
	lines := map[string]int{"app.A": 2, "app.B": 1}
	opts := lcov.Options{Class: func(name string) (*classfile.Class, error) {
		b := &testclass.Builder{Source: "X.java"}
		for i := range lines[name] {
			b.Method(9, map[string]string{"app.A": "ab", "app.B": "c"}[name][i:i+1], "()V", b.Code([]byte{0xB1}, nil, b.Lines(0, 10+i)))
		}
		if lines[name] == 0 {
			return nil, classpath.ErrNotFound
		}
		return classfile.Parse(b.Build(strings.ReplaceAll(name, ".", "/")))
	}}
	if c := lcov.New(p, nil, opts); c.Methods != 6 || c.Missing != 3 || c.Problems != nil {
		t.Errorf("%d methods, %d missing, %v", c.Methods, c.Missing, c.Problems)
	}
}
