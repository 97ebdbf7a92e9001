package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
)

// comments are the comments of structs and of their fields, by type and type.field of the page.
type comments map[string]string

// read adds the comments of a package.
func (c comments) read(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE && len(d.Specs) == 1 {
				c.add(d.Doc, d.Specs[0].(*ast.TypeSpec))
			}
		}
	}
	return nil
}

func (c comments) add(doc *ast.CommentGroup, of *ast.TypeSpec) {
	body, ok := of.Type.(*ast.StructType)
	if !ok {
		return
	}
	c[of.Name.Name] = lineOf(doc)
	for _, f := range body.Fields.List {
		if f.Tag == nil {
			continue
		}
		name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("page"), ",")
		c[of.Name.Name+"."+name] = lineOf(f.Doc)
	}
}

// lineOf returns a comment on one line, without links.
func lineOf(doc *ast.CommentGroup) string {
	return strings.NewReplacer("[", "", "]", "").Replace(strings.Join(strings.Fields(doc.Text()), " "))
}
