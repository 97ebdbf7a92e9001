package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A site is a place in the source and the fault to plant there.
type site struct {
	file       string // relative to the root of the module, with slashes
	line       int
	name       string // file, function and change: independent of the position of the function in the file
	start, end int    // bytes of the file
	text       string // replacement
	in         body   // of the containing function
}

// A body is the body of a function: its bytes in the file from brace to brace, none outside of functions, and its results as
// written.
type body struct {
	start, end int
	results    string
}

// sitesOf returns the sites in the files of a package, except tests, by their names below root.
func sitesOf(root, dir string) ([]site, error) {
	files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []site
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sites, err := sitesIn(filepath.ToSlash(filepath.Join(dir, filepath.Base(file))), source)
		if err != nil {
			return nil, err
		}
		all = append(all, sites...)
	}
	return all, nil
}

// sitesIn returns the sites of a file.
func sitesIn(file string, source []byte) ([]site, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	l := list{file: file, source: source, position: set.Position, seen: map[string]int{}}
	for _, d := range tree.Decls {
		l.function = nameOf(d)
		from := len(l.sites)
		ast.PreorderStack(d, nil, l.node)
		bodies := l.bodies(d)
		for i := range l.sites[from:] {
			s := &l.sites[from+i]
			if at := slices.IndexFunc(bodies, func(b body) bool { return b.start < s.start && s.end < b.end }); at >= 0 {
				s.in = bodies[at]
			}
		}
	}
	return l.sites, nil
}

// nameOf names a declaration: Tree.Whole, or the first of several variables.
func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		receiver := d.Recv.List[0].Type
		for {
			switch t := receiver.(type) {
			case *ast.StarExpr:
				receiver = t.X
				continue
			case *ast.IndexExpr:
				receiver = t.X
				continue
			case *ast.IndexListExpr:
				receiver = t.X
				continue
			case *ast.Ident:
				return t.Name + "." + d.Name.Name
			}
			return d.Name.Name
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				return s.Names[0].Name
			case *ast.TypeSpec:
				return s.Name.Name
			}
		}
	}
	return ""
}

// bodies returns the bodies of a declared function or of the outermost functions in the declaration of a variable. A function that
// calls recover is left out, because recover has no effect if another function calls it.
func (l *list) bodies(d ast.Decl) []body {
	var all []body
	ast.Inspect(d, func(n ast.Node) bool {
		var signature *ast.FuncType
		var block *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			signature, block = n.Type, n.Body
		case *ast.FuncLit:
			signature, block = n.Type, n.Body
		}
		if block == nil {
			return true
		}
		b := body{start: l.position(block.Pos()).Offset, end: l.position(block.End()).Offset}
		if signature.Results != nil {
			b.results = l.textOf(signature.Results)
		}
		if !strings.Contains(string(l.source[b.start:b.end]), "recover()") {
			all = append(all, b)
		}
		return false
	})
	return all
}

// A list collects the sites of a file.
type list struct {
	file     string
	source   []byte
	position func(token.Pos) token.Position
	function string
	seen     map[string]int // by name
	sites    []site
}

// operators are the faults for each operator: other bounds, the opposite, another function, no accumulation.
var operators = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN, token.ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN, token.ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN, token.ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN, token.ASSIGN}, token.REM_ASSIGN: {token.ASSIGN},
	token.AND_ASSIGN: {token.ASSIGN}, token.OR_ASSIGN: {token.ASSIGN}, token.XOR_ASSIGN: {token.ASSIGN}, token.AND_NOT_ASSIGN: {token.ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN}, token.INC: {token.DEC}, token.DEC: {token.INC},
}

// node adds the sites of one node. It returns false if a fault changes no results.
func (l *list) node(n ast.Node, above []ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		l.operator(n, n.OpPos, n.Op)
	case *ast.AssignStmt:
		l.operator(n, n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		l.operator(n, n.TokPos, n.Tok)
	case *ast.IfStmt:
		l.condition(n.Cond)
	case *ast.ForStmt:
		l.condition(n.Cond)
	case *ast.BasicLit:
		if n.Kind == token.INT && !l.isUnread(above[len(above)-1]) {
			l.integer(n, above)
		}
	case *ast.Ident:
		if other, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok {
			l.add(above[len(above)-1], n.Pos(), n.End(), other)
		}
	case *ast.BlockStmt:
		l.statements(n.List)
	case *ast.CaseClause:
		l.statements(n.Body)
	case *ast.CallExpr:
		if hint := hintOf(n); hint >= 0 {
			for i, arg := range n.Args {
				if i != hint {
					ast.PreorderStack(arg, append(slices.Clone(above), n), l.node)
				}
			}
			return false
		}
	}
	return true
}

// isUnread reports whether a constant in a node is returned next to an error or false: then it may never be read.
func (l *list) isUnread(n ast.Node) bool {
	r, ok := n.(*ast.ReturnStmt)
	if !ok || len(r.Results) < 2 {
		return false
	}
	last := l.textOf(r.Results[len(r.Results)-1])
	return last == "false" || last == "err" || strings.HasPrefix(last, "fmt.Errorf(") || strings.HasPrefix(last, "errors.New(")
}

// hintOf returns the index of an argument that is only a capacity hint; -1: none.
func hintOf(n *ast.CallExpr) int {
	switch f := n.Fun.(type) {
	case *ast.Ident:
		if f.Name == "make" && len(n.Args) == 3 {
			return 2
		}
		if f.Name == "make" && len(n.Args) == 2 {
			if _, ok := n.Args[0].(*ast.MapType); ok {
				return 1
			}
		}
	case *ast.SelectorExpr:
		switch f.Sel.Name {
		case "Grow", "NewReaderSize", "NewWriterSize":
			return len(n.Args) - 1
		}
	}
	return -1
}

func (l *list) operator(n ast.Node, pos token.Pos, op token.Token) {
	for _, other := range operators[op] {
		l.add(n, pos, pos+token.Pos(len(op.String())), other.String())
	}
}

// condition negates a condition without an operator of its own to invert.
func (l *list) condition(n ast.Expr) {
	switch e := n.(type) {
	case nil:
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			l.add(n, n.Pos(), n.End(), "!("+l.textOf(n)+")")
		}
	default:
		l.add(n, n.Pos(), n.End(), "!("+l.textOf(n)+")")
	}
}

// integer increments and decrements a constant.
func (l *list) integer(n *ast.BasicLit, above []ast.Node) {
	value, err := strconv.ParseInt(n.Value, 0, 64)
	if err != nil {
		return
	}
	parent := above[len(above)-1]
	for _, other := range []int64{value + 1, value - 1} {
		if !isOtherOperator(parent, n, other-value) && !(other == 2 && isOrder(above)) {
			l.add(parent, n.Pos(), n.End(), fmt.Sprint(other))
		}
	}
}

// isOtherOperator reports whether a constant that is changed by step, in a comparison of a length, is the same fault as another operator:
// len(x) > 0 is len(x) >= 0, and len(x) > -1.
func isOtherOperator(parent ast.Node, n *ast.BasicLit, step int64) bool {
	c, ok := parent.(*ast.BinaryExpr)
	if !ok || c.Y != ast.Expr(n) {
		return false
	}
	call, ok := c.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.Ident)
	return ok && f.Name == "len" && step == map[token.Token]int64{token.GTR: -1, token.GEQ: 1, token.LSS: 1, token.LEQ: -1}[c.Op]
}

// isOrder reports whether a node is the result of a function that returns an order, -1 and 1 among others: of these, only the sign counts.
func isOrder(above []ast.Node) bool {
	i := len(above) - 1
	if _, ok := above[i].(*ast.UnaryExpr); ok {
		i--
	}
	if r, ok := above[i].(*ast.ReturnStmt); !ok || len(r.Results) != 1 {
		return false
	}
	var results []string
	for ; i >= 0; i-- {
		var block *ast.BlockStmt
		switch f := above[i].(type) {
		case *ast.FuncDecl:
			block = f.Body
		case *ast.FuncLit:
			block = f.Body
		default:
			continue
		}
		ast.Inspect(block, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				switch x := r.Results[0].(type) {
				case *ast.BasicLit:
					results = append(results, x.Value)
				case *ast.UnaryExpr:
					if x, ok := x.X.(*ast.BasicLit); ok {
						results = append(results, "-"+x.Value)
					}
				}
			}
			_, inner := n.(*ast.FuncLit)
			return !inner
		})
		break
	}
	return slices.Contains(results, "1") && slices.Contains(results, "-1")
}

// statements removes each statement that the rest, and the compiler, can do without.
func (l *list) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.DeferStmt:
		default:
			continue
		}
		l.add(s, s.Pos(), s.End(), "")
	}
}

func (l *list) textOf(n ast.Node) string {
	return string(l.source[l.position(n.Pos()).Offset:l.position(n.End()).Offset])
}

// add adds a site. Its name shows a piece of the source around it, of the same size in any layout.
func (l *list) add(around ast.Node, from, to token.Pos, text string) {
	place := l.position(from)
	start, end := place.Offset, l.position(to).Offset
	change := "no " + brief(string(l.source[start:end]))
	if text != "" {
		change = fmt.Sprintf("%s: %s -> %s", brief(l.textOf(around)), brief(string(l.source[start:end])), brief(text))
	}
	name := fmt.Sprintf("%s %s: %s", l.file, l.function, change)
	l.seen[name]++
	if n := l.seen[name]; n > 1 {
		name = fmt.Sprintf("%s (%d)", name, n)
	}
	l.sites = append(l.sites, site{file: l.file, line: place.Line, name: name, start: start, end: end, text: text})
}

// brief formats source on a line of limited length.
func brief(source string) string {
	const most = 90
	text := strings.Join(strings.Fields(source), " ")
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
