package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the pictures of the README and what scripts expect")

// A transcript is a command with what it prints, on both outputs.
type transcript struct {
	command, output string
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

// runTranscripts runs commands, one after the other, where a checkout's files are at hand, and returns that place.
func runTranscripts(t *testing.T, all []transcript) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to run commands with")
	}
	if len(all) == 0 {
		t.Fatal("there are no commands")
	}
	engine := layoutEngine(t)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("../../testdata")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, tr := range all {
		if _, err := exec.LookPath("sqlite3"); err != nil && strings.HasPrefix(tr.command, "sqlite3 ") {
			t.Logf("no sqlite3 to run %q with", tr.command)
			continue
		}
		c := exec.Command("sh", "-c", strings.ReplaceAll(tr.command, "go run ./cmd/iprof-viz ", "iprof-viz "))
		c.Dir = dir
		c.Env = append(os.Environ(), "GRAPHVIZ_DOT="+filepath.Join(engine, "iprof-viz-dot")) // others draw alike, but not the same bytes
		out, err := c.CombinedOutput()
		if err != nil && !strings.Contains(tr.output, "iprof-viz: ") {
			t.Errorf("$ %s\n%s%v", tr.command, out, err)
			continue
		}
		if tr.output != "" && !matches(string(out), tr.output) {
			t.Errorf("$ %s\nprints\n%s\nnot\n%s", tr.command, out, tr.output)
		}
	}
	checkIgnored(t, dir)
	return dir
}

// checkIgnored fails where a command has left a file that git would offer to commit, were it run in a checkout.
func checkIgnored(t *testing.T, dir string) {
	t.Helper()
	ignored, err := os.ReadFile("../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
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

// The manual's commands print what it says.
func TestDoc(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var block strings.Builder
	for line := range strings.Lines(string(source)) {
		text, indented := strings.CutPrefix(line, "//\t")
		if !indented {
			text = "\n"
		}
		block.WriteString(text)
	}
	runTranscripts(t, transcripts(block.String(), false))
}

// The manual lists every command, and no others.
func TestDocListsCommands(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "The commands:\n//\n")
	list, _, _ = strings.Cut(list, "\n//\n")
	var listed []string
	for line := range strings.Lines(list) {
		listed = append(listed, strings.Fields(line)[1])
	}
	slices.Sort(listed)
	var commands []string
	for _, name := range commandNames(newRoot(newEnv(nil, io.Discard, io.Discard), io.Discard).Commands()) {
		if name != "help" && name != "completion" {
			commands = append(commands, name)
		}
	}
	slices.Sort(commands)
	if !slices.Equal(listed, commands) {
		t.Errorf("the manual lists %s, there are %s", listed, commands)
	}
}

// The README's commands print what it says, and its pictures are what they draw.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []transcript
	for _, block := range regexp.MustCompile("(?ms)^```console\n(.*?)^```$").FindAllSubmatch(readme, -1) {
		for _, tr := range transcripts(string(block[1]), true) {
			if !strings.HasPrefix(tr.command, "go test") && !strings.HasPrefix(tr.command, "go install") {
				all = append(all, tr)
			}
		}
	}
	drawn := filepath.Join(runTranscripts(t, all), "docs")
	pictures := regexp.MustCompile(`!\[[^]]*\]\(docs/([^)]*)\)`).FindAllSubmatch(readme, -1)
	if len(pictures) == 0 {
		t.Error("the README shows no picture")
	}
	for _, p := range pictures {
		name := string(p[1])
		want, err := os.ReadFile(filepath.Join(drawn, name))
		if err != nil {
			t.Errorf("no command of the README draws %s", name)
			continue
		}
		kept := filepath.Join("../../docs", name)
		if *update {
			if err := os.WriteFile(kept, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is not what the README's command draws: make docs redraws it", name)
		}
	}
}
