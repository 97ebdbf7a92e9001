package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"iprof-viz": main})
}

// tests are this package's; when they have run, the programs that they built are removed.
type tests struct{ *testing.M }

func (tests tests) Run() int {
	defer os.RemoveAll(built.dir)
	for _, name := range settingVariables {
		os.Unsetenv(name)
	}
	if signal.Ignored(os.Interrupt) { // as a shell leaves it for a job in the background; what tests start has to end at an interrupt
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	return tests.M.Run()
}

// settingVariables change what the program prints, or finds, and which repository git works on, as in a hook: tests have none of whoever
// runs them, but those that they set.
var settingVariables = []string{
	cli.AppVar, cli.MemoryVar, cli.TracebackVar, "COLUMNS", "GRAPHVIZ_DOT", "JAVA_HOME", "LINES", "NO_COLOR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE",
}

// Packages of programs that tests build.
const (
	thisProgram   = "."
	engineProgram = "../iprof-viz-dot"
)

// built are the programs that were built, in a directory each.
var built struct {
	sync.Mutex
	dir string
	of  map[string]string // by package
}

// build builds a program, once for all tests, and returns its directory.
func build(t testing.TB, program string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if dir, ok := built.of[program]; ok {
		return dir
	}
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "iprof-viz-built-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir, built.of = dir, map[string]string{}
	}
	dir := filepath.Join(built.dir, strconv.Itoa(len(built.of)))
	// Without what nobody looks at here, it is built in half the time.
	goBuild := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", dir+string(filepath.Separator), program)
	goBuild.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build does: it starts sooner
	if out, err := goBuild.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	built.of[program] = dir
	return dir
}

// installProgram puts the program on PATH for all tests: under the race detector these tests themselves, which testscript.Main has
// put there, and otherwise the program as users have it. That starts in half the time, which hundreds of commands notice.
func installProgram(t testing.TB) string {
	t.Helper()
	if !raceDetector {
		installed.Do(func() {
			os.Setenv("PATH", build(t, thisProgram)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		})
	}
	program, err := exec.LookPath("iprof-viz")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

var installed sync.Once

var raceDetector bool

func TestScript(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	installProgram(t)
	engine := build(t, engineProgram)
	cache, err := os.UserCacheDir()
	if err != nil { // no home
		cache = t.TempDir()
	}
	files, variables := scripts(t), []string{"HOME", "PWD", "TMPDIR", "XDG_CACHE_HOME"}
	if runsHere(t) {
		dir := t.TempDir()
		for i, file := range files {
			var set []string
			files[i], set = inProcess(t, file, dir)
			variables = append(variables, set...)
		}
		slices.Sort(variables)
		variables = slices.Compact(variables)
	}
	testscript.Run(t, testscript.Params{
		Files:         files,
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TESTDATA", testdata)
			env.Setenv("XDG_CACHE_HOME", cache)                          // the engine's code compiled before: that it works from scratch is tested with it
			env.Setenv("ENGINE", engine)                                 // a directory
			env.Setenv("BIN", filepath.SplitList(env.Getenv("PATH"))[0]) // where the program is
			for _, name := range []string{"slow", "broken"} {            // scripts have no modes
				os.Chmod(filepath.Join(env.WorkDir, name), 0o755)
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits STATUS PROGRAM [ARGUMENT...]")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				if got := status(ts, args[1], args[2:], variables); got != want {
					ts.Fatalf("exit status %d, expected %d", got, want)
				}
			},
			here: func(ts *testscript.TestScript, neg bool, args []string) {
				if got := status(ts, here, args, variables); neg == (got == cli.StatusOK) {
					ts.Fatalf("exit status %d", got)
				}
			},
		},
	})
}

// concurrentScripts are those of which a command has goroutines that others have not: reading ahead, several inputs, classes, engines
// and pictures, terminals, servers.
var concurrentScripts = []string{"checkcode", "diff", "input", "layout", "lines", "merge", "output", "report", "serve", "several", "sources", "terminal", "truncated"}

// scripts returns the files of the scripts to run, under the race detector those with concurrency: all others would take minutes, and
// have only goroutines that these have too.
func scripts(t *testing.T) (files []string) {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/script") // commands may have another working directory
	if err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(all) < len(concurrentScripts) {
		t.Fatalf("%d scripts, %v", len(all), err)
	}
	if !raceDetector {
		return all
	}
	for _, name := range concurrentScripts {
		files = append(files, filepath.Join(dir, name+".txtar"))
	}
	return files
}

// status runs a program, or this one in this process, and returns its exit status. That of a script's exits 3 iprof-viz nothing.iprof
// has to be 3.
func status(ts *testscript.TestScript, program string, args, variables []string) int {
	if program == here {
		if !needsProcess(args) {
			return inThisProcess(ts, args, variables)
		}
		program = "iprof-viz"
	}
	err := ts.Exec(program, args...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		ts.Fatalf("%v", err)
	}
	return exit.ExitCode()
}
