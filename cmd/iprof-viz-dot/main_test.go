package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/iprof-viz/iprof-viz/cmd/iprof-viz-dot/internal/cache"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

func TestMain(m *testing.M) {
	if cache.Filling() { // for a test
		return
	}
	testscript.Main(m, map[string]func(){"iprof-viz-dot": main})
}

func TestScript(t *testing.T) { runScripts(t, "testdata") }

func TestUntrustedCache(t *testing.T) {
	testtier.Long(t, "damages the engine's cache, and lets others write to it and to what is above it")
	runScripts(t, "testdata/untrusted")
}

func runScripts(t *testing.T, dir string) {
	home, err := os.UserCacheDir()
	if err != nil { // no home
		home = t.TempDir()
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", home) // code compiled before; scripts about it have their own
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"begins":  begins,
			"private": private,
			"damage":  damage,
		},
	})
}

// begins checks the first bytes of a file: begins a.png '\x89PNG'.
func begins(ts *testscript.TestScript, neg bool, args []string) {
	data := ts.ReadFile(args[0])
	want, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	if strings.HasPrefix(data, want) == neg {
		ts.Fatalf("%s begins with %q", args[0], data[:min(len(data), 20)])
	}
}

// private checks that no other user may look into a directory.
func private(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if (info.Mode().Perm() == 0o700) == neg {
		ts.Fatalf("%s has the mode %v", args[0], info.Mode())
	}
}

// damage changes the largest file below a directory: by cutting it, or by turning a byte in its middle.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	name, data := largest(ts, args[1])
	switch args[0] {
	case "cut":
		data = data[:len(data)/3]
	case "turn":
		data[len(data)/2] ^= 0x40
	}
	ts.Check(os.WriteFile(name, data, 0o600))
}

func largest(ts *testscript.TestScript, dir string) (name string, data []byte) {
	filepath.WalkDir(ts.MkAbs(dir), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if text, err := os.ReadFile(path); err == nil && len(text) > len(data) {
				name, data = path, text
			}
		}
		return err
	})
	if name == "" {
		ts.Fatalf("no file below %s", dir)
	}
	return name, data
}

// TestInitOrder checks the assumptions about the order of initialization: see the comment of package cache.
func TestInitOrder(t *testing.T) {
	deps := func(pkg string) []string {
		out, err := exec.Command("go", "list", "-deps", pkg).Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		return strings.Fields(string(out))
	}
	of := map[string]bool{}
	for _, pkg := range deps("github.com/tetratelabs/wazero") {
		of[pkg] = true
	}
	const module, wazero = "github.com/iprof-viz/", "github.com/tetratelabs/wazero"
	for _, pkg := range deps(module + "iprof-viz/cmd/iprof-viz-dot/internal/cache") {
		if !strings.HasPrefix(pkg, module) && !of[pkg] {
			t.Errorf("cache imports %s, which wazero does not", pkg)
		}
	}
	if module >= wazero {
		t.Error("cache comes after wazero")
	}
}

func TestInputLimit(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run([]string{"-Tsvg"}, &endless{}, &out, &errs); status != 1 || out.Len() > 0 {
		t.Errorf("status %d, %d bytes", status, out.Len())
	}
	if want := "iprof-viz-dot: the graph has more than 67108864 bytes\n"; errs.String() != want {
		t.Errorf("%q, want %q", errs.String(), want)
	}
}

type endless struct{}

func (*endless) Read(b []byte) (int, error) { return len(b), nil }
