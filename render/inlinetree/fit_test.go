package inlinetree

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func fitted(t *testing.T, in *inlining.Trees, lines int) string {
	t.Helper()
	var b bytes.Buffer
	if err := FitText(&b, in, TextOptions{}, func(text string) bool { return strings.Count(text, "\n") <= lines }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A root with four callees of the same share, one of which has another inlined: rows are left out one by one, not those of a share together.
func TestFitKeepsTheFirstOfEqualRows(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],
		"methods":[{"id":1,"name":"root","signature":[1,0]},{"id":2,"name":"b","signature":[1,0]},{"id":3,"name":"c","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:1","records":[20]},{"ctx":"2:0<1:2","records":[20]},{"ctx":"2:0<1:3","records":[20]},
			{"ctx":"2:0<1:4","records":[15]},{"ctx":"3:0<2:5<1:4","records":[5]}]}`)
	in := testmodel.NewInlining(t, p, inlining.Options{})
	whole := fitted(t, in, 100)
	for _, c := range []struct{ more, want string }{
		{"", `
├─ @1 A.b 20 ×2 [22.2%]
├─ @2 A.b 20 ×2 [22.2%]
├─ @3 A.b 20 ×2 [22.2%]
└─ @4 A.b 15 ×1.5 [22.2%]
 └─ @5 A.c 5 ×0.333 [5.56%]`},
		{"the heaviest 3 rows", `
├─ @1 A.b 20 ×2 [22.2%]
├─ @2 A.b 20 ×2 [22.2%]
└─ … 2 more (3 instances), 44.4% of unit entries`},
		{"the heaviest 2 rows", `
├─ @1 A.b 20 ×2 [22.2%]
└─ … 3 more (4 instances), 66.7% of unit entries`},
	} {
		// As many lines as the whole text has, without those of the rows left out: one more for the note that says so, and one less of others.
		lines := strings.Count(whole, "\n") - 5 + strings.Count(c.want, "\n")
		got := regexp.MustCompile(` +`).ReplaceAllString(fitted(t, in, lines), " ")
		if !strings.Contains(got, c.want) || !strings.Contains(got, c.more) || strings.Contains(got, "shortened") != (c.more != "") {
			t.Errorf("in %d lines:\n%s\nwant %s, %q", lines, got, c.want, c.more)
		}
	}
	if got := fitted(t, in, 1); !strings.Contains(got, "(root) A.root") || !strings.Contains(got, "… 4 more (5 instances), 88.9% of unit entries") {
		t.Errorf("without room:\n%s", got)
	}
}

// Types and branches of a large method give way to the method that was asked for and to the first eight rows: to one line each, then all, then notes.
func TestFitShowsTheMatch(t *testing.T) {
	var branches []string
	for i := range 8 {
		branches = append(branches, fmt.Sprintf(`{"ctx":"1:%d","records":[%d,0,30,%d,1,10]}`, 50+10*i, 53+10*i, 56+10*i))
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],
		"methods":[{"id":1,"name":"root","signature":[1,0]},{"id":2,"name":"b","signature":[1,0]},{"id":3,"name":"c","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:1","records":[200]},{"ctx":"2:0<1:2","records":[100]},{"ctx":"2:0<1:3","records":[50]},
			{"ctx":"2:0<1:4","records":[40]},{"ctx":"3:0<2:5<1:4","records":[1]}],"conditionalProfiles":[`+strings.Join(branches, ",")+`]}`)
	match, all := testmodel.NewInlining(t, p, inlining.Options{Match: regexp.MustCompile(`A\.c$`)}), testmodel.NewInlining(t, p, inlining.Options{})
	head := strings.Count(fitted(t, match, 100), "\n") - 8 - 6 // without the branches, and the rows of the root and those below
	for _, c := range []struct {
		of          *inlining.Trees
		lines       int // for rows and lines of branches, besides the row of what is left out
		want, wants string
	}{
		{match, 14, "A.c", ""},
		{match, 8, "A.c", "to the heaviest 6 rows, with one type and one branch each; -n 1 | less shows the whole unit"},
		{match, 5, "A.c", "to the heaviest 6 rows, without types and branches; -n 1 | less shows the whole unit"},
		{match, 4, "A.c", "to the heaviest 6 rows, without types, branches and notes; -n 1 | less shows the whole unit"},
		{match, 3, "A.c", "to the heaviest 4 rows, without types, branches and notes; -n 1 | less shows the whole unit"},
		{match, 2, "root", "to the heaviest 3 rows, without types, branches and notes; -n 1 | less shows the whole unit"},
		{all, 4, "@3 A.b", "to the heaviest 6 rows, without types, branches and notes; -n 1 | less shows the whole unit"},
	} {
		got := regexp.MustCompile(` +`).ReplaceAllString(fitted(t, c.of, head+c.lines+2), " ")
		if !strings.Contains(got, c.want) || !strings.Contains(got, c.wants) || (c.wants != "") != strings.Contains(got, "shortened") {
			t.Errorf("in %d lines: want %s, %q\n%s", c.lines, c.want, c.wants, got)
		}
		if without := strings.Contains(c.wants, "without types"); strings.Contains(got, "◆ branch") == without || strings.Contains(got, "◇") {
			t.Errorf("in %d lines: the legend has other marks\n%s", c.lines, got)
		}
	}
}

// Whatever is left out is counted: the instances of a unit, and the inclusive entries below each row.
func TestShortenedUnitCountsTheRest(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		in := testmodel.NewInlining(t, testprofile.Parse(t, string(data)), inlining.Options{})
		for u := range min(len(in.Units), 3) {
			of := newHeaviest(&in.Units[u])
			for _, rows := range []int{1, 2, 3, len(of.order) / 2, len(of.order)} {
				short := of.unit(min(max(rows, 1), len(of.order)))
				size := 0
				below := make([]int64, len(short.Instances))
				for i := len(short.Instances) - 1; i >= 0; i-- {
					n := &short.Instances[i]
					size += max(1, int(n.Hidden)) + n.PrunedInstances
					if i > 0 {
						below[n.Parent] += n.Inclusive
					}
					if n.Known && n.Entries+below[i]+n.PrunedInclusive != n.Inclusive {
						t.Fatalf("%s, unit %d of %d rows: instance %d has %d inclusive entries, %d of its own, %d below, %d left out", name, u, rows, i, n.Inclusive, n.Entries, below[i], n.PrunedInclusive)
					}
				}
				if size != short.Size {
					t.Fatalf("%s, unit %d of %d rows: %d instances are counted, not %d", name, u, rows, size, short.Size)
				}
			}
		}
	}
}

// The same holds for callers of a method: those of each place add up to its entries, and every call of the root is shown or counted.
func TestShortenedCallersCountTheRest(t *testing.T) {
	shortened := 0
	for name, data := range testprofile.Varied(t) {
		in, err := inlining.NewInto(testprofile.Parse(t, string(data)), nil, inlining.IntoOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for k := range min(len(in.Methods), 5) {
			of := newHeaviestCallers(&in.Methods[k])
			for _, rows := range []int{1, 2, 3, len(of.order) / 2, len(of.order)} {
				rows = min(max(rows, 1), len(of.order))
				short := of.method(rows)
				calls := 0
				if short.Callers != nil {
					calls = len(short.Callers.Calls)
				}
				if len(short.Places)+calls != rows {
					t.Fatalf("%s, method %d: %d places and %d calls, want %d", name, k, len(short.Places), calls, rows)
				}
				below, places := make([]int64, len(short.Places)), 0
				for i := len(short.Places) - 1; i >= 0; i-- {
					p := &short.Places[i]
					if below[i]+p.PrunedEntries > 0 && below[i]+p.PrunedEntries != p.Entries {
						t.Fatalf("%s, method %d of %d rows: place %d has %d entries, %d through the places below, %d through those left out", name, k, rows, i, p.Entries, below[i], p.PrunedEntries)
					}
					if places += p.PrunedPlaces; i > 0 {
						below[p.Parent] += p.Entries
					}
				}
				if places > 0 {
					shortened++
				}
				if (places > 0) != (rows < len(of.order)) {
					t.Fatalf("%s, method %d: %d places are left out of %d rows, shown %d", name, k, places, len(of.order), rows)
				}
			}
		}
	}
	if shortened == 0 {
		t.Error("no method had rows to leave out")
	}
}

// Calls of the optimized image leave two of three rows to instances, as long as there are any. Each row comes after that of its caller.
func TestInstancesComeBeforeCalls(t *testing.T) {
	order := []unitRow{{instance: 0, call: -1}, {instance: 0, call: 0}, {instance: 0, call: 1}, {instance: 2, call: -1}, {instance: 2, call: 0}, {instance: 1, call: -1}}
	var got []string
	for _, r := range instancesFirst(order) {
		got = append(got, fmt.Sprintf("%d:%d", r.instance, r.call))
	}
	if want := "0:-1 2:-1 0:0 1:-1 0:1 2:0"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// An answer with fewer rows counts the others: calls of a caller, callers, and methods.
func TestShortenedAnswersCountTheRest(t *testing.T) {
	shortened := 0
	for name, data := range testprofile.Varied(t) {
		every := regexp.MustCompile(`.`)
		in, err := inlining.NewInto(testprofile.Parse(t, string(data)), nil, inlining.IntoOptions{Match: every, Target: every})
		if err != nil {
			t.Fatal(err)
		}
		a := newAnswerRows(in)
		for _, rows := range []int{0, 1, 2, 3, 7, a.total / 2, a.total} {
			rows = min(rows, a.total)
			short := a.first(rows, a.total, allRemarks)
			shown := len(in.Way) - short.steps
			for i := range short.Callers {
				shown += 1 + len(short.Callers[i].Calls)
				if n := len(short.Callers[i].Calls) + short.calls[i]; n != len(in.Callers[i].Calls) {
					t.Fatalf("%s: %d rows have %d calls of caller %d, shown or left out, want %d", name, rows, n, i, len(in.Callers[i].Calls))
				}
			}
			for i := range short.Methods {
				shown += len(short.Methods[i].Places)
			}
			if shown != short.rows || shown > rows || shown < rows-1 || len(short.Callers)+short.callers != len(in.Callers) {
				t.Fatalf("%s: %d rows, counted %d, want %d; %d callers and %d left out of %d", name, shown, short.rows, rows, len(short.Callers), short.callers, len(in.Callers))
			}
			if shown < a.total {
				shortened++
			}
		}
	}
	if shortened == 0 {
		t.Error("no answer had rows to leave out")
	}
}

// An answer begins with a caller, even if a place of a method is heavier: a calls x 5 times, and b, which is inlined into c, 1000 times.
func TestAnswersBeginWithACaller(t *testing.T) {
	p := testprofile.Parse(t, "{"+testprofile.Methods("x", "a", "b", "c")+testprofile.Calls("2:0 10", "1:0<2:3 5", "4:0 10", "3:0<4:3 100", "1:0<3:2<4:3 1000")+"}")
	in, err := inlining.NewInto(p, nil, inlining.IntoOptions{Match: regexp.MustCompile(`\.x$`), Target: regexp.MustCompile(`\.[ac]$`)})
	if err != nil {
		t.Fatal(err)
	}
	a := newAnswerRows(in)
	for rows, want := range map[int][2]int{1: {}, 2: {1, 0}, 4: {1, 1}} {
		if short := a.first(rows, a.total, allRemarks); len(short.Callers) != want[0] || len(short.Methods) != want[1] {
			t.Errorf("%d rows: %d callers and %d methods, want %d", rows, len(short.Callers), len(short.Methods), want)
		}
	}
}

// Legends give way to eight rows of the first method, and notes to four.
func TestLegendsGiveWayToCallers(t *testing.T) {
	in, err := inlining.NewInto(testprofile.Example("shop.iprof"), nil, inlining.IntoOptions{Match: regexp.MustCompile(`AbstractStringBuilder\.append$`)})
	if err != nil {
		t.Fatal(err)
	}
	for lines, want := range map[int]struct {
		rows   int
		legend bool
		note   bool
	}{17: {8, false, true}, 12: {5, false, false}} {
		var b bytes.Buffer
		if err := FitIntoText(&b, in, TextOptions{Width: 80}, func(text string) bool { return strings.Count(text, "\n") <= lines }); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if rows := strings.Count(got, "─ ") + 1; rows < want.rows || strings.Contains(got, intoLegend[:20]) != want.legend || strings.Contains(got, "not the optimized one") != want.note {
			t.Errorf("%d lines: %d rows, want %+v\n%s", lines, rows, want, got)
		}
	}
}

// In a window of 60 columns and 16 lines, notes above the units give way to rows as those below them do.
func TestUnitsFitASmallWindow(t *testing.T) {
	in := testmodel.NewInlining(t, testprofile.Example("shop.iprof"), inlining.Options{AppFirst: true, Filter: convert.FilterOptions{View: convert.ExpertView}})
	var b bytes.Buffer
	if err := FitText(&b, in, TextOptions{Width: 60}, func(text string) bool { return strings.Count(text, "\n") <= 15 }); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines > 15 || strings.Count(b.String(), "─ ") < 2 {
		t.Errorf("%d lines:\n%s", lines, &b)
	}
}
