package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// here is the command that stands for the program in a script of which the commands run in this process. A start of the program takes
// longer than most commands of a script, and scripts have two thousand.
const here = "here"

var (
	// programLine is a line of a script that runs the program and waits for it.
	programLine = regexp.MustCompile(`(?m)^((?:\[[^\]\n]*\] )*(?:! )?)((?:exits \d+ )?)(?:exec )?iprof-viz(| .*[^&\n])$`)
	envLine     = regexp.MustCompile(`(?m)^(?:\[[^\]\n]*\] )*env (\w+)=`)
)

// runsHere returns whether the commands of scripts, documents and terminals run in this process, and not in one each as in the long tier.
// Under the race detector a command has to be alone, and the outputs to update are those of the program.
func runsHere(t *testing.T) bool {
	return !raceDetector && !*update && !testtier.More(t, "a process for each command of a script, a document or a terminal")
}

// inProcess returns a copy of a script of which the commands run in this process, and the variables of the environment that it sets.
// Scripts that set PATH are as they were: commands look for other programs there.
func inProcess(t *testing.T, file, dir string) (copied string, variables []string) {
	t.Helper()
	text := testfile.Read(t, file)
	commands, files := string(text), ""
	if i := strings.Index(commands, "\n-- "); i >= 0 {
		commands, files = commands[:i], commands[i:]
	}
	for _, match := range envLine.FindAllStringSubmatch(commands, -1) {
		variables = append(variables, match[1])
	}
	if slices.Contains(variables, "PATH") {
		return file, nil
	}
	copied = filepath.Join(dir, filepath.Base(file))
	if err := os.WriteFile(copied, []byte(programLine.ReplaceAllString(commands, "${1}${2}"+here+"${3}")+files), 0o666); err != nil {
		t.Fatal(err)
	}
	return copied, variables
}

// oneAtATime is held by the command that runs: the directory and the environment are those of the process.
var oneAtATime sync.Mutex

// needsProcess returns whether a command reads standard input, which a script gives only to a process, or starts the program again.
func needsProcess(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return arg == "-" || strings.HasPrefix(arg, "-:") || arg == "serve" })
}

// inThisProcess runs a command of a script in this process and returns its status.
func inThisProcess(ts *testscript.TestScript, args, variables []string) int {
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	defer setEnvironment(variables, ts.Getenv, ts.MkAbs("."))()
	status, stdout, stderr, _ := runHere(args)
	ts.Stdout().Write([]byte(stdout))
	ts.Stderr().Write([]byte(stderr))
	return status
}

// setEnvironment sets variables and the working directory, and returns a function that undoes it.
func setEnvironment(variables []string, value func(string) string, dir string) (undo func()) {
	before, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		panic(err)
	}
	was := map[string]string{}
	for _, name := range variables {
		if old, ok := os.LookupEnv(name); ok {
			was[name] = old
		}
		os.Setenv(name, value(name))
	}
	return func() {
		for _, name := range variables {
			if old, ok := was[name]; ok {
				os.Setenv(name, old)
			} else {
				os.Unsetenv(name)
			}
		}
		if err := os.Chdir(before); err != nil {
			panic(err)
		}
	}
}

// Commands that need no process are run here, and all others are as they were.
func TestScriptsInThisProcess(t *testing.T) {
	const script = `env COLUMNS=80 # exec iprof-viz top
exec iprof-viz top $TESTDATA/a.iprof
iprof-viz
[unix] ! exec iprof-viz top b
[!short] exits 3 iprof-viz top c
exec sh -c 'iprof-viz top d | head'
exits 130 sh -c 'iprof-viz top e'
exec iprof-viz serve f &
-- iprof-viz top --
exec iprof-viz top g
`
	const want = `env COLUMNS=80 # exec iprof-viz top
here top $TESTDATA/a.iprof
here
[unix] ! here top b
[!short] exits 3 here top c
exec sh -c 'iprof-viz top d | head'
exits 130 sh -c 'iprof-viz top e'
exec iprof-viz serve f &
-- iprof-viz top --
exec iprof-viz top g
`
	file := filepath.Join(t.TempDir(), "a.txtar")
	for _, path := range []bool{false, true} {
		before, after := script, want
		if path {
			before = strings.Replace(script, "env ", "env PATH=x ", 1)
			after = before
		}
		if err := os.WriteFile(file, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		copied, variables := inProcess(t, file, t.TempDir())
		got, err := os.ReadFile(copied)
		if err != nil || string(got) != after || !path && !slices.Equal(variables, []string{"COLUMNS"}) {
			t.Errorf("%v, %v:\n%s", err, variables, got)
		}
	}
	t.Setenv("COLUMNS", "70")
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	undo := setEnvironment([]string{"COLUMNS", "IPROF_VIZ_NONE"}, func(name string) string { return name }, other)
	now, _ := os.Getwd()
	columns := os.Getenv("COLUMNS")
	undo()
	after, _ := os.Getwd()
	_, set := os.LookupEnv("IPROF_VIZ_NONE")
	if columns != "COLUMNS" || filepath.Base(now) != filepath.Base(other) || os.Getenv("COLUMNS") != "70" || after != dir || set {
		t.Errorf("in %s with %s columns, then in %s with %s, %t", now, columns, after, os.Getenv("COLUMNS"), set)
	}
}
