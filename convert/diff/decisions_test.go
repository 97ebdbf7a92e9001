package diff_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// TestDecisions: in wordcount.optlog.jsonl, addLine inlines String.length, and the copy of find in main inlines equals; the one in addLine calls
// it. In another build, all of these are calls.
func TestDecisions(t *testing.T) {
	data := testfile.Read(t, "../../testdata/wordcount.iprof")
	first := testfile.Read(t, "../../testdata/wordcount.optlog.jsonl")
	leave := func(call, text string) string {
		at := strings.Index(text, call+`, "inlined": true`)
		if at < 0 {
			t.Fatal("no inlined call ", call)
		}
		node := strings.Replace(text[at:], `"inlined": true`, `"inlined": false`, 1)
		return text[:at] + strings.Replace(node, `"alive": false`, `"alive": true`, 1)
	}
	second := leave(`"java.lang.String.length()", "callsiteBci": 6`, leave(`"java.lang.String.equals(Object)", "callsiteBci": 29`, string(first)))
	p := testprofile.Parse(t, string(data))
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	graph := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
	image := func(text string) *diff.Image {
		file := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		log, err := optlog.Read(file, optlog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return &diff.Image{Image: optimized.New(p, log), Graph: graph}
	}
	a, b := image(string(first)), image(second)
	const (
		there = "WordCount.addLine 6 <any String.length> 680000: inlined, call|WordCount.find 29 <any String.equals> 149989: inlined in 1 of 2 copies, call in 1, call"
		back  = "WordCount.addLine 6 <any String.length> 680000: call, inlined|WordCount.find 29 <any String.equals> 149989: call, inlined in 1 of 2 copies, call in 1"
	)
	for _, c := range []struct {
		name   string
		images [2]*diff.Image
		limit  int
		want   string
	}{
		{"equal", [2]*diff.Image{a, a}, 0, ""}, {"there", [2]*diff.Image{a, b}, 0, there}, {"back", [2]*diff.Image{b, a}, 0, back},
		{"limit", [2]*diff.Image{a, b}, 1, strings.Split(there, "|")[0]},
	} {
		names := convert.NewSharedNames(convert.NameOptions{Style: convert.ShortNames}, p, p)
		d := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{Images: c.images, Sections: []diff.Section{diff.Decisions}, Limit: c.limit})
		if len(d.Tables) != 1 {
			t.Fatalf("%s: %d tables", c.name, len(d.Tables))
		}
		var got []string
		for _, r := range d.Tables[0].Rows {
			cell := func(key string) string { return d.Tables[0].Cell(r, key).Text }
			number := func(key string) int64 { return d.Tables[0].Cell(r, key).Int }
			if number("old") != number("new") {
				t.Errorf("%s: %d and %d calls", c.name, number("old"), number("new"))
			}
			got = append(got, strings.Join([]string{cell("caller"), fmt.Sprint(number("bci")), cell("callee"), fmt.Sprint(number("new")) + ":", cell("old_outcome") + ",", cell("new_outcome")}, " "))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		if rest := d.Tables[0].Rest; (rest != nil) != (c.limit > 0) || rest != nil && (rest.Omitted != 1 || d.Tables[0].Cell(*rest, "caller").Text != table.More(1, "calls")) {
			t.Errorf("%s: the rest is %+v", c.name, rest)
		}
		if all := d.Tables[0].FactOf("same") + d.Tables[0].FactOf("groups"); all != 12 {
			t.Errorf("%s: %v calls", c.name, all)
		}
	}
	names := convert.NewSharedNames(convert.NameOptions{}, p, p)
	d := diff.New(compare.New(names[0], names[1], compare.Options{}), diff.Options{})
	for _, of := range d.Tables {
		if of.Name == diff.Decisions.String() {
			t.Error("decisions without logs")
		}
	}
}
