package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/pprof/profile"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gonum.org/v1/gonum/graph/formats/dot"
	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/internal/testexport"
	"github.com/iprof-viz/iprof-viz/internal/testpage"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A readable pairs an output with an independent reader that must accept it.
type readable struct {
	args string // FILE is a profile, RUN another run of its program, KEY a key file
	read func(output []byte) error
}

// readables are all commands with all formats.
var readables = []readable{
	{"info FILE", readText}, {"info --format json FILE", readJSON("info")},
	{"check FILE", readText}, {"check --format json FILE", readJSON("check")}, {"check --format json --fail-over-margin 0 --fail-over-gap 0 FILE", readJSON("check")},
	{"top FILE", readText}, {"top --format csv FILE", readCSV}, {"top --format json FILE", readJSON("top")}, {"top --format markdown FILE", readText},
	{"top -m samples --by class --view user FILE", readText}, {"top -m calls --by site --format json FILE", readJSON("top")},
	{"top -m branches --names signature --format csv FILE", readCSV}, {"top -m monitors --format json FILE", readJSON("top")},
	{"peek . FILE", readText}, {"peek . -n 0 --format json FILE", readJSON("peek")}, {"peek . -m calls --view app --format csv FILE", readCSV}, {"peek . --format markdown FILE", readText},
	{"calls FILE", readText}, {"calls -n 0 --format json FILE", readJSON("calls")}, {"calls --sort name --format csv FILE", readCSV},
	{"calls --classpath ../../testdata/wordcount.jar --format json FILE", readJSON("calls")},
	{"branches FILE", readText}, {"branches --contexts --format json FILE", readJSON("branches")}, {"branches --never --format csv FILE", readCSV}, {"branches --format markdown FILE", readText},
	{"receivers FILE", readText}, {"receivers --format json FILE", readJSON("receivers")}, {"receivers --format csv FILE", readCSV},
	{"instanceof FILE", readText}, {"instanceof --format json FILE", readJSON("instanceof")}, {"instanceof --format csv FILE", readCSV},
	{"monitors FILE", readText}, {"monitors --format json FILE", readJSON("monitors")}, {"monitors --format csv FILE", readCSV},
	{"list . FILE", readText}, {"list . -n 0 --format json FILE", readJSON("list")}, {"list . --format csv FILE", readCSV},
	{"inline FILE", readText}, {"inline --ascii -n 0 FILE", readText}, {"inline --format json FILE", readJSON("inline")}, {"inline --format markdown FILE", readText},
	{"inline --format dot FILE", readDOT}, {"inline --into . FILE", readText}, {"inline --into . --format json FILE", readJSON("into")},
	{"flame FILE", readXML}, {"flame -m calls --reverse --names signature FILE", readXML}, {"flame --base RUN FILE", readXML}, {"flame --format png --width 300 FILE", readPNG},
	{"flame --format html FILE", readPage}, {"flame --base RUN --format html FILE", readPage}, {"report FILE", readPage}, {"report --base RUN FILE", readPage},
	{"list . --format html FILE", readXML}, {"inline --format html FILE", readXML}, {"lcov --classpath ../../testdata/wordcount.jar FILE", readLCOV},
	{"inline --optlog LOG FILE", readText}, {"inline --optlog LOG --format json FILE", readJSON("inline")},
	{"inline --optlog LOG --into . --format json FILE", readJSON("into")},
	{"graph --units --optlog LOG --format dot FILE", readDOT}, {"flame -m calls --optlog LOG FILE", readXML}, {"diff --base-optlog LOG --optlog LOG --format json FILE FILE", readJSON("diff")},
	{"calls --optlog LOG --missed --format json FILE", readJSON("calls")},
	{"folded FILE", readFolded}, {"folded -m calls --view user --normalize FILE", readFolded},
	{"callgrind -m all FILE", readCallgrind}, {"callgrind -m calls --view app --names short FILE", readCallgrind}, {"callgrind -m samples --view user --complete=false FILE", readCallgrind},
	{"speedscope FILE", readSpeedscope}, {"speedscope -m all --view user --names signature FILE", readSpeedscope},
	{"graph --format dot FILE", readDOT}, {"graph --format csv FILE", readCSV}, {"graph --format json FILE", readJSON("graph")}, {"graph --by class --format dot FILE", readDOT},
	{"graph --units --format dot FILE", readDOT}, {"graph --base RUN --format json FILE", readJSON("graph")}, {"graph --base RUN --format dot FILE", readDOT},
	{"report FILE", readText},
	{"pprof FILE", readPprof}, {"pprof -m all --view expert FILE", readPprof}, {"pprof --period 10ms FILE", readPprof},
	{"diff RUN FILE", readText}, {"diff --exact --format json RUN FILE", readJSON("diff")}, {"diff --format csv RUN FILE", readCSVs}, {"diff --format markdown RUN FILE", readText},
	{"variance RUN FILE", readText}, {"variance --format json RUN FILE", readJSON("variance")}, {"variance --format csv RUN FILE", readCSVs},
	{"merge FILE", readIprof}, {"merge RUN FILE:2", readIprof}, {"merge RUN FILE:0.3", readIprof}, {"merge --equal-weight RUN FILE:2", readIprof},
	{"strip --unused FILE", readIprof}, {"strip --profiler FILE", readIprof}, {"strip --anonymize KEY FILE", readIprof}, {"strip --reveal KEY FILE", readIprof},
	{"check --against LIST FILE", readText},
}

// drawnReadables need the layout engine.
var drawnReadables = []readable{{"graph FILE", readXML}, {"graph --units FILE", readXML}, {"graph --format png FILE", readPNG}, {"inline --format svg FILE", readXML}}

// Every command has a result for every profile, which a reader of its format understands, or says in a line why there is none.
// It is the same the second time.
func TestAnyProfile(t *testing.T) {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.nofailfile", "true")
	checks := "1"
	if testtier.More(t, "every command on three profiles that are drawn at random, instead of one") {
		checks = "3"
	}
	flag.Set("rapid.checks", checks)
	for _, c := range newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard).Commands() {
		if c.Name() != "help" && c.Name() != "completion" && c.Name() != "serve" && !slices.ContainsFunc(readables, func(r readable) bool { return strings.HasPrefix(r.args, c.Name()+" ") }) {
			t.Errorf("%s is not run", c.Name())
		}
	}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		files, _ := drawFiles(t, dir, readables...)
		for _, r := range readables {
			checkReadable(t, r, files, runHere)
		}
	})
}

// The bytes draw profiles, and choose a command.
//
//fuzz:runs 200
func FuzzAnyProfile(f *testing.F) {
	budget.LimitMinimizing(f)
	f.Setenv("GOGC", "100") // as in FuzzProgram
	for seed := range uint64(20) {
		f.Add(profilegen.Bytes(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Drawing.Start(t, len(data))()
		profilegen.Fuzz(func(t *rapid.T) {
			r := rapid.SampledFrom(readables).Draw(t, "command")
			files, _ := drawFiles(t, dir, r)
			checkReadable(t, r, files, runHere)
		})(t, data)
	})
}

// The same holds for the program itself, and for pictures that the layout engine arranges.
func TestAnyProfileOfTheProgram(t *testing.T) {
	testtier.Long(t, "the program, which draws pictures, on profiles that are drawn at random")
	installProgram(t)
	flag.Set("rapid.seed", "2")
	flag.Set("rapid.nofailfile", "true")
	flag.Set("rapid.checks", "2")
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		all := readables
		if _, err := exec.LookPath("dot"); err == nil {
			all = append(slices.Clone(all), drawnReadables...)
		}
		files, drawn := drawFiles(t, dir, all...)
		for _, r := range all {
			checkReadable(t, r, files, runProgram)
		}
		checkOutputsAgree(t, files["FILE"], drawn)
	})
}

// checkOutputsAgree checks that folded stacks, pprof, top and graph have the sums that were drawn, and that anonymized profiles are
// revealed.
func checkOutputsAgree(t *rapid.T, file string, drawn *profilegen.Profile) {
	t.Helper()
	output := func(command string, args ...string) string {
		status, stdout, stderr, err := runProgram(append(strings.Fields(command), args...))
		if err != nil || status != cli.StatusOK {
			t.Fatalf("%s: status %d, %v with\n%.1000s", command, status, err, stderr)
		}
		return stdout
	}
	for metric, section := range map[string]iprof.Section{"samples": iprof.Samples, "calls": iprof.Calls} {
		want := drawn.Total(section).Int64()
		if want == 0 {
			continue
		}
		folded := int64(0)
		for line := range strings.Lines(output("folded -m "+metric, file)) {
			n, _ := strconv.ParseInt(strings.TrimSuffix(line[strings.LastIndexByte(line, ' ')+1:], "\n"), 10, 64)
			folded += n
		}
		p, err := profile.ParseData([]byte(output("pprof -m "+metric, file)))
		if err != nil {
			t.Fatal(err)
		}
		fromPprof := int64(0)
		for _, s := range p.Sample {
			fromPprof += s.Value[0]
		}
		rows := int64(0)
		all, err := csv.NewReader(strings.NewReader(output("top --view machine --format csv -m "+metric, file))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range all[1:] {
			n, _ := strconv.ParseInt(row[1], 10, 64) // self, or entries
			rows += n
		}
		if folded != want || fromPprof != want || rows != want {
			t.Errorf("%s: folded %d, pprof %d, top %d, want %d", metric, folded, fromPprof, rows, want)
		}
	}
	dir := filepath.Dir(file)
	key, anonymous := filepath.Join(dir, "key-of-sums"), filepath.Join(dir, "anonymous")
	os.Remove(key)
	output("strip", "--unused", "--anonymize", key, "-o", anonymous, file)
	if got, want := output("strip", "--unused", "--reveal", key, anonymous), output("merge --strip-unused", file); got != want && !drawn.HasTwins() { // merge makes one of twins
		t.Errorf("revealed\n%swas\n%s", got, want)
	}
}

// A runner runs the program.
type runner func(args []string) (status int, stdout, stderr string, err error)

func runHere(args []string) (int, string, string, error) {
	var stdout, stderr bytes.Buffer
	status := runInto(args, &stdout, &stderr)
	return status, stdout.String(), stderr.String(), nil
}

// runInto runs it in this process, and then undoes how it has set the collector of garbage, which other tests do not need.
func runInto(args []string, stdout, stderr io.Writer) (status int) {
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	defer func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}()
	return execute(cli.NewEnv(strings.NewReader(""), stdout, stderr), args)
}

func runProgram(args []string) (int, string, string, error) {
	var stdout, stderr bytes.Buffer
	c := exec.Command("iprof-viz", args...) // by installProgram
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = nil
	}
	return c.ProcessState.ExitCode(), stdout.String(), stderr.String(), err
}

// drawFiles draws the files that commands name: a profile and, if one names it, another run of its program.
func drawFiles(t *rapid.T, dir string, commands ...readable) (files map[string]string, drawn *profilegen.Profile) {
	t.Helper()
	drawn = profilegen.Draw(t, "profile", profilegen.Options{})
	contents := map[string][]byte{"FILE": drawn.JSON(), "LOG": drawnLog(drawn), "LIST": []byte("app.Main.main(java.lang.String)\napp.A.run\n")}
	if slices.ContainsFunc(commands, func(r readable) bool { return strings.Contains(r.args, "RUN") }) {
		contents["RUN"] = profilegen.DrawRun(t, "run", profilegen.Options{}, drawn).Gzip()
	}
	files = map[string]string{"KEY": filepath.Join(dir, "key")}
	for name, data := range contents {
		files[name] = filepath.Join(dir, strings.ToLower(name))
		if err := os.WriteFile(files[name], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(files["KEY"])
	return files, drawn
}

// drawnLog returns the log of an image with one unit for each inlining context of a profile: a chain, in which the second call of three is left, and
// the third is virtual.
func drawnLog(drawn *profilegen.Profile) []byte {
	type node struct {
		Method   string  `json:"methodName"`
		BCI      int32   `json:"callsiteBci"`
		Inlined  bool    `json:"inlined"`
		Alive    bool    `json:"alive"`
		Indirect bool    `json:"indirect"`
		Invokes  []*node `json:"invokes,omitempty"`
	}
	types, names := map[iprof.TypeID]string{}, map[iprof.MethodID]string{}
	for _, t := range drawn.Types {
		types[t.ID] = t.Name
	}
	for _, m := range drawn.Methods {
		var params []string
		for _, id := range m.Params {
			params = append(params, types[id][strings.LastIndexByte(types[id], '.')+1:])
		}
		names[m.ID] = types[m.Declaring] + "." + m.Name + "(" + strings.Join(params, ", ") + ")"
	}
	var b bytes.Buffer
	for i, c := range drawn.Calls {
		var below *node
		for k, f := range c.Context { // the leaf first
			n := &node{Method: names[f.Method], BCI: -1, Inlined: k%3 != 1, Alive: k%3 != 0, Indirect: k%3 == 2}
			if k+1 < len(c.Context) {
				n.BCI = int32(c.Context[k+1].BCI)
			}
			if below != nil {
				n.Invokes = []*node{below}
			}
			below = n
		}
		line, err := json.Marshal(map[string]any{"methodName": below.Method, "compilationId": fmt.Sprint(i), "inliningTree": below})
		if err != nil {
			panic(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}

// missing are the messages about records that a profile does not have.
var missing = regexp.MustCompile(": (it|the profiles?) (has|have) (no|neither) |: nothing to compare: the profiles share no record types|: the log has no method of this profile")

func checkReadable(t *rapid.T, r readable, files map[string]string, run runner) {
	t.Helper()
	args := strings.Fields(r.args)
	for i, arg := range args {
		name, weight, weighed := strings.Cut(arg, ":")
		if file, ok := files[name]; ok {
			if args[i] = file; weighed {
				args[i] += ":" + weight
			}
		}
	}
	status, stdout, stderr, err := run(args)
	if err != nil {
		t.Fatal(err)
	}
	again, stdout2, stderr2, err := run(args)
	if err != nil || again != status || stdout2 != stdout || stderr2 != stderr && !strings.Contains(r.args, "KEY") {
		t.Fatalf("%s: status %d, then %d, %v:\n%.1000s\n%.1000s\n%.1000s\n%.1000s", r.args, status, again, err, stdout, stdout2, stderr, stderr2)
	}
	switch {
	case status == cli.StatusOK || strings.HasPrefix(r.args, "check ") && status == cli.StatusCheck:
		if err := r.read([]byte(stdout)); err != nil {
			t.Fatalf("%s: %v in\n%.3000s", r.args, err, stdout)
		}
	case status == cli.StatusCheck || status == cli.StatusInput || status == cli.StatusLimit || status == cli.StatusUsage && strings.Contains(stderr, "too many nanoseconds"):
		line, hint, _ := strings.Cut(strings.TrimSuffix(stderr[max(0, strings.LastIndex(stderr, "iprof-viz: ")):], "\n"), "\n")
		if stdout != "" || !strings.HasPrefix(line, "iprof-viz: ") || hint != "" && !strings.HasPrefix(hint, "hint: ") {
			t.Fatalf("%s: status %d with %.1000s and\n%.1000s", r.args, status, stdout, stderr)
		}
		if status == cli.StatusInput && !missing.MatchString(line) && !strings.HasPrefix(r.args, "strip --reveal") && !strings.HasPrefix(r.args, "lcov ") && !strings.HasPrefix(r.args, "merge ") {
			t.Fatalf("%s: status %d with\n%.1000s", r.args, status, stderr)
		}
		if status == cli.StatusLimit && !strings.Contains(stderr, "2^63-1") {
			t.Fatalf("%s: status %d with\n%.1000s", r.args, status, stderr)
		}
	default:
		t.Fatalf("%s: status %d with\n%.3000s", r.args, status, stderr)
	}
	if err := readText([]byte(stderr)); err != nil {
		t.Fatalf("%s: %v in\n%.3000s", r.args, err, stderr)
	}
}

// readText takes text without control characters and invisible ones.
func readText(text []byte) error {
	for i, r := range string(text) {
		if r == utf8.RuneError && !bytes.HasPrefix(text[i:], []byte("\ufffd")) || r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x200b || r == 0xfeff {
			return fmt.Errorf("%q at %d", r, i)
		}
	}
	return nil
}

// readJSON takes documents of a published schema, which is compiled once.
func readJSON(name string) func([]byte) error {
	compiled := sync.OnceValues(func() (*jsonschema.Schema, error) {
		return jsonschema.NewCompiler().Compile(filepath.Join("../../docs/schema", name+".json"))
	})
	return func(text []byte) error {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return err
		}
		s, err := compiled()
		if err != nil {
			return err
		}
		return s.Validate(doc)
	}
}

func readCSV(text []byte) error {
	_, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	return errors.Join(err, readText(text))
}

// readCSVs takes several tables.
func readCSVs(text []byte) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	_, err := r.ReadAll()
	return errors.Join(err, readText(text))
}

func readXML(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// readPage takes pages whose data are those of their parts, of which records have the shapes that the script knows.
func readPage(page []byte) error {
	parts, err := testpage.Parts(page)
	if err == nil {
		_, err = testpage.Records(parts)
	}
	return err
}

// readLCOV takes tracefiles: https://ltp.sourceforge.net/coverage/lcov/geninfo.1.php.
func readLCOV(text []byte) error {
	for line := range strings.Lines(string(text)) {
		if !regexp.MustCompile("^((TN|SF|FN|FNDA|FNF|FNH|DA|LF|LH|BRDA|BRF|BRH):.*|end_of_record)\n$").MatchString(line) {
			return fmt.Errorf("%q", line)
		}
	}
	return nil
}

func readPNG(data []byte) error {
	_, err := png.Decode(bytes.NewReader(data))
	return err
}

func readDOT(text []byte) error {
	_, err := dot.ParseBytes(bytes.ReplaceAll(text, []byte("\ufffd"), []byte("?"))) // it takes U+FFFD for an error
	return err
}

func readFolded(text []byte) error {
	for line := range strings.Lines(string(text)) {
		at := strings.LastIndexByte(line, ' ')
		if _, err := strconv.ParseUint(strings.TrimSuffix(line[at+1:], "\n"), 10, 63); err != nil || at < 0 {
			return fmt.Errorf("line %q: %w", line, err)
		}
	}
	return readText(text)
}

func readCallgrind(text []byte) error {
	_, err := testexport.ReadCallgrind(string(text))
	return err
}

func readSpeedscope(text []byte) error {
	_, err := testexport.ReadSpeedscope(text)
	return err
}

func readPprof(data []byte) error {
	p, err := profile.ParseData(data)
	if err != nil {
		return err
	}
	return p.CheckValid()
}

func readIprof(data []byte) error {
	_, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
	return err
}
