package palette

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestGraphColorsAreListed: a color that is declared and not in the list of all would stay light in the dark.
func TestGraphColorsAreListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "graphs.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared, listed := map[string]bool{}, map[string]bool{}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if values, ok := spec.(*ast.ValueSpec); ok {
					for _, name := range values.Names {
						declared[name.Name] = true
					}
				}
			}
		case *ast.FuncDecl:
			if decl.Name.Name == "GraphColors" {
				ast.Inspect(decl, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						listed[id.Name] = true
					}
					return true
				})
			}
		}
	}
	if len(declared) < 15 {
		t.Errorf("only %d colors are declared", len(declared))
	}
	for name := range declared {
		if !listed[name] {
			t.Errorf("%s is not in GraphColors", name)
		}
	}
	if !listed["Heat"] {
		t.Error("the colors of heat are not in GraphColors")
	}
}
