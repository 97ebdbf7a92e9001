package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// What is linked into a program has a line in its table of THIRD_PARTY_NOTICES.md, for any system, and nothing else has.
func TestNotices(t *testing.T) {
	notices := testfile.Read(t, "../../THIRD_PARTY_NOTICES.md")
	viz, rest, _ := strings.Cut(string(notices), "\n`iprof-viz-dot`, ")
	dot, _, _ := strings.Cut(rest, "\n## ")
	for program, table := range map[string]string{"iprof-viz": viz, "iprof-viz-dot": dot} {
		var rows []string
		for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \|`).FindAllStringSubmatch(table, -1) {
			for part := range strings.SplitSeq(row[1], ", ") {
				if regexp.MustCompile(`^[a-z.]+\.[a-z]+/\S+$`).MatchString(part) {
					rows = append(rows, part)
				}
			}
		}
		slices.Sort(rows)
		var linked []string
		systems := []string{"linux", "windows"} // windows has a module more
		if testtier.More(t, "modules that programs link on macOS") {
			systems = append(systems, "darwin")
		}
		for _, system := range systems {
			linked = append(linked, dependencies(t, program, system).modules...)
		}
		slices.Sort(linked)
		if linked = slices.Compact(linked); !slices.Equal(rows, linked) {
			t.Errorf("THIRD_PARTY_NOTICES.md lists for %s\n%s\nlinked are\n%s", program, strings.Join(rows, "\n"), strings.Join(linked, "\n"))
		}
		for _, pkg := range dependencies(t, program, "linux").packages {
			font, ok := strings.CutPrefix(pkg, "golang.org/x/image/font/gofont/go")
			if ok && !strings.Contains(strings.ToLower(table), "go "+font) {
				t.Errorf("THIRD_PARTY_NOTICES.md does not list the font Go %s for %s", font, program)
			}
		}
	}
}

// The package imaging, which comes with go-graphviz, fails on malicious images (CVE-2023-36308) and has no version that is mended. The
// program does not link it; the engine does, to scale the images that a graph names: those of the program name none.
func TestNoImaging(t *testing.T) {
	linked := map[string]bool{}
	for program := range packagesOf {
		linked[program] = slices.Contains(dependencies(t, program, "linux").modules, "github.com/disintegration/imaging")
	}
	if linked["iprof-viz"] || !linked["iprof-viz-dot"] {
		t.Errorf("linked: %v; SECURITY.md says otherwise", linked)
	}
}

// The layout engine is its own program: linked in, it would compile WebAssembly before main.
func TestNoEngine(t *testing.T) {
	for _, module := range dependencies(t, "iprof-viz", "linux").modules {
		if strings.HasSuffix(module, "go-graphviz") || strings.HasSuffix(module, "wazero") {
			t.Errorf("the program links %s", module)
		}
	}
}

// The packages whose dependencies are those of a program, the library included.
var packagesOf = map[string][]string{
	"iprof-viz":     {".", "../../iprof", "../../convert/...", "../../render/..."},
	"iprof-viz-dot": {"../iprof-viz-dot"},
}

// linkedCode is what a program needs on a system: packages, and modules other than this one, each once in order.
type linkedCode struct{ packages, modules []string }

// listed has the dependencies by system and program: go list takes half a second of processor time for them.
var listed = map[string]linkedCode{}

// dependencies is for tests that do not run in parallel.
func dependencies(t *testing.T, program, system string) linkedCode {
	t.Helper()
	key := system + " " + program
	if code, ok := listed[key]; ok {
		return code
	}
	const format = "{{.ImportPath}} {{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}"
	list := exec.Command("go", append([]string{"list", "-deps", "-f", format}, packagesOf[program]...)...)
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var code linkedCode
	for line := range strings.Lines(string(out)) {
		path, module, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		code.packages = append(code.packages, path)
		if module != "" && !slices.Contains(code.modules, module) {
			code.modules = append(code.modules, module)
		}
	}
	slices.Sort(code.packages)
	slices.Sort(code.modules)
	if len(code.modules) == 0 {
		t.Fatal("go list names no module")
	}
	listed[key] = code
	return code
}
