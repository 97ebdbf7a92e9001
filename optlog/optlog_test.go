package optlog

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	_ "github.com/iprof-viz/iprof-viz/internal/testtier" // collects garbage less often
)

// A counted is a node as encoding/json reads it.
type counted struct {
	MethodName          string
	CallsiteBci         int32
	Inlined             bool
	Reason              []string
	Indirect, Alive     bool
	Invokes             []counted
	ReceiverTypeProfile struct {
		ProfiledTypes []struct {
			TypeName    string
			Probability float64
		}
	}
}

// A compilation is a line as encoding/json reads it.
type compilation struct {
	MethodName, CompilationID string
	InliningTree              counted
}

// readAgain reads a log independently: the last compilation of each method, by the number of the compilation.
func readAgain(t testing.TB, text []byte) (units map[string]compilation, recompiled, compiler int) {
	t.Helper()
	units = map[string]compilation{}
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var c compilation
		if err := d.Decode(&c); err == io.EOF {
			return units, recompiled, compiler
		} else if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(c.MethodName, "org.graalvm.compiler.") || strings.HasPrefix(c.MethodName, "jdk.vm.ci.") {
			compiler++
			continue
		}
		key := c.MethodName
		if calls := c.InliningTree.Invokes; len(calls) == 1 && calls[0].MethodName == key {
			key += " bridge"
		}
		before, again := units[key]
		if again {
			recompiled++
		}
		if !again || number(c.CompilationID) > number(before.CompilationID) {
			units[key] = c
		}
	}
}

// flat is the tree of a node as text, a line for each with its depth.
func flat(n counted, depth int, lines []string) []string {
	last, types := "", ""
	if len(n.Reason) > 0 {
		last = n.Reason[len(n.Reason)-1]
	}
	for _, x := range n.ReceiverTypeProfile.ProfiledTypes {
		types += fmt.Sprintf(" %s %v", x.TypeName, x.Probability)
	}
	lines = append(lines, fmt.Sprintln(depth, n.MethodName, n.CallsiteBci, n.Inlined || depth == 0, n.Indirect && depth > 0, n.Alive && depth > 0, len(n.Invokes) > 0, last, types))
	below := depth + 1
	if depth > 0 && n.Indirect && !n.Inlined { // the branches of a type switch are calls of the caller
		below = depth
	}
	for _, x := range n.Invokes {
		lines = flat(x, below, lines)
	}
	return lines
}

func flatUnit(u *Unit) []string {
	var lines []string
	depth := make([]int, len(u.Nodes))
	for i, n := range u.Nodes {
		if n.Parent >= 0 {
			depth[i] = depth[n.Parent] + 1
		}
		types := ""
		for _, x := range n.Types {
			types += fmt.Sprintf(" %s %v", x.Type, x.Probability)
		}
		lines = append(lines, fmt.Sprintln(depth[i], n.Method, n.BCI, n.Inlined, n.Indirect, n.Alive, n.Branches, n.Reason, types))
	}
	return lines
}

// logs returns the logs of a real compiler, by file; the test is skipped without them.
func logs(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, name := range []string{"demo", "dispatch"} {
		data, err := os.ReadFile("../../shared/optlog/" + name + ".graal-ce-2023-04.jdk17.jsonl.gz")
		if err != nil {
			t.Skip("no logs of a real compiler")
		}
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if all[name], err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestRealLogs: each tree of the logs of a real compiler is equal to that of encoding/json.
func TestRealLogs(t *testing.T) {
	for name, text := range logs(t) {
		units, recompiled, compiler := readAgain(t, text)
		dir := t.TempDir()
		// As a compiler with two threads writes it.
		half := len(text) / 2
		half += bytes.IndexByte(text[half:], '\n') + 1
		for file, part := range map[string][]byte{"a": text[:half], "b": text[half:]} {
			if err := os.WriteFile(filepath.Join(dir, file), part, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		log, err := Read(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if log.Files != 2 || log.Recompiled != recompiled || log.Compiler != compiler || len(log.Units) != len(units) {
			t.Errorf("%s: %d units, %d recompiled, %d of the compiler in %d files; counted again %d, %d, %d", name, len(log.Units), log.Recompiled, log.Compiler, log.Files, len(units), recompiled, compiler)
		}
		for i := range log.Units {
			u := &log.Units[i]
			key := u.Method()
			if u.isBridge() {
				key += " bridge"
			}
			if got, want := flatUnit(u), flat(units[key].InliningTree, 0, nil); !slices.Equal(got, want) {
				t.Errorf("%s: %s has %d nodes, %d read again", name, u.Method(), len(got), len(want))
			}
		}
	}
}

// TestKindsOfDemo: the outcomes of the calls of demo, over all compilations.
func TestKindsOfDemo(t *testing.T) {
	text := logs(t)["demo"]
	p := parser{texts: map[string]string{}, left: 1 << 30}
	var kinds [Deleted + 1]int
	for line := range bytes.Lines(text) {
		u, err := p.unit(line)
		if err != nil {
			t.Fatal(err)
		}
		for i := range u.Nodes {
			kinds[u.Nodes[i].Kind()]++
		}
	}
	// The description of the log: 272 roots, 993 inlined, 160 direct and 49 indirect alive, 42 indirect and 16 direct gone.
	if kinds[Root] != 272 || kinds[Inlined] != 993 || kinds[Direct] != 160 || kinds[Indirect] != 49 || kinds[Devirtualized]+kinds[Deleted] != 42+16 {
		t.Errorf("%v", kinds)
	}
}

// one is a line of a log.
const one = `{"methodName":"a.A.m()","compilationId":"7","inliningTree":{"methodName":"a.A.m()","callsiteBci":-1,"inlined":true,"invokes":[{"methodName":"a.B.n(int)","callsiteBci":4,"inlined":false,"alive":true,"indirect":true,"reason":["first","last"],"receiverTypeProfile":{"mature":true,"profiledTypes":[{"typeName":"a.C","probability":0.5}]}}]}}`

func TestParsing(t *testing.T) {
	read := func(text string) (*Log, error) {
		file := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return Read(file, Options{MaxNodes: 50})
	}
	log, err := read(one + "\n\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := flatUnit(&log.Units[0]); !slices.Equal(got, []string{"0 a.A.m() -1 true false false true  \n", "1 a.B.n(int) 4 false true true false last  a.C 0.5\n"}) {
		t.Errorf("%q", got)
	}
	for text, want := range map[string]string{
		// Older logs lack keys or write other kinds of values; unknown keys are skipped, whatever they have.
		`{"compilationId":8,"methodName":"a.A.m()"}`: "0 a.A.m() -1 true false false false  \n",
		`{"x":{"}":["\\\"{",{}]},"methodName":"m","inliningTree":{"reason":"why","methodName":"a.\u0042\"","invokes":null}}`: "0 a.B\" -1 true false false false why \n",
		`{"methodName":"m","inliningTree":null,"optimizationTree":{"a":[1,2,{"b":"]"}]}}`:                                    "0 m -1 true false false false  \n",
	} {
		log, err := read(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := strings.Join(flatUnit(&log.Units[0]), ""); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	// The last compilation of a method counts, by number; the compiler's own are left out.
	at := func(id, bci string) string {
		return strings.NewReplacer(`"7"`, id, `:4`, ":"+bci).Replace(one)
	}
	log, err = read(strings.Join([]string{at(`"9"`, "1"), at(`"10"`, "2"), at(`"2"`, "3"), strings.ReplaceAll(one, "a.A.m", "jdk.graal.compiler.A.m")}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(log.Units) != 1 || log.Units[0].ID != "10" || log.Units[0].Nodes[1].BCI != 2 || log.Recompiled != 2 || log.Compiler != 1 {
		t.Errorf("%+v", log)
	}
	for text, want := range map[string]string{
		"hello":                       `:1:1: expected '{'`,
		one + "\n" + one[:200]:        `:2:201: the line ends within a text: it may be cut off`,
		one + "\n" + `{"methodName":`: `:2:15: the line ends within a value: it may be cut off`,
		one + one:                     fmt.Sprintf(`:1:%d: text after the compilation`, len(one)+1),
		`{"a":1}`:                     `:1:1: not a compilation: neither methodName nor inliningTree`,
		at(`"7"`, `"x"`):              fmt.Sprintf(`:1:%d: expected a value`, strings.Index(one, ":4,")+2),
		strings.Replace(one, "true,\"invokes", "maybe,\"invokes", 1):       fmt.Sprintf(`:1:%d: expected true or false`, strings.Index(one, "true,\"invokes")+1),
		`{"methodName":"m","inliningTree":{},"inliningTree":{}}`:           `:1:52: a second inliningTree`,
		`{"methodName":"m","optimizationTree":` + strings.Repeat("[", 100): `:1:138: the line ends within a value: it may be cut off`,
	} {
		_, err := read(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: %v", text, err)
		} else if got := err.Error(); !strings.HasSuffix(got, want) {
			t.Errorf("%.60s: %s", text, got)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Read(t.TempDir(), Options{}); err == nil {
		t.Error("an empty directory is a log")
	}
}

// TestFirstProblem: of many bad lines the first is reported, however they are divided among the processors.
func TestFirstProblem(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(file, []byte(one+"\n"+one[:len(one)-1]+"\n"+strings.Repeat("bad\n", 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		var e *SyntaxError
		if _, err := Read(file, Options{}); !errors.As(err, &e) || e.Line != 2 {
			t.Fatal(err)
		}
	}
}

// TestOtherFiles: of a directory, files that do not begin like a log are left out, but not those that may be a part of one.
func TestOtherFiles(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprintln(z, one)
	z.Close()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("Demo.java", "// A program.\nclass Demo {}\n")
	write("build.json", `{"name": "app"}`)
	write("list.json", `["methodName"]`)
	if _, err := Read(dir, Options{}); !errors.Is(err, ErrNoLog) || err.Error() != dir+": no file begins like an optimization log" {
		t.Errorf("without a log: %v", err)
	}
	write("0", "")
	write("1.gz", packed.String())
	log, err := Read(dir, Options{})
	if err != nil || len(log.Units) != 1 || log.Files != 2 || fmt.Sprint(log.Skipped) != fmt.Sprint([]string{filepath.Join(dir, "Demo.java"), filepath.Join(dir, "build.json"), filepath.Join(dir, "list.json")}) {
		t.Errorf("%+v, %v", log, err)
	}
	for _, damaged := range []string{`{"methodNa`, "{", "\x1f\x8b\x00", `{ "optimizationTree": {}`} {
		write("2", damaged)
		if _, err := Read(dir, Options{}); err == nil {
			t.Errorf("%q is left out", damaged)
		}
	}
	if log, err := Read(filepath.Join(dir, "Demo.java"), Options{}); err == nil {
		t.Errorf("a file that was named is read: %v", log)
	}
}

// TestLimitsOfLogs: a log beyond a limit is not read, also if a few compressed bytes stand for it.
func TestLimitsOfLogs(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range 100 {
		fmt.Fprintln(z, one)
	}
	z.Close()
	for _, c := range []struct {
		text string
		opts Options
		want string
	}{
		{`{"methodName":"m","inliningTree":{"invokes":[` + strings.TrimSuffix(strings.Repeat("{},", 50), ",") + `]}}`, Options{MaxNodes: 50}, `:1: too large: the log has more than 50 calls`},
		{packed.String(), Options{MaxBytes: 5000}, ": too large: the log has more than 5000 bytes, decompressed"},
		{one + "\n" + one, Options{MaxLine: len(one) + 1}, ""}, {one + "\n" + one, Options{MaxLine: len(one)}, fmt.Sprintf(":1: too large: the line has more than %d bytes", len(one))},
	} {
		file := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file, c.opts); c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrTooLarge) || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c.opts, err)
		}
	}
}

// FuzzUnit: no line panics, and valid JSON with the keys of a log is read as encoding/json reads it.
func FuzzUnit(f *testing.F) {
	f.Add([]byte(`{"methodName":"a.A.m()","compilationId":"7","inliningTree":{"methodName":"a.A.m()","callsiteBci":-1,"inlined":true,"reason":["x"],"invokes":[{"methodName":"n","callsiteBci":4,"alive":true}]},"optimizationTree":{"a":["}"]}}`))
	f.Add([]byte(`{"inliningTree":{"invokes":[{"indirect":true,"receiverTypeProfile":{"profiledTypes":[{"typeName":"\u0041","probability":1e-3}]}}]}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		defer budget.Reading.Start(t, len(line))()
		p := parser{texts: map[string]string{}, left: 1000}
		u, err := p.unit(line)
		if err != nil {
			return
		}
		for i, n := range u.Nodes {
			if int(n.Parent) >= i || i > 0 && n.Parent < 0 {
				t.Fatalf("node %d is below %d", i, n.Parent)
			}
		}
		var c struct{ InliningTree *counted }
		if !json.Valid(line) || json.Unmarshal(line, &c) != nil || c.InliningTree == nil || repeats(line) {
			return
		}
		want := flat(*c.InliningTree, 0, nil)
		if len(want) != len(u.Nodes) {
			t.Fatalf("%d nodes, %d read again", len(u.Nodes), len(want))
		}
	})
}

// repeats reports whether a text may have a key twice, or in other letters: encoding/json takes the last and ignores case.
func repeats(line []byte) bool {
	return bytes.Count(bytes.ToLower(line), []byte("invokes")) != bytes.Count(line, []byte(`"invokes"`)) || bytes.Contains(line, []byte(`\u`)) || bytes.Count(line, []byte("invokes")) > 1 || bytes.Count(bytes.ToLower(line), []byte("inliningtree")) > 1
}
