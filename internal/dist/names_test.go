package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Versions of packages sort as those of the source do, and have no hyphen, which neither format accepts in a version.
func TestPackageVersion(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.0": "1.2.0", "1.2.0-rc.1": "1.2.0~rc.1", "devel": "0~devel",
		"0.0.0-20261128023421-e5619c742c39+dirty": "0.0.0~20261128023421.e5619c742c39+dirty",
		"1.2.1-0.20261128023421-e5619c742c39":     "1.2.1~0.20261128023421.e5619c742c39",
	} {
		if got := (&source{version: version}).packageVersion(); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}

// A directory has the files of one release alone, and nothing else is removed.
func TestPrepare(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := prepare(out); err != nil {
		t.Fatal(err)
	}
	write("old.tar.gz", "x")
	if err := sum(out); err != nil {
		t.Fatal(err)
	}
	if err := prepare(out); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	write("mine", "x")
	if err := prepare(out); err == nil || !strings.Contains(err.Error(), "mine") {
		t.Error(err)
	}
	outside := filepath.Join(filepath.Dir(out), "outside")
	if err := os.WriteFile(outside, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	write(sumsName, "0  ../outside\n")
	if err := prepare(out); err == nil {
		t.Error("a name outside the directory was accepted")
	}
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
}

// Arguments that make no sense are errors.
func TestParse(t *testing.T) {
	for _, c := range []struct{ targets, without, args string }{{"linux", "", ""}, {"linux/amd64", "sbom,jar", ""}, {"linux/amd64", "", "x"}} {
		var o options
		if err := o.parse(c.targets, c.without, strings.Fields(c.args)); err == nil {
			t.Errorf("%v is accepted", c)
		}
	}
	var o options
	if err := o.parse(allTargets, "rpm", nil); err != nil || len(o.targets) != 6 || o.has("rpm") || !o.has("deb") {
		t.Errorf("%v, %v", o, err)
	}
}
