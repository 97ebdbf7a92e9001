package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What is linked into a program has a line in its table of THIRD_PARTY_NOTICES.md, for any system, and nothing else has.
func TestNotices(t *testing.T) {
	notices, err := os.ReadFile("../../THIRD_PARTY_NOTICES.md")
	if err != nil {
		t.Fatal(err)
	}
	viz, rest, _ := strings.Cut(string(notices), "\n`iprof-viz-dot`, ")
	dot, _, _ := strings.Cut(rest, "\n## ")
	for program, c := range map[string]struct {
		table    string
		packages []string
	}{
		"iprof-viz":     {viz, []string{".", "../../iprof", "../../convert/...", "../../render/..."}},
		"iprof-viz-dot": {dot, []string{"../iprof-viz-dot"}},
	} {
		var listed []string
		for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \|`).FindAllStringSubmatch(c.table, -1) {
			for part := range strings.SplitSeq(row[1], ", ") {
				if regexp.MustCompile(`^[a-z.]+\.[a-z]+/\S+$`).MatchString(part) {
					listed = append(listed, part)
				}
			}
		}
		slices.Sort(listed)
		var linked []string
		for _, system := range []string{"linux", "darwin", "windows"} {
			linked = append(linked, modules(t, system, c.packages...)...)
		}
		slices.Sort(linked)
		if linked = slices.Compact(linked); !slices.Equal(listed, linked) {
			t.Errorf("THIRD_PARTY_NOTICES.md lists for %s\n%s\nlinked are\n%s", program, strings.Join(listed, "\n"), strings.Join(linked, "\n"))
		}
		for _, pkg := range goList(t, "linux", "{{.ImportPath}}", c.packages...) {
			font, ok := strings.CutPrefix(pkg, "golang.org/x/image/font/gofont/go")
			if ok && !strings.Contains(strings.ToLower(c.table), "go "+font) {
				t.Errorf("THIRD_PARTY_NOTICES.md does not list the font Go %s for %s", font, program)
			}
		}
	}
}

// The package imaging, which comes with go-graphviz, fails on malicious images (CVE-2023-36308) and has no version that is mended. The
// program does not link it; the engine does, to scale the images that a graph names: those of the program name none.
func TestNoImaging(t *testing.T) {
	linked := map[string]bool{}
	for program, packages := range map[string][]string{"iprof-viz": {".", "../../iprof", "../../convert/...", "../../render/..."}, "iprof-viz-dot": {"../iprof-viz-dot"}} {
		linked[program] = slices.Contains(modules(t, "linux", packages...), "github.com/disintegration/imaging")
	}
	if linked["iprof-viz"] || !linked["iprof-viz-dot"] {
		t.Errorf("linked: %v; SECURITY.md says otherwise", linked)
	}
}

// The layout engine is its own program: linked in, it would compile WebAssembly before main.
func TestNoEngine(t *testing.T) {
	for _, module := range modules(t, "linux", ".", "../../iprof", "../../convert/...", "../../render/...") {
		if strings.HasSuffix(module, "go-graphviz") || strings.HasSuffix(module, "wazero") {
			t.Errorf("the program links %s", module)
		}
	}
}

// modules returns the other modules that packages need.
func modules(t *testing.T, system string, packages ...string) []string {
	t.Helper()
	all := goList(t, system, "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", packages...)
	if len(all) == 0 {
		t.Fatal("go list names no module")
	}
	return all
}

// goList returns what go list prints of packages and their dependencies, each line once.
func goList(t *testing.T, system, format string, packages ...string) []string {
	t.Helper()
	list := exec.Command("go", append([]string{"list", "-deps", "-f", format}, packages...)...)
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(out)))))
}
