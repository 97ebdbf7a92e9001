package testtable

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// WantDeclared compares what tables declare with a file. Scripts depend on all of it: on the positions in CSV, which must not
// change, on keys, units and words, on which rows have a cell, on what occurs once per site and what only text has.
func WantDeclared(t *testing.T, file string, definitions ...table.Definition) {
	t.Helper()
	want := testfile.Read(t, file)
	var b strings.Builder
	for _, d := range definitions {
		fmt.Fprintf(&b, "%s\n", strings.Join(words(d.Name, d.Metrics, "parts "+d.Parts, flag("has parts", d.HasParts), presence("total", d.Total),
			flag("total", d.TotalDoc != ""), flag("rest", d.RestDoc != ""), flag("outside", d.OutsideDoc != "")), ", "))
		for _, c := range d.Facts {
			fmt.Fprintf(&b, "  fact %s\n", declared(c))
		}
		for _, c := range d.Columns {
			fmt.Fprintf(&b, "  %s\n", declared(c))
		}
		for i, choice := range d.Choices {
			for k, columns := range choice {
				for _, c := range columns {
					fmt.Fprintf(&b, "  choice %d.%d %s\n", i, k, declared(c))
				}
			}
		}
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Errorf("%s, from line %d:\n%s\nwant\n%s", file, i+1, strings.Join(got[min(i, len(got)):], "\n"), strings.Join(lines[min(i, len(lines)):min(i+3, len(lines))], "\n"))
			return
		}
	}
}

var kinds = [...]string{"name", "word", "flag", "count", "id", "BCI", "share", "ratio", "interval", "factor", "number", "change", "callees", "callers"}

// declared writes a column: everything except its sentence of documentation.
func declared(c table.Column) string {
	position := ""
	if c.CSV > 0 {
		position = fmt.Sprint("CSV ", c.CSV)
	}
	drop := ""
	if c.Drop > 0 {
		drop = fmt.Sprint("drop ", c.Drop)
	}
	return strings.Join(words(c.Key, fmt.Sprintf("%q", c.Heading), kinds[c.Kind], c.Unit, position, presence("present", c.Presence), strings.Join(c.Words, "|"),
		flag("people", c.ForPeople), flag("shared", c.Shared), flag("nullable", c.Nullable), flag("above 1", c.Above1), flag("below "+c.Below, c.Below != ""),
		flag("qualifies "+c.Qualifies, c.Qualifies != ""), flag("instead of "+c.Instead, c.Instead != ""), flag(fmt.Sprintf("label %q", c.Label), c.Label != ""), drop), ", ")
}

func presence(what string, p table.Presence) string {
	return what + " " + []string{"everywhere", "in rows", "sometimes"}[p]
}

func flag(name string, on bool) string {
	if on {
		return name
	}
	return ""
}

// words returns its arguments as text, without empty ones.
func words(list ...any) []string {
	var texts []string
	for _, x := range list {
		texts = append(texts, fmt.Sprint(x))
	}
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" || s == "parts " || s == "[]" })
}
