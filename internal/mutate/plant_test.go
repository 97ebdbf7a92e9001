package main

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// A fault is in a copy of its function, which runs if the fault is turned on; recover works in no such copy.
func TestPlant(t *testing.T) {
	const before = `package p

func half(a int) (b int) {
	return a / 2
}

func guard() { defer func() { recover(); print(1) }() }
`
	sites, err := sitesIn("p/p.go", []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, s := range sites {
		at[s.name] = i + 1
	}
	division, constant := at["p/p.go half: a / 2: / -> *"], at["p/p.go half: a / 2: 2 -> 3"]
	got := plant(before, sites, []int{division, constant})
	const want = `package p

func half(a int) (b int) {
switch plantedFault {
case 2:
//line fault2.go:1
return func() (b int) {
	return a * 2
}()
case 3:
//line fault3.go:1
return func() (b int) {
	return a / 3
}()
}
//line rest.go:1

	return a / 2
}

func guard() { defer func() { recover(); print(1) }() }
`
	if division != 2 || constant != 3 || got != want {
		t.Errorf("faults %d and %d:\n%s", division, constant, got)
	}
	if s := sites[at["p/p.go guard: no print(1)"]-1]; s.in != (body{}) {
		t.Error("a function that calls recover is copied")
	}
}

func TestFaultsInMessages(t *testing.T) {
	got := faultsIn("# p\np/fault12.go:3:4: declared and not used: x\n./fault3.go:1:1: missing return\nfault99.go:1: none\ndefault4.go:1: other\n", 20)
	if want := map[int]bool{12: true, 3: true}; !maps.Equal(got, want) {
		t.Error(got)
	}
}

// One binary has all faults that compile: without a number its tests pass, with each they fail or not.
func TestTrial(t *testing.T) {
	testtier.Long(t, "compiles the tests of a package with faults")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module p\n\ngo 1.26\n",
		"p.go":      "package p\n\nvar scale = 2\n\nfunc twice(a int) int {\n\tx := scale\n\treturn a * x\n}\n\nfunc log() {\n\tprint(\"\")\n}\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {\n\tlog()\n\tif twice(2) != 4 {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	packages, err := packagesOf([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	p := packages[0]
	p.quota = 10
	var r results
	if err := r.of(p, map[string]string{}, options{parallel: 2}); err != nil {
		t.Fatal(err)
	}
	got := map[outcome]int{}
	maps.Copy(got, r.counts)
	// The return cannot be left out. Nobody sees whether log prints.
	want := map[outcome]int{caught: 3, survived: 1, notCompiled: 1}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v of %+v", got, want, p.sites)
	}
	if r.survivors[0].name != `p.go log: no print("")` {
		t.Error(r.survivors)
	}
}

// A test that takes more time of the processor than its limit is stopped.
func TestLimit(t *testing.T) {
	script := filepath.Join(t.TempDir(), "package.test")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nwhile :; do :; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if o, _, err := (tests{dir: ".", binary: script, limit: 200 * time.Millisecond}).run(0); o != timedOut || err != nil {
		t.Error(o, err)
	}
}

// The tests that run are the short tier, whatever is set outside.
func TestTier(t *testing.T) {
	t.Setenv("IPROF_VIZ_TEST", "long")
	script := filepath.Join(t.TempDir(), "package.test")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n[ -z \"$IPROF_VIZ_TEST\" ] || exit 1\nfor a; do [ \"$a\" != -test.short ] || exit 1; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if o, _, err := (tests{dir: ".", binary: script, limit: time.Minute}).run(0); o != survived || err != nil {
		t.Error(o, err)
	}
}
