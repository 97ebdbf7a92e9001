// Leftout prints what the short tier of tests leaves out: the calls of testtier.Long and testtier.More.
//
//	go run ./internal/testtier/leftout [DIRECTORY]
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	all, err := find(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "leftout:", err)
		os.Exit(1)
	}
	fmt.Printf("The short tier of tests leaves out, in %d places:\n", len(all))
	for _, l := range all {
		fmt.Printf("  %s: %s: %s\n", l.dir, l.function, l.what)
	}
	fmt.Println("make test-long runs them, too.")
}

// A leftOut is a call that leaves something out.
type leftOut struct {
	dir      string // relative to the root, with slashes
	function string // name of the calling function
	what     string
}

// find returns the calls below a directory, by file and line.
func find(root string) (all []leftOut, err error) {
	fset := token.NewFileSet()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil || dir == filepath.Join("internal", "testtier") { // its own test
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("testtier.")) {
			return err
		}
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			whats, err := inFunction(fset, f)
			if err != nil {
				return err
			}
			for _, what := range whats {
				all = append(all, leftOut{filepath.ToSlash(dir), f.Name.Name, what})
			}
		}
		return nil
	})
	return all, err
}

// inFunction returns what the calls in a function leave out.
func inFunction(fset *token.FileSet, f *ast.FuncDecl) (whats []string, err error) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !isLong(call.Fun) {
			return true
		}
		what := ""
		if literal, ok := call.Args[len(call.Args)-1].(*ast.BasicLit); ok {
			what, _ = strconv.Unquote(literal.Value)
		}
		if what == "" {
			err = fmt.Errorf("%s: the call does not say in a string what is left out", fset.Position(call.Pos()))
		}
		whats = append(whats, what)
		return true
	})
	return whats, err
}

func isLong(f ast.Expr) bool {
	selector, ok := f.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == "testtier" && (selector.Sel.Name == "Long" || selector.Sel.Name == "More")
}
