package templates

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// rooms are the folders of modules, each with the rooms that it may import. Those come before it: data flows one way, from the bytes of
// a page to what a reader sees and does, and imports run against it.
var rooms = []struct{ name, imports string }{
	{"text", ""},
	{"pattern", ""},
	{"svg", ""},
	{"flame", "pattern svg text"},
	{"graph", "pattern svg"},
	{"page/data", ""},
	{"page/dom", "text"},
	{"page/address", "page/dom"},
	{"page/stacks", "page/data text"},
	{"page/picture", "page/dom page/stacks text"},
	{"page/profile", "page/data page/stacks text"},
	{"page/search", "page/dom page/stacks pattern text"},
	{"page/view", "page/address page/dom page/profile text"},
	{"page/table", "page/address page/dom page/search page/view text"},
	{"page/flame", "page/address page/dom page/picture page/search page/stacks page/table pattern text"},
	{"page/sites", "page/address page/dom page/profile page/table page/view text"},
	{"page/changes", "page/address page/dom page/profile page/sites page/table page/view text"},
	{"page/methods", "page/address page/changes page/dom page/profile page/search page/sites page/table page/view pattern text"},
	{"page/calltree", "page/address page/dom page/profile page/search page/stacks page/view pattern text"},
	{"page/code", "page/address page/dom page/methods page/profile page/sites page/view text"},
	{"page/callgraph", "page/address page/dom page/methods page/picture page/profile page/search page/view text"},
	{"page/overview", "page/address page/changes page/dom page/methods page/picture page/profile page/sites page/stacks page/table page/view text"},
	{"page/units", "page/address page/dom page/picture page/profile page/search page/sites page/stacks page/table page/view pattern text"},
	{"page/report", "page/address page/callgraph page/calltree page/changes page/code page/dom page/flame page/methods page/overview page/profile page/sites page/units page/view text"},
	{"page", "page/address page/data page/dom page/flame page/profile page/report page/stacks"},
}

// TestModulesImportOneWay: no module imports, itself or through others, one that imports it, not even types, and rooms import
// those that they may. An arrow of the table that nothing takes, or a room without modules, is not part of it.
func TestModulesImportOneWay(t *testing.T) {
	imports := importsOfModules(t)
	if cycle := cycleOf(imports); cycle != nil {
		t.Errorf("modules import each other: %s", strings.Join(cycle, " -> "))
	}
	allowed, taken := map[string][]string{}, map[string]map[string]bool{}
	for _, room := range rooms {
		for _, name := range strings.Fields(room.imports) {
			if _, before := allowed[name]; !before {
				t.Errorf("%s comes before %s, which it imports", room.name, name)
			}
		}
		allowed[room.name], taken[room.name] = strings.Fields(room.imports), map[string]bool{}
	}
	modules := map[string]int{}
	for module, imported := range imports {
		from := path.Dir(module)
		if _, known := allowed[from]; !known {
			t.Errorf("%s is in no room that the table knows", module)
			continue
		}
		modules[from]++
		for _, name := range imported {
			to := path.Dir(name)
			if to != from && !slices.Contains(allowed[from], to) {
				t.Errorf("%s imports %s", module, name)
			} else if to != from {
				taken[from][to] = true
			}
		}
	}
	for _, room := range rooms {
		if modules[room.name] == 0 {
			t.Errorf("no module is in %s", room.name)
		}
		for _, to := range allowed[room.name] {
			if !taken[room.name][to] {
				t.Errorf("%s imports nothing of %s", room.name, to)
			}
		}
	}
}

// Statements begin a line and end with a semicolon, imports of types included; import() is not used.
var (
	importStatement = regexp.MustCompile(`(?m)^(?:import|export)\b[\w\s{},*]*["']([^"']+)["'];`)
	importsLater    = regexp.MustCompile(`\bimport\(|\brequire\(|/// *<reference`)
)

var goFile = regexp.MustCompile(`\b(?:cmd|convert|internal|render)/[\w/-]+\.go\b`)

// TestNamedFilesAreThere: comments say where in Go the other half of something is.
func TestNamedFilesAreThere(t *testing.T) {
	for module := range importsOfModules(t) {
		text := testfile.Read(t, filepath.FromSlash(module))
		for _, name := range goFile.FindAll(text, -1) {
			if _, err := os.Stat(filepath.FromSlash("../" + string(name))); err != nil {
				t.Errorf("%s names %s: %v", module, name, err)
			}
		}
	}
}

// importsOfModules returns the modules that each imports, both by their paths in this folder.
func importsOfModules(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		isModule := strings.HasSuffix(name, ".ts") || path.Dir(name) != "." && strings.HasSuffix(name, ".js") // those here are bundles
		if err != nil || entry.IsDir() || !isModule {
			return err
		}
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return err
		}
		if found := importsLater.Find(text); found != nil {
			t.Errorf("%s has %s, which this test does not read", name, found)
		}
		imports[name] = nil
		for _, statement := range importStatement.FindAllSubmatch(text, -1) {
			to := path.Join(path.Dir(name), string(statement[1]))
			if path.Ext(to) == "" {
				to += ".ts"
			}
			if _, err := os.Stat(filepath.FromSlash(to)); err != nil || !strings.HasPrefix(string(statement[1]), ".") {
				t.Errorf("%s imports %s, which is no module here", name, statement[1])
			}
			imports[name] = append(imports[name], to)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// cycleOf returns modules each of which imports the next one, with the first one again at the end; nil if none.
func cycleOf(imports map[string][]string) []string {
	var line []string
	settled := map[string]bool{}
	var follow func(module string) []string
	follow = func(module string) []string {
		if settled[module] {
			return nil
		}
		if i := slices.Index(line, module); i >= 0 {
			return append(slices.Clone(line[i:]), module)
		}
		line = append(line, module)
		for _, to := range imports[module] {
			if cycle := follow(to); cycle != nil {
				return cycle
			}
		}
		line = line[:len(line)-1]
		settled[module] = true
		return nil
	}
	for _, module := range slices.Sorted(maps.Keys(imports)) {
		if cycle := follow(module); cycle != nil {
			return cycle
		}
	}
	return nil
}

func TestCycleOf(t *testing.T) {
	tree := map[string][]string{"a": {"b", "c"}, "b": {"c", "d"}, "c": {"d"}, "d": nil}
	if cycle := cycleOf(tree); cycle != nil {
		t.Errorf("%v in a graph without cycles", cycle)
	}
	tree["d"] = []string{"b"}
	if cycle := strings.Join(cycleOf(tree), " "); cycle != "b c d b" {
		t.Errorf("the cycle is %q", cycle)
	}
}
