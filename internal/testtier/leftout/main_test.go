package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "a_test.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const start = "package a\nimport \"x/internal/testtier\"\n"
	write(start + `
func TestA(t *testing.T) { testtier.Long(t, "reads\t\"all\"") }
func TestB(t *testing.T) { t.Run("x", func(t *testing.T) { if testtier.More(t, "the rest") { testtier.Sequential(t) } }) }`)
	got, err := find(dir)
	if want := []leftOut{{".", "TestA", "reads\t\"all\""}, {".", "TestB", "the rest"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	write(start + "func TestA(t *testing.T) { what := \"everything\"; testtier.Long(t, what) }")
	if _, err := find(dir); err == nil || !strings.Contains(err.Error(), "a_test.go:3:") {
		t.Errorf("of a call that does not say what: %v", err)
	}
}

// Every call in this module says what it leaves out.
func TestModule(t *testing.T) {
	all, err := find("../../..")
	if err != nil || len(all) == 0 {
		t.Errorf("%d calls, %v", len(all), err)
	}
}
