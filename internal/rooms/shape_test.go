package rooms

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A package is one idea that fits a head: a few files that need each other at a time, functions that fit a screen or two.
const (
	maxNames = 170 // top-level names of a package, without methods
	maxCycle = 5   // files that need each other, directly or by way of others
	maxLines = 100 // of a function
)

// room is a package of the module, as the compiler sees it on this system, without its tests.
type room struct {
	dir   string // below the module, with slashes
	files []*ast.File
	types *types.Package
	uses  map[*ast.Ident]types.Object
}

// readRooms reads and checks all packages of the module, without compiling them. Packages of others come from the build's
// cache as the compiler's export data, as reading their sources would take ten times longer.
func readRooms(t *testing.T) (*token.FileSet, []room) {
	t.Helper()
	var ours []listed
	var others []string
	for _, p := range list(t, "-deps", "./...") {
		if p.Module == nil || !p.Module.Main {
			others = append(others, p.ImportPath)
		} else if len(p.GoFiles) > 0 {
			ours = append(ours, p)
		}
	}
	exports := map[string]string{}
	for _, p := range list(t, append([]string{"-export"}, others...)...) {
		exports[p.ImportPath] = p.Export
	}
	checked := map[string]*types.Package{}
	fset := token.NewFileSet()
	compiled := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var rooms []room
	for _, p := range ours {
		r := room{dir: cmp.Or(strings.TrimPrefix(p.ImportPath, module), "."), uses: map[*ast.Ident]types.Object{}}
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			r.files = append(r.files, file)
		}
		config := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
			if ours := checked[path]; ours != nil { // listed before the packages that import it
				return ours, nil
			}
			return compiled.Import(cmp.Or(p.ImportMap[path], path))
		})}
		var err error
		if r.types, err = config.Check(p.ImportPath, fset, r.files, &types.Info{Uses: r.uses}); err != nil {
			t.Fatal(err)
		}
		checked[p.ImportPath] = r.types
		rooms = append(rooms, r)
	}
	if len(rooms) == 0 {
		t.Fatal("no packages")
	}
	return fset, rooms
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	ImportMap               map[string]string
	Module                  *struct{ Main bool }
}

func list(t *testing.T, args ...string) []listed {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Export,GoFiles,Module,ImportMap"}, args...)...)
	command.Dir = moduleDir
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func TestRoomsAreSmall(t *testing.T) {
	fset, rooms := readRooms(t)
	for _, r := range rooms {
		for _, fault := range slices.Concat(longFunctions(fset, r), manyNames(r), fileCycles(fset, r)) {
			t.Errorf("%s: %s", r.dir, fault)
		}
	}
}

func longFunctions(fset *token.FileSet, r room) (faults []string) {
	for _, file := range r.files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			from, to := fset.Position(f.Pos()), fset.Position(f.End())
			if lines := to.Line - from.Line + 1; lines > maxLines {
				faults = append(faults, fmt.Sprintf("%s has %d lines, more than %d (%s:%d)",
					f.Name.Name, lines, maxLines, filepath.Base(from.Filename), from.Line))
			}
		}
	}
	return faults
}

func manyNames(r room) (faults []string) {
	names := r.types.Scope().Names()
	if len(names) > maxNames {
		faults = append(faults, fmt.Sprintf("%d names, more than %d: more than one idea?", len(names), maxNames))
	}
	return faults
}

func fileCycles(fset *token.FileSet, r room) (faults []string) {
	for _, files := range cycles(fileArrows(fset, r)) {
		if len(files) > maxCycle {
			faults = append(faults, fmt.Sprintf("a cycle of %d files, more than %d: %s", len(files), maxCycle, strings.Join(files, " ")))
		}
	}
	return faults
}

func TestCycles(t *testing.T) {
	arrows := map[string][]string{
		"a": {"b", "c"}, "b": {"c"}, "c": {"d"}, "d": {"b"}, // a is on no way back
		"e": {"a", "f"}, "f": {"g", "e"}, "g": {"h"}, "h": {"f"}, "i": {"i"},
	}
	want := [][]string{{"b", "c", "d"}, {"e", "f", "g", "h"}}
	got := cycles(arrows)
	slices.SortFunc(got, slices.Compare)
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("cycles %v, want %v", got, want)
	}
}

// fileArrows has, for each file, the files of the same package that declare a name, method or field that it uses.
func fileArrows(fset *token.FileSet, r room) map[string][]string {
	arrows := map[string][]string{}
	for use, object := range r.uses {
		if object.Pkg() != r.types {
			continue
		}
		from, to := filepath.Base(fset.Position(use.Pos()).Filename), filepath.Base(fset.Position(object.Pos()).Filename)
		if from != to && !slices.Contains(arrows[from], to) {
			arrows[from] = append(arrows[from], to)
		}
	}
	return arrows
}

// cycles returns the sets, of two or more names each, whose members reach each other along arrows: strongly connected
// components, by Tarjan's algorithm.
func cycles(arrows map[string][]string) [][]string {
	var groups [][]string
	var stack []string
	index, low := map[string]int{}, map[string]int{}
	var visit func(string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		for _, w := range arrows[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if slices.Contains(stack, w) {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] == index[v] {
			at := slices.Index(stack, v)
			if group := slices.Sorted(slices.Values(stack[at:])); len(group) > 1 {
				groups = append(groups, group)
			}
			stack = stack[:at]
		}
	}
	for _, v := range slices.Sorted(maps.Keys(arrows)) {
		if index[v] == 0 {
			visit(v)
		}
	}
	return groups
}
