package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// What is linked into programs has a line in THIRD_PARTY_NOTICES.md, on every system that they are built for.
func TestNotices(t *testing.T) {
	notices, err := os.ReadFile("../../THIRD_PARTY_NOTICES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, module := range modules(t, system, "../...") {
			if !strings.Contains(string(notices), module+" ") && !strings.Contains(string(notices), module+",") {
				t.Errorf("%s: THIRD_PARTY_NOTICES.md does not mention %s", system, module)
			}
		}
	}
}

// The layout engine is a program of its own: linked in, it would compile WebAssembly before main.
func TestNoEngine(t *testing.T) {
	for _, module := range modules(t, "linux", ".", "../../iprof", "../../convert", "../../render") {
		if strings.HasSuffix(module, "go-graphviz") || strings.HasSuffix(module, "wazero") {
			t.Errorf("the program links %s", module)
		}
	}
}

// modules returns the other modules that packages need.
func modules(t *testing.T, system string, packages ...string) []string {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}"}, packages...)...)
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(out)))))
	if len(all) == 0 {
		t.Fatal("go list names no module")
	}
	return all
}
