package templates

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// TestScriptsAreFresh: the committed scripts of pages and of pictures are those of their modules.
func TestScriptsAreFresh(t *testing.T) {
	testtier.Sequential(t)
	makefile := testfile.Read(t, "../Makefile")
	_, command, found := strings.Cut(string(makefile), "$(GO) tool esbuild ")
	command, _, _ = strings.Cut(command, "\n")
	dir := t.TempDir()
	arguments := strings.Fields(command)
	out := slices.Index(arguments, "--outdir=templates")
	if !found || out < 0 {
		t.Fatalf("make page runs esbuild %s", command)
	}
	arguments[out] = "--outdir=" + dir
	esbuild := exec.Command("go", append([]string{"tool", "esbuild"}, arguments...)...)
	esbuild.Dir = ".."
	if out, err := esbuild.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	committed, err := filepath.Glob("*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range committed {
		got, err1 := os.ReadFile(filepath.Join(dir, name))
		want, err2 := os.ReadFile(name)
		if err := errors.Join(err1, err2); err != nil || string(got) != string(want) {
			t.Errorf("%s is not that of its modules: make page writes it (%v)", name, err)
		}
	}
}

// TestPageTypes: the modules have no type errors, neither for the compiler on PATH nor for TYPESCRIPT's, the path of its tsc for
// Node.js, which .ci/run sets.
func TestPageTypes(t *testing.T) {
	testtier.Long(t, "checks the types of the modules of pages with tsc")
	compilers := map[string][]string{}
	if tsc, err := exec.LookPath("tsc"); err == nil {
		compilers["tsc on PATH"] = []string{tsc}
	}
	if tsc := os.Getenv("TYPESCRIPT"); tsc != "" {
		compilers["TYPESCRIPT"] = []string{"node", tsc}
	}
	if len(compilers) == 0 {
		t.Skip("no tsc on PATH, and none in TYPESCRIPT: types of the page's modules are not checked")
	}
	for name, command := range compilers {
		t.Run(name, func(t *testing.T) {
			if out, err := exec.Command(command[0], append(command[1:], "--project", ".")...).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// addresses are the only ones in scripts: namespaces.
var addresses = strings.NewReplacer("http://www.w3.org/2000/svg", "", "http://www.w3.org/1999/xhtml", "")

// TestPageScript: scripts are valid in HTML, load nothing, except for those of a server's pages, and make no markup of names.
func TestPageScript(t *testing.T) {
	for name, script := range map[string]string{"page-flame.js": flamePageJS, "page-report.js": reportPageJS, "page-served.js": servedJS, "page-start.js": startJS} {
		if name == "page-start.js" && strings.ContainsFunc(script, func(c rune) bool { return c > '~' }) {
			t.Errorf("%s is not ASCII", name)
		}
		for _, s := range []string{"\x00", "</script", "<!--", "http://", "https://", "innerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch("} {
			if s == "fetch(" && name == "page-served.js" {
				continue
			}
			if strings.Contains(addresses.Replace(script), s) {
				t.Errorf("%s is in %s", s, name)
			}
		}
	}
	for _, css := range []string{earlyCSS, pageCSS, forcedCSS, servedCSS} {
		if strings.ContainsFunc(css, func(c rune) bool { return c > '~' }) {
			t.Error("the style is not ASCII: servers may say that pages have another character set, and then its hash differs")
		}
		if strings.Contains(css, "url(") || strings.Contains(css, "@import") || strings.Contains(css, "</style") {
			t.Error("the style loads something")
		}
	}
}
