package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"iprof-viz": main})
}

// tests are this package's; when they have run, the programs that they built are removed.
type tests struct{ *testing.M }

func (tests tests) Run() int {
	defer os.RemoveAll(built.dir)
	return tests.M.Run()
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
func build(t *testing.T, program string) string {
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
	if out, err := exec.Command("go", "build", "-o", dir+string(filepath.Separator), program).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	built.of[program] = dir
	return dir
}

// TestScript runs the program as users do: see testdata/script.
func TestScript(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	engine := build(t, engineProgram)
	testscript.Run(t, testscript.Params{
		Dir:           "../../testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TESTDATA", testdata)
			env.Setenv("ENGINE", engine)                                 // a directory
			env.Setenv("BIN", filepath.SplitList(env.Getenv("PATH"))[0]) // where testscript puts the program
			for _, name := range []string{"slow", "broken"} {            // scripts have no modes
				os.Chmod(filepath.Join(env.WorkDir, name), 0o755)
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits, "spoil": spoil},
	})
}

// spoil cuts the largest file below a directory.
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	largest, size := "", int64(0)
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() && info.Size() > size {
			largest, size = path, info.Size()
		}
		return nil
	}))
	if size == 0 {
		ts.Fatalf("there is no file below %s", args[0])
	}
	ts.Check(os.Truncate(largest, size/2))
}

// exits runs a program that has to end with a status: exits 3 iprof-viz nothing.iprof. A status of 128 + n stands for
// signal n too.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, expected %d", got, want)
	}
}
