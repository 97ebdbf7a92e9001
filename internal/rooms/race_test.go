package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Tools of developers, which users do not run.
var tools = []string{"internal/bench", "internal/benchpage", "internal/browser", "internal/browsertest", "internal/budget", "internal/fuzz", "internal/mutate"}

// make race runs the race detector over the packages that have something to detect: those that start goroutines, or share values
// among them.
func TestRaceDetectorSeesGoroutines(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`(?m)^CONCURRENT = (.*)`).FindSubmatch(makefile)
	if listed == nil {
		t.Fatal("the Makefile lists no packages for the race detector")
	}
	var missing []string
	patterns := strings.Fields(string(listed[1]))
	err = filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		dir := strings.TrimPrefix(path.Dir(filepath.ToSlash(name)), "../../")
		inList := func(pattern string) bool {
			above, tree := strings.CutSuffix(strings.TrimPrefix(pattern, "./"), "/...")
			return dir == above || tree && strings.HasPrefix(dir, above+"/")
		}
		if slices.Contains(tools, dir) || slices.Contains(missing, dir) || slices.ContainsFunc(patterns, inList) {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err == nil && isConcurrent(file) {
			missing = append(missing, dir)
		}
		return err
	})
	if err != nil || len(missing) > 0 {
		t.Errorf("packages with goroutines that the race detector does not see: %q, %v", missing, err)
	}
}

// isConcurrent reports whether a file starts goroutines, or has values for several. What is made once is not enough.
func isConcurrent(file *ast.File) (concurrent bool) {
	for _, i := range file.Imports {
		concurrent = concurrent || i.Path.Value == `"sync/atomic"`
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			concurrent = true
		case *ast.SelectorExpr:
			of, _ := n.X.(*ast.Ident)
			switch {
			case of == nil:
			case of.Name == "background" && (n.Sel.Name == "Go" || n.Sel.Name == "All"),
				of.Name == "sync" && !strings.HasPrefix(n.Sel.Name, "Once"):
				concurrent = true
			}
		}
		return true
	})
	return concurrent
}
