package info

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A recount has the numbers of an Info, counted independently from the text of the file with encoding/json.
type recount struct {
	records, totals map[convert.Metric]int64
	methods, types  TableInfo
	contexts        [2]*TreeInfo // inlining, sampled
	code            map[convert.Metric]*[convert.NumKinds]int64
	top             map[string][]string // "metric by": "value id bci", sorted
}

// A rawRecord is a record in any dialect.
type rawRecord struct {
	Ctx     string
	Records []int64
}

func recountOf(t *testing.T, data []byte) recount {
	t.Helper()
	var file map[string]json.RawMessage
	decode(t, data, &file)
	field := func(to any, names ...string) {
		for _, name := range names {
			if raw, ok := file[name]; ok {
				decode(t, raw, to)
			}
		}
	}
	var version string
	var types []struct {
		ID             int64
		Name, TypeName string
	}
	var methods []struct {
		ID        int64
		Signature []int64
	}
	field(&version, "version")
	field(&types, "types")
	field(&methods, "methods")

	typeName, signature := map[int64]string{}, map[int64][]int64{}
	for _, x := range types {
		if x.ID >= 0 {
			typeName[x.ID] = x.Name + x.TypeName
		}
	}
	for _, x := range methods {
		if x.ID >= 0 {
			signature[x.ID] = x.Signature
		}
	}
	kindOf := func(typeID int64) convert.Kind {
		name, ok := typeName[typeID]
		name = strings.TrimLeft(name, "[")
		switch {
		case !ok:
			return convert.UnknownKind
		case len(name) == 1: // of an array of a primitive type
			return convert.JDK
		}
		return convert.KindOf(strings.TrimSuffix(strings.TrimPrefix(name, "L"), ";"))
	}

	r := recount{
		records: map[convert.Metric]int64{}, totals: map[convert.Metric]int64{}, code: map[convert.Metric]*[convert.NumKinds]int64{}, top: map[string][]string{},
		methods: TableInfo{Listed: len(signature)}, types: TableInfo{Listed: len(typeName)},
	}
	usedMethods, usedTypes := map[int64]bool{}, map[int64]bool{}
	top := map[string]map[string]int64{}
	add := func(list, row string, value int64) {
		if top[list] == nil {
			top[list] = map[string]int64{}
		}
		top[list][row] += value
	}
	own := map[string]int64{}
	depths, roots := [2]map[string]int{{}, {}}, [2]map[string]bool{{}, {}}
	for _, m := range []struct {
		metric convert.Metric
		names  []string
		width  int // numbers that belong together
	}{
		{convert.Samples, []string{"samplingProfiles"}, 1},
		{convert.Calls, []string{"hotnessPoints", "callCountProfiles"}, 1},
		{convert.Branches, []string{"conditionalPoints", "conditionalProfiles"}, 3},
		{convert.Receivers, []string{"invokePoints", "virtualInvokeProfiles"}, 2},
		{convert.InstanceOf, []string{"instanceofProfiles"}, 2},
		{convert.Monitors, []string{"monitorProfiles"}, 2},
	} {
		var records []rawRecord
		present := false
		for _, name := range m.names {
			present = present || file[name] != nil
		}
		if m.metric == convert.Branches || m.metric == convert.Receivers || m.metric == convert.Calls {
			var old []struct {
				Ctx           string
				MethodBciList string
				Records       []int64
			}
			field(&old, m.names...)
			for _, x := range old {
				records = append(records, rawRecord{x.Ctx + strings.ReplaceAll(x.MethodBciList, ",", "<"), x.Records})
			}
		} else {
			field(&records, m.names...)
		}
		if m.metric == convert.Monitors {
			var old struct{ Records []int64 }
			field(&old, "monitorsProfile")
			if old.Records != nil {
				records = append(records, rawRecord{"0:0", old.Records})
			}
			present = present || file["monitorsProfile"] != nil
		}
		if !present {
			r.records[m.metric] = -1
			continue
		}
		r.code[m.metric] = &[convert.NumKinds]int64{}
		for _, x := range records {
			value := int64(0)
			targets := map[int64]int64{}
			for i := m.width - 1; i < len(x.Records); i += m.width {
				value += x.Records[i]
				if m.width == 3 {
					targets[x.Records[i-2]] = x.Records[i]
				}
				if m.width == 2 {
					usedTypes[x.Records[i-1]] = true
					if m.metric == convert.Monitors {
						r.code[m.metric][kindOf(x.Records[i-1])] += x.Records[i]
						add("monitors types", fmt.Sprint(x.Records[i-1], " 0"), x.Records[i])
					}
				}
			}
			if m.width == 3 && strings.HasPrefix(version, "0.") { // a target before 1.0.0 has its total at each successor
				value = 0
				for _, n := range targets {
					value += n
				}
			}
			r.totals[m.metric] += value
			if m.metric == convert.Monitors {
				r.records[m.metric] += int64(len(x.Records) / 2)
				continue
			}
			r.records[m.metric]++

			frames := strings.Split(x.Ctx, "<")
			var ids []int64
			for _, f := range frames {
				id, _, _ := strings.Cut(f, ":")
				n, err := strconv.ParseInt(id, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				usedMethods[n] = true
				ids = append(ids, n)
			}
			leaf, root := ids[0], ids[len(ids)-1]
			_, bci, _ := strings.Cut(frames[0], ":")
			tree := 0
			if m.metric == convert.Samples {
				tree = 1
			}
			instance := strings.TrimSuffix(frames[0], bci) + strings.Join(frames[1:], "<")
			depths[tree][instance] = len(frames)
			roots[tree][fmt.Sprint(root)] = true

			kind := convert.UnknownKind
			if s, ok := signature[leaf]; ok {
				kind = kindOf(s[0])
			}
			r.code[m.metric][kind] += value
			switch m.metric {
			case convert.Samples:
				add("samples outermost-frames", fmt.Sprint(root, " 0"), value)
				add("samples leaf-frames", fmt.Sprint(leaf, " 0"), value)
			case convert.Calls:
				add("calls compilation-roots", fmt.Sprint(root, " 0"), value)
				if len(frames) == 1 {
					own[fmt.Sprint(root, " 0")] += value
				}
			default:
				add(m.metric.String()+" sites", fmt.Sprint(leaf, " ", bci), value)
			}
		}
	}
	for root := range roots[0] { // roots of nothing but conditionals count no calls
		add("calls compilation-roots", root+" 0", 0)
	}
	for list, rows := range top {
		for row, value := range rows {
			text := fmt.Sprintf("%d %s", value, row)
			if list == "calls compilation-roots" {
				if n, ok := own[row]; ok {
					text += fmt.Sprintf(" own %d", n)
				}
			}
			r.top[list] = append(r.top[list], text)
		}
	}

	for id := range usedMethods {
		r.methods.Referred++
		s, ok := signature[id]
		if !ok {
			r.methods.Unlisted++
		}
		for _, id := range s {
			usedTypes[id] = true
		}
	}
	for id := range usedTypes {
		r.types.Referred++
		if _, ok := typeName[id]; !ok {
			r.types.Unlisted++
		}
	}
	for tree := range depths {
		if len(depths[tree]) == 0 {
			continue
		}
		in := &TreeInfo{Contexts: len(depths[tree]), Roots: len(roots[tree])}
		var sorted []int
		for _, d := range depths[tree] {
			sorted = append(sorted, d)
			in.Frames += int64(d)
		}
		slices.Sort(sorted)
		in.Max, in.Median = sorted[len(sorted)-1], sorted[(len(sorted)-1)/2]
		r.contexts[tree] = in
	}
	return r
}

func decode(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

func TestInfoMatchesFile(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		in := New(p, convert.NewNames(p, convert.NameOptions{}), Options{})
		want := recountOf(t, data)
		for _, s := range in.Sections {
			records, present := want.records[s.Metric], true
			if records < 0 {
				records, present = 0, false
			}
			if s.Present != present || int64(s.Records) != records || s.Total != want.totals[s.Metric] {
				t.Errorf("%s: %+v, counted again %d records that count %d", file, s, records, want.totals[s.Metric])
			}
		}
		if in.Methods != want.methods || in.Types != want.types {
			t.Errorf("%s: methods %+v and types %+v, counted again %+v and %+v", file, in.Methods, in.Types, want.methods, want.types)
		}
		for i, tree := range []*TreeInfo{in.Contexts, in.Stacks} {
			if again := want.contexts[i]; (tree == nil) != (again == nil) || tree != nil && *tree != *again {
				t.Errorf("%s: contexts %+v, counted again %+v", file, tree, again)
			}
		}
		for _, c := range in.Code {
			if again := want.code[c.Metric]; c.ByKind != *again || c.Total != want.totals[c.Metric] {
				t.Errorf("%s: code by %s %+v, counted again %v", file, c.Metric, c, *again)
			}
		}
		for _, list := range in.Top {
			var rows []string
			for i, r := range list.Rows {
				row := fmt.Sprint(r.Value, " ", r.ID, " ", int32(r.BCI))
				if r.Own != nil {
					row += fmt.Sprint(" own ", *r.Own)
				}
				rows = append(rows, row)
				if i > 0 && cmp.Or(cmp.Compare(list.Rows[i-1].Value, r.Value), -cmp.Compare(list.Rows[i-1].ID, r.ID), -cmp.Compare(list.Rows[i-1].BCI, r.BCI)) <= 0 {
					t.Errorf("%s: %s %s: row %d, %+v, is in the wrong place", file, list.Metric, list.By, i, r)
				}
			}
			slices.Sort(rows)
			again := want.top[fmt.Sprint(list.Metric, " ", list.By)]
			slices.Sort(again)
			if !slices.Equal(rows, again) || list.Listed != len(again) || list.Total != want.totals[list.Metric] {
				t.Errorf("%s: %s %s: %d rows that count %d, counted again %d that count %d", file, list.Metric, list.By,
					len(rows), list.Total, len(again), want.totals[list.Metric])
			}
		}
	}
}

// A list is the head of a longer one.
func TestTopListsAreHeads(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		names := convert.NewNames(p, convert.NameOptions{})
		all := New(p, names, Options{}).Top
		for _, limit := range []int{1, 5, 100} {
			for i, list := range New(p, names, Options{Limit: limit}).Top {
				if list.Listed != all[i].Listed || list.Total != all[i].Total {
					t.Errorf("%s: %s %s has another sum with %d rows", file, list.Metric, list.By, limit)
				}
				head := all[i].Rows[:min(limit, len(all[i].Rows))]
				if !slices.EqualFunc(list.Rows, head, func(a, b TopRow) bool {
					return a.ID == b.ID && a.BCI == b.BCI && a.Value == b.Value && a.Name == b.Name
				}) {
					t.Errorf("%s: %s %s: %d rows are not the first of all", file, list.Metric, list.By, limit)
				}
			}
		}
	}
}

func TestTopListsAreLimited(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[
		{"ctx":"1:0","records":[5]},{"ctx":"2:0<3:1","records":[7]},{"ctx":"4:0","records":[7]}]}`)
	in := New(p, convert.NewNames(p, convert.NameOptions{}), Options{Limit: 2})
	list := in.Top[0]
	if list.Listed != 3 || list.Total != 19 || len(list.Rows) != 2 || list.Rows[0].ID != 3 || list.Rows[1].ID != 4 {
		t.Errorf("the list is %+v", list)
	}
	if list.Rows[0].Own != nil {
		t.Errorf("method 3, whose own entries are not in the file, has %d", *list.Rows[0].Own)
	}
	if own := list.Rows[1].Own; own == nil || *own != 7 {
		t.Errorf("of method 4 the own entries are %v", own)
	}
}

func TestCaveats(t *testing.T) {
	const tables = `"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"void"},{"id":3,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"m","signature":[1,2]},{"id":2,"name":"n","signature":[3,2]}]`
	for _, c := range []struct {
		what, profile string
		caveats       []string // kind severity count
	}{
		{"empty", tables, []string{"empty problem 0"}},
		{"empty sections", tables + `,"callCountProfiles":[],"samplingProfiles":[]`, []string{"empty problem 0"}},
		{"enough samples and calls", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[1]}],"samplingProfiles":[{"ctx":"1:0","records":[300]}]`, nil},
		{"a sample too few", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[1]}],"samplingProfiles":[{"ctx":"1:0","records":[299]}]`,
			[]string{"few-samples caution 299"}},
		{"samples alone", tables + `,"samplingProfiles":[{"ctx":"1:0","records":[200]},{"ctx":"1:1","records":[200]}]`, []string{"sampling-only note 2"}},
		{"one sample alone", tables + `,"samplingProfiles":[{"ctx":"1:0","records":[400]}]`, []string{"sampling-only note 1"}},
		{"no samples", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[1]}]`, []string{"no-samples note 0"}},
		{"samples that saw nothing", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[1]}],"samplingProfiles":[{"ctx":"1:0","records":[0]}]`,
			[]string{"no-samples note 0"}},
		{"stripped", `"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}],
			"callCountProfiles":[{"ctx":"1:0<2:0","records":[1]},{"ctx":"2:0","records":[1]}],"virtualInvokeProfiles":[{"ctx":"1:0","records":[5,1]}]`,
			[]string{"stripped problem 2", "no-samples note 0"}},
		{"dangling", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"7:0","records":[1]}],"virtualInvokeProfiles":[{"ctx":"1:0","records":[5,1,6,1]}]`,
			[]string{"dangling-method caution 1", "dangling-type caution 2", "no-samples note 0"}},
		{"caller without a count", tables + `,"callCountProfiles":[{"ctx":"1:0<2:1","records":[1]}]`, []string{"no-samples note 0", "missing-caller note 1"}},
		{"packed", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[34303903801135]}],"virtualInvokeProfiles":[{"ctx":"1:0","records":[1,34303903801135]}]`,
			[]string{"packed-count problem 2", "no-samples note 0"}},
		{"eight receivers, and seven", tables + `,"virtualInvokeProfiles":[{"ctx":"1:0","records":[1,1,2,1,3,1,1,1,2,1,3,1,1,1,2,1]},{"ctx":"1:5","records":[1,1,2,1,3,1,1,1,2,1,3,1,1,1]}],
			"instanceofProfiles":[{"ctx":"1:1","records":[1,1,2,1,3,1,1,1,2,1,3,1,1,1,2,1]}]`,
			[]string{"no-samples note 0", "saturated-receivers note 1", "saturated-instanceof note 1"}},
		{"a little of the profiler", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[99]},{"ctx":"2:0","records":[1]}]`,
			[]string{"no-samples note 0", "profiler-runtime note 1"}},
		{"much of the profiler", tables + `,"callCountProfiles":[{"ctx":"1:0","records":[95]},{"ctx":"2:0","records":[5]}],"samplingProfiles":[{"ctx":"2:0<1:0","records":[1]},{"ctx":"1:0","records":[399]}]`,
			[]string{"profiler-runtime caution 5"}},
		{"a newer version", `"version":"1.7.0","types":[],"methods":[],"future":1`, []string{"empty problem 0", "version note 1", "unknown-field note 1"}},
	} {
		p := testprofile.Parse(t, "{"+c.profile+"}")
		var got []string
		for _, d := range New(p, convert.NewNames(p, convert.NameOptions{}), Options{}).Caveats {
			got = append(got, fmt.Sprintf("%s %s %d", d.Kind, d.Severity, d.Count))
			if d.Text == "" || strings.HasSuffix(d.Text, ".") {
				t.Errorf("%s: %s reads %q", c.what, d.Kind, d.Text)
			}
		}
		if !slices.Equal(got, c.caveats) {
			t.Errorf("%s: caveats are %q, not %q", c.what, got, c.caveats)
		}
	}
}

// Caveats of a file of another tool are before its notes, and the format and the tables are there.
func TestOtherTool(t *testing.T) {
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "flight recording", Unit: "ms"})
	p := b.Profile()
	in := New(p, convert.NewNames(p, convert.NameOptions{}), Options{})
	own := len(in.Caveats)
	tables := []*table.Table{{Title: "threads"}}
	in.AddOtherTool("JFR", tables, []string{"a note"}, []string{"a caveat"})
	if in.OtherTool.Format != "JFR" || !slices.Equal(in.OtherTool.Tables, tables) {
		t.Errorf("%+v", in.OtherTool)
	}
	var texts []string
	for _, c := range in.Caveats {
		if c.Kind == "source" {
			texts = append(texts, c.Text)
		}
	}
	if len(in.Caveats) != own+2 || !slices.Equal(texts, []string{"a caveat", "a note"}) {
		t.Errorf("%+v", in.Caveats)
	}
}

func TestCaveatsInWords(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"void"},{"id":3,"name":"com.oracle.svm.enterprise.profiling.P"}],
		"methods":[{"id":1,"name":"m","signature":[1,2]},{"id":2,"name":"n","signature":[3,2]}],
		"callCountProfiles":[{"ctx":"2:0","records":[9999]},{"ctx":"1:0<1:1","records":[10000001]}],
		"conditionalProfiles":[{"ctx":"2:3","records":[4,0,9999]},{"ctx":"1:3","records":[4,0,1]}],
		"samplingProfiles":[{"ctx":"1:0","records":[45]}]}`)
	var got []string
	for _, d := range New(p, convert.NewNames(p, convert.NameOptions{}), Options{}).Caveats {
		got = append(got, d.Text, d.Hint)
	}
	want := []string{
		// Wilson's interval of 23 in 45, by its formula: (0.5111+0.0427 ± 1.96·√(0.00555+0.00047))/1.0854
		"45 samples are few: a share of 23 of them has a 95% interval of 37–66%", "2 call counts: iprof-viz top -m calls",
		"the profiler counted its own code: 0.1% of the calls and >99.9% of the branches", "tables and pictures leave it out; top -m calls --view machine shows it",
		"1 inlined call count has a caller without a count: calls per invocation are unknown there", "",
	}
	if !slices.Equal(got, want) {
		t.Errorf("caveats read\n%s", strings.Join(got, "\n"))
	}
}
