package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"iprof-viz": main})
}

// TestScript runs the program as users do: see testdata/script.
func TestScript(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	engine := layoutEngine(t)
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

// layoutEngine builds the layout engine and returns its directory.
func layoutEngine(t *testing.T) string {
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", dir, "../iprof-viz-dot").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
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
