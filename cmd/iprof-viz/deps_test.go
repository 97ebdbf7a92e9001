package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// What is linked into the program has a line in THIRD_PARTY_NOTICES.md, on every system that it is built for; and the
// layout engine is never linked in: it would compile WebAssembly before main.
func TestDependencies(t *testing.T) {
	notices, err := os.ReadFile("../../THIRD_PARTY_NOTICES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".", "../../iprof", "../../convert", "../../render")
		list.Env = append(os.Environ(), "GOOS="+system)
		out, err := list.CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		modules := strings.Fields(string(out))
		if len(modules) == 0 {
			t.Fatal("go list names no module")
		}
		for _, module := range modules {
			if strings.HasSuffix(module, "go-graphviz") || strings.HasSuffix(module, "wazero") {
				t.Errorf("%s: the program links %s", system, module)
			}
			if !strings.Contains(string(notices), module) && module != "github.com/iprof-viz/iprof-viz" {
				t.Errorf("%s: THIRD_PARTY_NOTICES.md does not mention %s", system, module)
			}
		}
	}
}
