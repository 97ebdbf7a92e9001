package promises

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"strings"
)

// exported lists the exported declarations of a package, without parameter names, values and bodies.
func exported(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	l := &lister{fset: token.NewFileSet()}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(l.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			l.decl(decl)
		}
	}
	if l.lines == nil {
		return nil, fmt.Errorf("%s exports nothing", dir)
	}
	return l.lines, nil
}

type lister struct {
	fset  *token.FileSet
	lines []string
}

func (l *lister) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *lister) decl(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if !decl.Name.IsExported() {
			return
		}
		if decl.Recv == nil {
			l.add("func %s%s", decl.Name, l.signature(decl.Type))
		} else if of := l.text(decl.Recv.List[0].Type); ast.IsExported(strings.TrimLeft(of, "*")) {
			l.add("method (%s) %s%s", of, decl.Name, l.signature(decl.Type))
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				l.typeSpec(spec)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if name.IsExported() {
						l.add("%s %s", decl.Tok, name)
					}
				}
			}
		}
	}
}

func (l *lister) typeSpec(spec *ast.TypeSpec) {
	if !spec.Name.IsExported() {
		return
	}
	var members *ast.FieldList
	kind := ""
	switch t := spec.Type.(type) {
	case *ast.StructType:
		members, kind = t.Fields, "struct"
	case *ast.InterfaceType:
		members, kind = t.Methods, "interface"
	default:
		kind = l.text(t)
		if spec.Assign.IsValid() {
			kind = "= " + kind
		}
	}
	l.add("type %s%s %s", spec.Name, l.fields(spec.TypeParams, "[", "]"), kind)
	if members == nil {
		return
	}
	for _, m := range members.List {
		of := l.text(m.Type)
		if f, ok := m.Type.(*ast.FuncType); ok && kind == "interface" {
			of = l.signature(f)
		} else if len(m.Names) > 0 {
			of = " " + of
		}
		if len(m.Names) == 0 && !isUnexported(m.Type) { // embedded
			l.add("type %s %s, %s", spec.Name, kind, of)
		}
		for _, name := range m.Names {
			if name.IsExported() {
				l.add("type %s %s, %s%s", spec.Name, kind, name, of)
			}
		}
	}
}

// isUnexported reports whether an embedded type is one that other packages cannot name: its methods are listed as those of the struct.
func isUnexported(embedded ast.Expr) bool {
	if pointer, ok := embedded.(*ast.StarExpr); ok {
		embedded = pointer.X
	}
	if generic, ok := embedded.(*ast.IndexExpr); ok {
		embedded = generic.X
	}
	name, ok := embedded.(*ast.Ident)
	return ok && !name.IsExported() && types.Universe.Lookup(name.Name) == nil
}

// signature is the types of parameters and results.
func (l *lister) signature(f *ast.FuncType) string {
	s := l.fields(f.TypeParams, "[", "]") + l.fields(f.Params, "(", ")")
	if f.Results == nil {
		return s
	}
	results := l.fields(f.Results, "(", ")")
	if !strings.Contains(results, ",") {
		results = strings.Trim(results, "()")
	}
	return s + " " + results
}

func (l *lister) fields(list *ast.FieldList, open, end string) string {
	if list == nil {
		return ""
	}
	var types []string
	for _, field := range list.List {
		for range max(len(field.Names), 1) {
			types = append(types, l.text(field.Type))
		}
	}
	return open + strings.Join(types, ", ") + end
}

func (l *lister) text(node ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, l.fset, node); err != nil {
		panic(err)
	}
	return spaces.ReplaceAllString(b.String(), " ")
}

var spaces = regexp.MustCompile(`\s+`)
