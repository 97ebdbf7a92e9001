package tables

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
)

// javaName splits a name, without the help of the package under test: packages begin with a small letter, classes do not.
var javaName = regexp.MustCompile(`^((?:[a-z_][\w-]*\.)*)([A-Z$\w]*[A-Z][^.(]*)\.([^.(]+)(\(.*)?$`)

// TestOneWayToWriteNames: all names of a table have their packages, or all have initials, or none has any; a class has one spelling;
// and between class and method nothing is cut but the first words of the class and hashes. Names that would look like
// others are exempt.
func TestOneWayToWriteNames(t *testing.T) {
	testtier.Sequential(t)
	widths := []int{60}
	if testtier.More(t, "four widths rather than one") {
		widths = []int{60, 80, 100, 120}
	}
	shortened, cut := 0, 0
	for file, p := range realProfiles(t) {
		for what, of := range tablesOf(t, p) {
			for _, width := range widths {
				n, c := oneWay(t, file+": "+what, of, width)
				shortened, cut = shortened+n, cut+c
			}
		}
	}
	t.Logf("%d names without their packages, %d cut", shortened, cut)
}

// A shownName is a name and its text.
type shownName struct{ name, text string }

// oneWay checks the names of a table. It returns how many of them have no whole packages, and how many are cut.
func oneWay(t *testing.T, what string, of *table.Table, width int) (shortened, cut int) {
	t.Helper()
	texts := map[shownName]bool{}
	l := newLayout(of, hintsOf("", of), width)
	for _, g := range []*grid{l.sites, l.parts} {
		if g == nil {
			continue
		}
		whole := newGrid(of, hintsOf("", of), 0, g.has)
		for k, c := range g.columns {
			if c.Kind != table.NameColumn {
				continue
			}
			for i := range g.rows.len() {
				row := g.rows.at(i).Row
				if name := fitname.MethodOf(whole.fitted(row, whole.index(c))); javaName.MatchString(name) && !strings.Contains(name, fitname.Renamed) && !strings.Contains(name, fitname.CallerOf) {
					texts[shownName{name, fitname.MethodOf(g.fitted(row, k))}] = true
				}
			}
		}
	}
	alike := map[string]map[string]bool{} // names by method, without its class
	for n := range texts {
		method := javaName.FindStringSubmatch(n.name)[3]
		if alike[method] == nil {
			alike[method] = map[string]bool{}
		}
		alike[method][n.name] = true
	}
	hash := regexp.MustCompile(`(\$\$Lambda[^.]*|_constructor_[0-9a-f]+|[0-9a-f]{6})…`)
	levels, spellings := map[string]string{}, map[string]string{}
	for _, n := range slices.SortedFunc(maps.Keys(texts), func(a, b shownName) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.text, b.text))
	}) {
		name, text, of := n.name, n.text, javaName.FindStringSubmatch(n.name)
		if len(alike[of[3]]) > 1 {
			continue
		}
		level := "none"
		switch initials := regexp.MustCompile(`(\w)\w*\.`).ReplaceAllString(of[1], "$1."); {
		case of[1] == "":
			level = ""
		case strings.HasPrefix(text, of[1]):
			level = "whole"
		case strings.HasPrefix(text, initials) && (of[2][0] != initials[0] || len(initials) > 2):
			level, shortened = "initials", shortened+1
		default:
			shortened++
		}
		if level != "" {
			levels[level] = name + " as " + text
		}
		plain := hash.ReplaceAllString(text, "$1")
		if strings.Contains(strings.TrimPrefix(plain, "…"), "…") && len(of[3]) < 100 {
			t.Errorf("%s: %s is %s", what, name, text)
		}
		class := strings.TrimPrefix(strings.TrimPrefix(plain, of[1]), regexp.MustCompile(`(\w)\w*\.`).ReplaceAllString(of[1], "$1."))
		if at := strings.LastIndex(class, "."); at > 0 && !strings.HasPrefix(plain, "….") && !strings.Contains(of[2], "Lambda") && of[4] == "" {
			if strings.HasPrefix(class, "…") {
				cut++
			}
			if before, ok := spellings[of[1]+of[2]]; ok && before != class[:at] {
				t.Errorf("%s: %s is both %s and %s", what, of[2], before, class[:at])
			}
			spellings[of[1]+of[2]] = class[:at]
		}
	}
	if len(levels) > 1 {
		t.Errorf("%s: several levels in %d columns: %v", what, width, levels)
	}
	return shortened, cut
}

// A column of callees that lost words leaves room, in which the callers keep a class that would lose its first word otherwise: 34
// columns for WhileOps$2$1.cancellationRequested, and the class is the same among callees.
func TestFreeColumnsAreShared(t *testing.T) {
	of := &table.Table{Title: "calls", Unit: "calls", Whole: 2, Base: 2}
	row := table.Declare(of, []table.ColumnOf[[2]string]{
		table.Of(table.Column{Key: "caller", Heading: "caller", Kind: table.NameColumn}, func(r [2]string) table.Cell { return table.TextCell(r[0]) }),
		table.Of(table.Column{Key: "callee", Heading: "callee", Kind: table.NameColumn}, func(r [2]string) table.Cell { return table.TextCell(r[1]) }),
	})
	for _, r := range [][2]string{
		{"java.util.stream.WhileOps$2$1.cancellationRequested", "java.util.stream.WhileOps$2$1.put"},
		{"java.util.stream.IntPipeline.forEach", "java.util.stream.Streams$ConcatSpliterator$OfInt.run"},
	} {
		of.Rows = append(of.Rows, row(r))
	}
	var b strings.Builder
	if err := Text(&b, of, Options{Width: 65}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"WhileOps$2$1.cancellationRequested  WhileOps$2$1.put\n", "IntPipeline.forEach                 …$ConcatSpliterator$OfInt.run\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no line %q in\n%s", want, &b)
		}
	}
}
