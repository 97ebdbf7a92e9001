package code_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// sampleCount is the samples of a method or a line: in it, and with its callees, once per stack.
type sampleCount struct{ self, total int64 }

// TestListCountsAStackOncePerMethod compares the samples of methods with top and peek, and where no view moves them, with a count
// from the text of the file. A stack may be in a method at several places, if it calls itself.
func TestListCountsAStackOncePerMethod(t *testing.T) {
	recursive := 0
	for name, data := range testprofile.Varied(t) {
		p := testprofile.Parse(t, string(data))
		if p.Records(iprof.Samples) == 0 {
			continue
		}
		names := convert.NewNames(p, convert.NameOptions{})
		for _, view := range []convert.View{convert.MachineView, convert.ExpertView, convert.UserView, convert.AppView} {
			filter := convert.FilterOptions{View: view}
			listed := map[int64]sampleCount{}
			l, err := code.List(p, names, nil, code.ListOptions{Filter: filter})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range l.Methods {
				listed[int64(p.MethodIDAt(int(m.Slot)))] = sampleCount{m.Self, m.Total}
				if sites := m.Lines(); len(sites) > 0 && sites[0].Total != m.Total {
					t.Errorf("%s: %s has %d samples, and %d at line unknown", name, names.Method(int(m.Slot)), m.Total, sites[0].Total)
				}
				var sum int64
				for _, x := range m.Places {
					if x.Samples != nil {
						sum += x.Samples.Total
					}
				}
				if sum > m.Total {
					recursive++
				}
			}
			if view == convert.MachineView {
				for id, want := range countedSamples(t, data, func(id, _ string) string { return id }) {
					n, _ := strconv.ParseInt(id, 10, 64)
					if got, ok := listed[n]; ok && got != want {
						t.Errorf("%s: method %s: %+v, the file has %+v", name, id, got, want)
					}
				}
			}
			top, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Samples, Filter: filter})
			if err != nil {
				t.Fatal(err)
			}
			compared := 0
			for id, row := range rowsByID(t, top) {
				want := sampleCount{cellOf(t, top, row, "self"), cellOf(t, top, row, "total")}
				if got := listed[id]; got != want {
					t.Errorf("%s, view %s: method %d: %+v, top has %+v", name, view, id, got, want)
				}
				compared++
			}
			if compared == 0 {
				t.Errorf("%s, view %s: nothing compared", name, view)
			}
			peek, err := rank.Peek(p, names, nil, rank.PeekOptions{Metric: convert.Samples, Filter: filter})
			if err != nil {
				t.Fatal(err)
			}
			for id, row := range rowsByID(t, peek) {
				if got, want := listed[id].total, cellOf(t, peek, row, "count"); got != want {
					t.Errorf("%s, view %s: method %d: total %d, peek has %d", name, view, id, got, want)
				}
			}
		}
	}
	if recursive == 0 {
		t.Error("no method is in a stack at two places")
	}
}

// TestListCountsAStackOncePerLine compares the samples of lines with a count from the text of the file, by the line tables of the
// classes.
func TestListCountsAStackOncePerLine(t *testing.T) {
	for _, dir := range []string{"sampling-recursion", "sampling-json"} {
		file, err := os.ReadFile(filepath.Join(shared, dir, "profile.iprof.gz"))
		if err != nil {
			t.Skip("no ../shared/jvm")
		}
		data := testprofile.Gunzip(t, file)
		p := testprofile.Parse(t, string(data))
		path, err := classpath.Open(filepath.Join(shared, "app-classes"), classpath.Options{})
		if err != nil {
			t.Fatal(err)
		}
		l, err := code.List(p, nil, nil, code.ListOptions{Class: path.Class})
		path.Close()
		if err != nil {
			t.Fatal(err)
		}
		lines := map[string]string{} // by frame, and by method for other frames
		got := map[string]sampleCount{}
		for _, m := range l.Methods {
			if m.Code == nil {
				continue
			}
			id := fmt.Sprint(p.MethodIDAt(int(m.Slot)))
			lines[id] = id + " line 0"
			for _, in := range m.Code.Instructions {
				lines[id+":"+strconv.Itoa(in.BCI)] = fmt.Sprintf("%s line %d", id, m.Code.Line(in.BCI))
			}
			for _, x := range m.Lines() {
				if x.Total > 0 {
					got[fmt.Sprintf("%s line %d", id, x.Number)] = sampleCount{x.Self, x.Total}
				}
			}
		}
		want := countedSamples(t, data, func(id, bci string) string { return cmp.Or(lines[id+":"+bci], lines[id]) })
		delete(want, "")
		if len(want) == 0 {
			t.Errorf("%s: no lines", dir)
		}
		for line, n := range want {
			if got[line] != n {
				t.Errorf("%s: %s: %+v, the file has %+v", dir, line, got[line], n)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d lines, the file has %d", dir, len(got), len(want))
		}
	}
}

// countedSamples counts the samples in the text of a file, by the key of a frame's method and BCI.
func countedSamples(t *testing.T, data []byte, key func(id, bci string) string) map[string]sampleCount {
	counted := map[string]sampleCount{}
	for _, r := range document(t, data).Section(iprof.Samples) {
		var seen []string
		for i, frame := range r.Frames() {
			id, bci, _ := strings.Cut(frame, ":")
			k := key(id, bci)
			n := counted[k]
			if i == 0 {
				n.self += r.Records[0]
			}
			if !slices.Contains(seen, k) {
				n.total += r.Records[0]
			}
			seen = append(seen, k)
			counted[k] = n
		}
	}
	return counted
}

func document(t *testing.T, data []byte) *testprofile.Document {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

// rowsByID returns the rows about methods that the profile lists.
func rowsByID(t *testing.T, of *table.Table) map[int64]table.Row {
	t.Helper()
	rows := map[int64]table.Row{}
	relation, related := of.Column("relation")
	id, ok := of.Column("id")
	if !ok {
		t.Fatal("no column for ids")
	}
	for _, row := range of.Rows {
		if related && row.Cell(relation).Text != "method" {
			continue
		}
		if c := row.Cell(id); c.Kind == table.Int {
			rows[c.Int] = row
		}
	}
	return rows
}

func cellOf(t *testing.T, of *table.Table, row table.Row, key string) int64 {
	t.Helper()
	c, ok := of.Column(key)
	if !ok {
		t.Fatalf("no column %s", key)
	}
	return row.Cell(c).Int
}
