package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
)

const greeter = `{"version":"1.0.0",
	"types":[{"id":0,"name":"void"},{"id":1,"name":"Greeter"},{"id":2,"name":"java.lang.String"}],
	"methods":[{"id":1,"name":"greet","signature":[1,2,2]}],
	"callCountProfiles":[{"ctx":"1:0","records":[10]}],
	"conditionalProfiles":[{"ctx":"1:4","records":[7,0,30,12,1,6]},{"ctx":"1:99","records":[7,0,30,12,1,6]},{"ctx":"1:-1","records":[7,0,3]}]}`

// TestListIsAsPublished validates listings, of bytecode that contradicts its profile, too, by their schema. CSV has as many
// instructions as JSON.
func TestListIsAsPublished(t *testing.T) {
	s := schema(t, "list")
	path, err := classfile.Open("../classfile/testdata/greeter.jar", classfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	hostile, _ := hostileProfile()
	for _, p := range append(examples(t), parseProfile(t, strings.NewReader(hostile)), parseProfile(t, strings.NewReader(greeter)), parseProfile(t, strings.NewReader(vmSites))) {
		for _, filter := range []convert.FilterOptions{{}, {View: convert.UserView}} {
			l, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), nil, code.ListOptions{Filter: filter, Class: path.Class})
			if err != nil {
				t.Fatal(err)
			}
			var text, rows bytes.Buffer
			if err := ListJSON(&text, l); err != nil {
				t.Fatal(err)
			}
			validate(t, s, text.String())
			var read struct {
				Methods []struct{ Places []struct{} }
			}
			if err := json.Unmarshal(text.Bytes(), &read); err != nil {
				t.Fatal(err)
			}
			places := 0
			for _, m := range read.Methods {
				places += len(m.Places)
			}
			if err := ListCSV(&rows, l); err != nil {
				t.Fatal(err)
			}
			all, err := csv.NewReader(&rows).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range all[1:] {
				if row[8] == "" && row[9] == "" {
					places--
				}
			}
			if places != 0 {
				t.Errorf("JSON has %d places more than CSV", places)
			}
		}
	}
}

// TestListFits80Columns lists everything in 80 columns, in all ways.
func TestListFits80Columns(t *testing.T) {
	path, err := classfile.Open("../classfile/testdata/greeter.jar", classfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer path.Close()
	for _, p := range append(examples(t), parseProfile(t, strings.NewReader(greeter))) {
		l, err := code.List(p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}), nil, code.ListOptions{Class: path.Class})
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []ListBy{ByBoth, ByLine, ByBytecode} {
			var b bytes.Buffer
			if err := ListText(&b, l, ListOptions{Width: 80, By: by}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if n := columnsOf(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
		}
	}
}

// TestAllTypesOfASite wraps the types of a site that have no room on its line.
func TestAllTypesOfASite(t *testing.T) {
	line := siteLine{mark: '◇', head: "megamorphic: ", sep: " | ", tail: " (36)"}
	for _, name := range []string{"app.One", "app.Two", "app.Three"} {
		line.parts = append(line.parts, sitePart{name, "12.5%"})
	}
	for _, c := range []struct {
		width int
		want  []string
	}{
		{0, []string{"◇ megamorphic: app.One 12.5% | app.Two 12.5% | app.Three 12.5% (36)"}},
		{77, []string{"◇ megamorphic: app.One 12.5% | app.Two 12.5% | app.Three 12.5% (36)"}},
		{56, []string{"◇ megamorphic: app.One 12.5% | app.Two 12.5% |", "  app.Three 12.5% (36)"}},
		{42, []string{"◇ megamorphic: app.One 12.5% |", "  app.Two 12.5% |", "  app.Three 12.5% (36)"}},
	} {
		if got := line.allTexts(TreeOptions{Width: c.width}, 10); !slices.Equal(got, c.want) {
			t.Errorf("width %d: %q, want %q", c.width, got, c.want)
		}
	}
}

// TestListExplainsMoreExecutionsThanEntries has conditionals that ran more often than their methods were entered, one of them as loops do.
func TestListExplainsMoreExecutionsThanEntries(t *testing.T) {
	p := parseProfile(t, strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"C"}],
		"methods":[{"id":1,"name":"lost","signature":[1,0]},{"id":2,"name":"loop","signature":[1,0]},{"id":3,"name":"fits","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[1000]},{"ctx":"2:0","records":[1000]},{"ctx":"3:0","records":[1000]}],
		"conditionalProfiles":[{"ctx":"1:5","records":[8,0,600,10,1,410]},{"ctx":"2:5","records":[8,0,9000,10,1,1000]},{"ctx":"3:5","records":[8,0,600,10,1,400]}]}`))
	l, err := code.List(p, nil, nil, code.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var explained []string
	for _, note := range listNotes(l) {
		if strings.Contains(note, "more often") {
			explained = append(explained, note)
		}
	}
	if len(explained) != 1 || !strings.HasPrefix(explained[0], "@5 of C.lost ran more often than the method was entered: threads that counted at once lost entries, or it is in a loop") {
		t.Errorf("%q", explained)
	}
}
