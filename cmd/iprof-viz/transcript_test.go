package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

var update = flag.Bool("update", false, "rewrite the outputs and pictures in the documentation, and what scripts expect")

// A transcript is a command with its output: stdout and stderr together.
type transcript struct {
	command, output string
	printed         string // by runTranscripts
}

// transcripts finds lines of "$ command" with the output below, up to an empty line, unless output may have such, or to
// the end of the block. A line of "..." stands for any lines.
func transcripts(block string, emptyLines bool) []transcript {
	var all []transcript
	var open bool
	for line := range strings.Lines(block) {
		line = strings.TrimRight(line, "\n")
		switch command, isCommand := strings.CutPrefix(line, "$ "); {
		case isCommand:
			all = append(all, transcript{command: command})
			open = true
		case open && strings.HasSuffix(all[len(all)-1].command, "\\") && all[len(all)-1].output == "":
			all[len(all)-1].command += "\n" + line
		case line == "" && !emptyLines:
			open = false
		case open:
			all[len(all)-1].output += line + "\n"
		}
	}
	return all
}

// runTranscripts runs commands, one after the other, in a directory with the files of a checkout, and returns that directory.
// With -update, outputs may differ: rewriteOutputs is next.
func runTranscripts(t *testing.T, all []transcript) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to run commands with")
	}
	if len(all) == 0 {
		t.Fatal("there are no commands")
	}
	installProgram(t)
	here, engine := runsHere(t), build(t, engineProgram)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("../../testdata")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i, tr := range all {
		if _, err := exec.LookPath("sqlite3"); err != nil && strings.HasPrefix(tr.command, "sqlite3 ") {
			t.Logf("no sqlite3 to run %q with", tr.command)
			continue
		}
		command := strings.ReplaceAll(tr.command, "go run ./cmd/iprof-viz ", "iprof-viz ")
		engine := filepath.Join(engine, "iprof-viz-dot") // others draw alike, but not the same bytes
		var out []byte
		var err error
		if here && oneCommand.MatchString(command) {
			out, err = transcribeHere(strings.Fields(command)[1:], dir, engine)
		} else {
			c := exec.Command("sh", "-c", command)
			c.Dir = dir
			c.Env = append(os.Environ(), "GRAPHVIZ_DOT="+engine)
			out, err = c.CombinedOutput()
		}
		if err != nil && !strings.Contains(tr.output, "iprof-viz: ") {
			t.Errorf("$ %s\n%s%v", tr.command, out, err)
			continue
		}
		all[i].printed = string(out)
		if tr.output != "" && !matches(string(out), tr.output) && !*update {
			t.Errorf("$ %s\nprints\n%s\nnot\n%s", tr.command, out, tr.output)
		}
	}
	checkIgnored(t, dir)
	return dir
}

// oneCommand matches a command of the program that needs no shell, and no process: see runsHere.
var oneCommand = regexp.MustCompile(`^iprof-viz( [\w./:=,@%+-]+)+$`)

// transcribeHere runs a command in this process and returns all that it prints.
func transcribeHere(args []string, dir, engine string) ([]byte, error) {
	defer setEnvironment([]string{"GRAPHVIZ_DOT"}, func(string) string { return engine }, dir)()
	var out bytes.Buffer
	var err error
	if status := runInto(args, &out, &out); status != cli.StatusOK {
		err = fmt.Errorf("exit status %d", status)
	}
	return out.Bytes(), err
}

// checkIgnored fails where a command has left a file that git would offer to commit, were it run in a checkout.
func checkIgnored(t *testing.T, dir string) {
	t.Helper()
	ignored := testfile.Read(t, "../../.gitignore")
	patterns := strings.Fields(string(ignored))
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		matches := func(pattern string) bool {
			ok, _ := filepath.Match(strings.TrimPrefix(pattern, "/"), file.Name())
			return ok
		}
		if !file.IsDir() && !slices.ContainsFunc(patterns, matches) {
			t.Errorf("a command leaves %s, which .gitignore does not name", file.Name())
		}
	}
}

func matches(got, want string) bool {
	if !strings.Contains(want, "...\n") {
		return got == want
	}
	var pattern strings.Builder
	for line := range strings.Lines(want) {
		if line == "...\n" {
			pattern.WriteString("(?s:.*)")
			continue
		}
		pattern.WriteString(regexp.QuoteMeta(line))
	}
	return regexp.MustCompile("^" + pattern.String() + "$").MatchString(got)
}

// rewriteOutputs replaces the outputs in a file by the printed ones. prefix starts each of their lines in the file.
func rewriteOutputs(t *testing.T, file, prefix string, all []transcript) {
	t.Helper()
	text := testfile.Read(t, file)
	inFile := func(command, output string) string {
		return prefix + strings.ReplaceAll(strings.TrimSuffix("$ "+command+"\n"+output, "\n"), "\n", "\n"+prefix) + "\n"
	}
	rewritten := string(text)
	for _, tr := range all {
		if tr.output == "" || matches(tr.printed, tr.output) {
			continue
		}
		output, ok := abridge(tr.printed, tr.output)
		if !ok {
			t.Errorf("$ %s\nprints\n%s\nwhich does not fit the lines around \"...\": rewrite them in %s by hand", tr.command, tr.printed, file)
			continue
		}
		rewritten = strings.Replace(rewritten, inFile(tr.command, tr.output), inFile(tr.command, output), 1)
	}
	if err := os.WriteFile(file, []byte(rewritten), 0o666); err != nil {
		t.Fatal(err)
	}
}

// abridge shortens an output like an earlier one: with as many lines before and after a line of "...". It cannot if there are
// several such lines, or fewer lines than that.
func abridge(printed, earlier string) (string, bool) {
	before, after, cut := strings.Cut(earlier, "...\n")
	if !cut {
		return printed, true
	}
	lines := slices.Collect(strings.Lines(printed))
	head, tail := strings.Count(before, "\n"), strings.Count(after, "\n")
	if strings.Contains(after, "...\n") || head+tail > len(lines) {
		return "", false
	}
	return strings.Join(lines[:head], "") + "...\n" + strings.Join(lines[len(lines)-tail:], ""), true
}

func TestAbridge(t *testing.T) {
	const printed = "a\nb\nc\nd\n"
	for _, tc := range []struct {
		earlier, want string
		ok            bool
	}{
		{"x\n", printed, true},
		{"x\n...\n", "a\n...\n", true},
		{"...\nx\ny\n", "...\nc\nd\n", true},
		{"x\n...\ny\nz\n", "a\n...\nc\nd\n", true},
		{"...\nx\n...\n", "", false},
		{"v\nw\nx\n...\ny\nz\n", "", false},
	} {
		if got, ok := abridge(printed, tc.earlier); got != tc.want || ok != tc.ok {
			t.Errorf("like %q: %q, %t", tc.earlier, got, ok)
		}
	}
}

// The manual's commands print what it says.
func TestDoc(t *testing.T) {
	testtier.Sequential(t)
	source := testfile.Read(t, "doc.go")
	var block strings.Builder
	for line := range strings.Lines(string(source)) {
		text, indented := strings.CutPrefix(line, "//\t")
		if !indented {
			text = "\n"
		}
		block.WriteString(text)
	}
	all := transcripts(block.String(), false)
	runTranscripts(t, all)
	if *update {
		rewriteOutputs(t, "doc.go", "//\t", all)
	}
}

// The manual lists every command, and no others; the reference has a row for each.
func TestDocListsCommands(t *testing.T) {
	source := testfile.Read(t, "doc.go")
	_, list, _ := strings.Cut(string(source), "The commands:\n//\n")
	list, _, _ = strings.Cut(list, "\n//\n")
	var listed []string
	for line := range strings.Lines(list) {
		listed = append(listed, strings.Fields(line)[1])
	}
	slices.Sort(listed)
	var commands []string
	for _, name := range cli.CommandNames(newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard).Commands()) {
		if name != "help" && name != "completion" {
			commands = append(commands, name)
		}
	}
	slices.Sort(commands)
	if !slices.Equal(listed, commands) {
		t.Errorf("the manual lists %s, there are %s", listed, commands)
	}
	reference := testfile.Read(t, "../../docs/reference.md")
	for _, name := range commands {
		if !regexp.MustCompile("(?m)^\\| `" + name + "[` ]").Match(reference) {
			t.Errorf("docs/reference.md has no row for %s", name)
		}
	}
}

// The commands of the README and of docs print what these say, and draw their pictures.
func TestReadme(t *testing.T) {
	testtier.Sequential(t)
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	shown, drawn := map[string]bool{}, map[string][]byte{} // pictures, by their names in docs
	for _, page := range append([]string{"../../README.md"}, pages...) {
		text := testfile.Read(t, page)
		for _, p := range regexp.MustCompile(`!\[[^]]*\]\((?:docs/)?([^)]*)\)`).FindAllSubmatch(text, -1) {
			shown[string(p[1])] = true
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			var all []transcript
			for _, block := range regexp.MustCompile("(?ms)^```console\n(.*?)^```$").FindAllSubmatch(text, -1) {
				for _, tr := range transcripts(string(block[1]), true) {
					if !strings.HasPrefix(tr.command, "go test") && !strings.HasPrefix(tr.command, "go install") {
						all = append(all, tr)
					}
				}
			}
			if len(all) == 0 {
				return
			}
			dir := runTranscripts(t, all)
			if *update {
				rewriteOutputs(t, page, "", all)
			}
			pictures, err1 := filepath.Glob(filepath.Join(dir, "docs", "*"))
			reports, err2 := filepath.Glob(filepath.Join(dir, "*.html"))
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
			for _, p := range append(pictures, reports...) {
				if drawn[filepath.Base(p)], err = os.ReadFile(p); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if len(shown) == 0 {
		t.Error("there is no picture")
	}
	for name := range shown {
		kept := filepath.Join("../../docs", name)
		if page, ok := drawn[strings.TrimSuffix(name, ".png")+".html"]; ok {
			checkScreenshot(t, kept, page)
			continue
		}
		want, ok := drawn[name]
		if !ok {
			t.Errorf("no command draws docs/%s", name)
			continue
		}
		if *update {
			if err := os.WriteFile(kept, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is not the picture that its command draws: make docs redraws it", name)
		}
	}
}
