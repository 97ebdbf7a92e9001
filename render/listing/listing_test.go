package listing

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testschema"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// TestListIsAsPublished validates listings, of bytecode that contradicts its profile as well, by their schema. CSV has as many
// instructions as JSON.
func TestListIsAsPublished(t *testing.T) {
	s := testschema.Read(t, "list")
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	hostile, _ := testprofile.Hostile()
	for _, p := range append(testprofile.Examples(t), testprofile.Parse(t, hostile), testprofile.Parse(t, testprofile.Greeter), testprofile.Parse(t, testprofile.VmSites)) {
		for _, filter := range []convert.FilterOptions{{}, {View: convert.UserView}} {
			l, err := code.List(p, convert.NewNames(p, convert.NameOptions{}), nil, code.ListOptions{Filter: filter, Class: path.Class})
			if err != nil {
				t.Fatal(err)
			}
			var text, rows bytes.Buffer
			if err := JSON(&text, l); err != nil {
				t.Fatal(err)
			}
			testschema.Validate(t, s, text.String())
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
			if err := CSV(&rows, l); err != nil {
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
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	for _, p := range append(testprofile.Examples(t), testprofile.Parse(t, testprofile.Greeter)) {
		l, err := code.List(p, convert.NewNames(p, convert.NameOptions{Disambiguate: true}), nil, code.ListOptions{Class: path.Class})
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []By{ByBoth, ByLine, ByBytecode} {
			var b bytes.Buffer
			if err := Text(&b, l, Options{Width: 80, By: by}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if n := plaintext.Columns(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
		}
	}
}

// TestListExplainsMoreExecutionsThanEntries has conditionals that ran more often than their methods were entered, one of them as loops do.
func TestListExplainsMoreExecutionsThanEntries(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"C"}],
		"methods":[{"id":1,"name":"lost","signature":[1,0]},{"id":2,"name":"loop","signature":[1,0]},{"id":3,"name":"fits","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[1000]},{"ctx":"2:0","records":[1000]},{"ctx":"3:0","records":[1000]}],
		"conditionalProfiles":[{"ctx":"1:5","records":[8,0,600,10,1,410]},{"ctx":"2:5","records":[8,0,9000,10,1,1000]},{"ctx":"3:5","records":[8,0,600,10,1,400]}]}`)
	l, err := code.List(p, nil, nil, code.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var explained []string
	for _, note := range Notes(l) {
		if strings.Contains(note, "more often") {
			explained = append(explained, note)
		}
	}
	if len(explained) != 1 || !strings.HasPrefix(explained[0], "@5 of C.lost ran more often than the method was entered: it is in a loop, or racing threads lost counts") {
		t.Errorf("%q", explained)
	}
}
