package graph

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Overloads, and methods that differ in their results alone, do not look the same in a box that has room for neither.
func TestMembersAreToldApart(t *testing.T) {
	c := &costs{Graph: &callgraph.Graph{Metric: convert.Samples}, whole: 200}
	of := func(names ...string) []string {
		n := callgraph.Node{Name: "a cycle"}
		for i, name := range names {
			n.Members = append(n.Members, callgraph.Node{Name: name, Self: int64(20 - i), Total: 20})
		}
		return memberLines(c, &n)
	}
	for _, tt := range []struct{ names, want []string }{
		{[]string{"Dispatch$Sum.accept", "Dispatch$Size.sum(Dispatch$Sum):Object", "Dispatch$Size.sum(Dispatch$Sum):Integer"},
			[]string{"10.0% Dispatch$Sum.accept", "9.50% Dispatch$Size.sum(…):Object", "9.00% Dispatch$Size.sum(…):Integer"}},
		{[]string{"A.f", "A.g", "A.h", "A.i", "A.j"}, []string{"10.0% A.f", "9.50% A.g", "9.00% A.h", "… 2 more"}},
		{[]string{"A.f", "A.g"}, []string{"10.0% A.f", "9.50% A.g"}},
	} {
		if got := of(tt.names...); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// Entries that the file does not have are not 0.
func TestMembersWithoutACount(t *testing.T) {
	c := &costs{Graph: &callgraph.Graph{Metric: convert.Calls}, whole: 200}
	n := &callgraph.Node{Full: "a cycle", Members: []callgraph.Node{{Name: "A.f", Full: "A.f()", Entries: convert.MethodEntries{Root: 20, Contexts: 1}}, {Name: "A.g", Full: "A.g()"}}}
	if got, want := memberLines(c, n), []string{"10.0% A.f", "n/a A.g"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := memberTooltip(c, n), []string{"a cycle:", "A.f(): 10.0% of entries", "A.g(): entries n/a"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A box of several says who calls the hottest of its methods, in the width that their names have; the tooltip lists more callers.
func TestMembersHaveTheirCallers(t *testing.T) {
	c := &costs{Graph: &callgraph.Graph{Metric: convert.Samples}, whole: 200}
	n := &callgraph.Node{Full: "a cycle", Members: []callgraph.Node{
		{Name: "Lexer.next", Full: "app.Lexer.next()", Self: 40, Total: 120, Callers: []callgraph.Caller{{Name: "app.Parser.expression()", Short: "Parser.expression", Count: 90}, {Name: "app.Lexer.peek()", Short: "Lexer.peek", Count: 20}}},
		{Name: "Parser.expression", Full: "app.Parser.expression()", Self: 10, Total: 100},
		{Name: "A.f", Full: "app.A.f()", Self: 4, Total: 10, Callers: []callgraph.Caller{{Name: "app.Name.g()", Short: "AVeryLongNameOfAClassThatCalls.methodOfIt", Count: 10}}},
	}}
	got := memberLines(c, n)
	for _, line := range got {
		if w := plaintext.Columns(line); w > 42 {
			t.Errorf("%d columns: %s", w, line)
		}
	}
	if want := []string{"20.0% Lexer.next", "\u00a0\u00a0\u00a0← Parser.expression 45.0%", "5.00% Parser.expression", "2.00% A.f"}; !slices.Equal(got[:4], want) || len(got) != 5 {
		t.Errorf("%q, want %q and a caller", got, want)
	}
	tooltip := []string{"a cycle:", "app.Lexer.next(): 20.0% self, 60.0% total", "\u00a0\u00a0\u00a0← app.Parser.expression(): 45.0%", "\u00a0\u00a0\u00a0← app.Lexer.peek(): 10.0%",
		"app.Parser.expression(): 5.00% self, 50.0% total", "app.A.f(): 2.00% self, 5.00% total", "\u00a0\u00a0\u00a0← app.Name.g(): 5.00%"}
	if got := memberTooltip(c, n); !slices.Equal(got, tooltip) {
		t.Errorf("%q, want %q", got, tooltip)
	}
}

// A line through other methods names the first with its class, as boxes do, in the room of a label: run alone would say nothing.
func TestLabelsOfLinesHaveTheClass(t *testing.T) {
	for _, tt := range []struct {
		name string
		more int
		want string
	}{
		{"TreeBuilder$Worker.run", 7, "…Builder$Worker.run +7"},
		{"Worker.run", 0, "Worker.run"}, {"Worker.run", 7, "Worker.run +7"}, {"AbstractPipeline.collect", 10, "…Pipeline.collect +10"},
		{"DirectMethodHandle$Holder.linkToTargetMethod", 3, "linkToTargetMethod +3"}, {"<VM>", 2, "<VM> +2"},
	} {
		via := []callgraph.Node{{Name: tt.name}}
		for range tt.more {
			via = append(via, callgraph.Node{Name: "Other.method"})
		}
		got := viaLabel(via)
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if plaintext.Columns(got) > 24 || !strings.Contains(got, tt.name[strings.LastIndex(tt.name, ".")+1:]) {
			t.Errorf("%s: %q has not the method, or more than 24 columns", tt.name, got)
		}
	}
}
