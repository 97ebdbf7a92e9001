package rank_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/graph"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// exactNames are the cells that have the name as it is in the file. Rows that are not frames have none.
var exactNames = regexp.MustCompile(`"[a-z_]*signature": "[^"]*"`)

// A frame of another tool may have any name. In no table and picture it looks like a row that is not a frame.
func TestFramesNamedLikeRows(t *testing.T) {
	rows := []string{
		table.TotalName, table.More(2, "methods"), table.More(1, "callers"), table.More(1500, "sites"), "<3 more>", "<self>", "<no caller>",
		convert.HiddenCaller, convert.UnknownCallers, convert.NoMatch, "<default package>",
	}
	var text strings.Builder
	for i, name := range rows {
		fmt.Fprintf(&text, "main;%s %d\n", name, i+1)
	}
	text.WriteString("main;<module> 99\n") // Python's stays
	p, err := folded.Read(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []convert.NameStyle{convert.FullNames, convert.ShortNames, convert.SignatureNames} {
		names := convert.NewNames(p, convert.NameOptions{Style: style, Disambiguate: true})
		top, err := rank.Top(p, names, rank.TopOptions{})
		if err != nil {
			t.Fatal(err)
		}
		peek, err := rank.Peek(p, names, nil, rank.PeekOptions{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := callgraph.New(p, names, callgraph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := stacks.NewTree(p, names, stacks.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		for _, f := range []tables.Format{tables.TextFormat, tables.CSVFormat, tables.JSONFormat, tables.MarkdownFormat} {
			tables.Write(&out, top, f, tables.Options{})
			tables.Write(&out, g.Table(0), f, tables.Options{})
		}
		tables.JSON(&out, peek)
		graph.DOT(&out, g, dot.Options{})
		flame.SVG(&out, tree, flame.Options{})
		got := exactNames.ReplaceAllString(out.String(), "")
		for _, name := range rows {
			// Total, self and no caller are rows of these tables as well: once per row.
			most := map[string]int{table.TotalName: 4, "<self>": len(rows) + 2, "<no caller>": 1}[name]
			for _, quoted := range []string{name, strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(name)} {
				if n := strings.Count(got, quoted); n > most {
					t.Errorf("%v: %d times %s", style, n, quoted)
				}
			}
			if !strings.Contains(got, "u003c"+name[1:]) {
				t.Errorf("%v: %s is missing", style, name)
			}
		}
		if !strings.Contains(got, "<module>") {
			t.Errorf("%v: <module> is missing", style)
		}
	}
}
