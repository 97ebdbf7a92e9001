package encode

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// An answer is a record with all that records may have.
type answer struct {
	Numbers []float64 `page:"numbers"`
	Texts   []string  `page:"texts,optional"`
	Base    int64     `page:"base"`
	Rows    []row     `page:"rows"`
	One     *row      `page:"one"`
	None    *row      `page:"none,optional"`
	head
}

type head struct {
	Flag bool `page:"flag"`
}

type row struct {
	ID     records.Maybe[iprof.MethodID] `page:"id,optional"`
	Method string                        `page:"method" nameof:"id"`
	Parent records.Maybe[int32]          `page:"parent"`
	Count  records.Maybe[int64]          `page:"count"`
	Kept   *records.Maybe[float64]       `page:"kept,optional"`
	Share  records.Derived               `page:"share" rule:"count / ^base"`
	Per    records.Derived               `page:"per" rule:"count / parent.count"`
	Change records.Derived               `page:"change" rule:"share - per if id"`
	Parts  []sub                         `page:"parts"`
	*More
}

// More is nil in most rows.
type More struct {
	Perhaps []sub `page:"perhaps,optional"`
}

type sub struct {
	BCI iprof.BCI       `page:"bci"`
	Of  int64           `page:"of"`
	In  records.Derived `page:"in" rule:"of / ^count"`
}

// TestScriptReadsRecords: the script of pages reads what is written, with the digits that pages need, and derives the rest.
func TestScriptReadsRecords(t *testing.T) {
	known := records.KnownIf[int64]
	at := func(n int32) records.Maybe[int32] { return records.KnownIf(n, true) }
	method := func(id iprof.MethodID) records.Maybe[iprof.MethodID] { return records.KnownIf(id, true) }
	kept := func(x float64, known bool) *records.Maybe[float64] {
		m := records.KnownIf(x, known)
		return &m
	}
	given := answer{
		Base: 8, head: head{true}, Texts: []string{"\ufefftext", "\ufeff", "\u0000", "😀😁", "😀", "é", "è", "prefix", "prefixes", "pre", "", "a\xffb"},
		One: &row{Method: "alone", Count: known(4, true)},
		Rows: []row{
			{ID: method(7), Method: "a.B.c", Count: known(6, true), Parts: []sub{{BCI: 0, Of: 3}, {BCI: -1, Of: 6}}},
			{ID: method(0), Method: "a.B.d", Parent: at(0), Count: known(3, true), More: &More{[]sub{{BCI: 5, Of: 1}}}},
			{ID: method(4711), Method: "of no page", Parent: at(1), Count: known(0, true), Kept: kept(0.5, true), Parts: []sub{{BCI: 1, Of: 1}}},
			{Method: "without id", Parent: at(2), Count: known(2, true), Kept: kept(0, false)},
			{ID: method(7), Method: "a.B.c", Parent: at(0), Count: known(0, false), Kept: kept(0, true)},
		},
	}
	want := `{"base":8,"flag":true,"none":"absent",
		"texts":["\ufefftext","\ufeff","\u0000","😀😁","😀","é","è","prefix","prefixes","pre","","a\ufffdb"],
		"one":{"id":"absent","method":"alone","parent":null,"count":4,"kept":"absent","share":0.5,"per":null,"change":null,"parts":[],"perhaps":"absent"},
		"rows":[
			{"id":7,"method":"a.B.c","parent":null,"count":6,"kept":"absent","share":0.75,"per":null,"change":null,"parts":[{"bci":0,"of":3,"in":0.5},{"bci":-1,"of":6,"in":1}],"perhaps":"absent"},
			{"id":0,"method":"a.B.d","parent":0,"count":3,"kept":"absent","share":0.375,"per":0.5,"change":-0.125,"parts":[],"perhaps":[{"bci":5,"of":1,"in":0.3333333333333333}]},
			{"id":4711,"method":"of no page","parent":1,"count":0,"kept":0.5,"share":0,"per":0,"change":0,"parts":[{"bci":1,"of":1,"in":null}],"perhaps":"absent"},
			{"id":"absent","method":"without id","parent":2,"count":2,"kept":null,"share":0.25,"per":null,"change":null,"parts":[],"perhaps":"absent"},
			{"id":7,"method":"a.B.c","parent":0,"count":null,"kept":0,"share":null,"per":null,"change":null,"parts":[],"perhaps":"absent"}]`
	var all []any
	var expected []map[string]any
	for _, numbers := range [][]float64{
		{}, {0, 1, 127, 128, 300}, {0, -1, 1, 127, 2251799813685247, -5}, {2251799813685248, 9007199254740993, 1e300, -5},
		{0.5, 1, -0.25, 123456.789, 1234567.891, 0.000000123456789, 1e-30}, {1e-20, 0.1, 12345678}, {0.99999999, 1.0000000002, 0.99999951, 1.5},
		rising(1000),
	} {
		one := given
		one.Numbers = numbers
		all = append(all, &one)
		var of map[string]any
		list, err := json.Marshal(numbers)
		if err == nil {
			err = json.Unmarshal([]byte(want+`,"numbers":`+string(list)+"}"), &of)
		}
		if err != nil {
			t.Fatal(err)
		}
		expected = append(expected, of)
	}
	for i, got := range readByScript(t, all) {
		differ(t, fmt.Sprint(expected[i]["numbers"], ": "), got, expected[i])
	}
}

// rising numbers take less as steps.
func rising(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = float64(1e9 + 1000*i + i%7)
	}
	return all
}

// readByScript returns what the script of a page reads of records, each from bytes of its own.
func readByScript(t *testing.T, all []any) []any {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on PATH: the page's script is not run")
	}
	type encoded struct {
		Strings []byte            `json:"strings"`
		Part    []byte            `json:"part"`
		Shapes  map[string]string `json:"shapes"`
	}
	var written []encoded
	for _, record := range all {
		texts := pagedata.NewStrings()
		e := New(texts, NewPlaces(2, func(i int) iprof.MethodID { return iprof.MethodID(7 * i) }))
		columns := e.Collect(record)
		settled := texts.Settle()
		one := encoded{Part: e.Bytes(columns), Shapes: map[string]string{}}
		one.Strings = pagedata.BytesOfColumns(func(c *pagedata.Writer) {
			c.Number(uint64(len(settled)))
			c.Texts(settled)
		})
		addShapes(one.Shapes, records.Of(reflect.TypeOf(record).Elem()))
		written = append(written, one)
	}
	data, err := json.Marshal(written) // bytes are base64
	if err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(t.TempDir(), "read.ts")
	text := fmt.Sprintf(`import { RecordReader } from %q; import { Columns } from %q;
		const columns = (text: string) => new Columns(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
		console.log(JSON.stringify(%s.map((of) => {
			const strings = columns(of.strings), part = columns(of.part);
			const read = new RecordReader(of.shapes, part, strings.texts(strings.number()), [{ id: 0, name: "a.B.d" }, { id: 7, name: "a.B.c" }]).read("answer");
			return [read, part.rest().length];
		})));`, absolute(t, "data/shapes"), absolute(t, "data/unpack"), data)
	if err := os.WriteFile(module, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := exec.Command("go", "tool", "esbuild", module, "--bundle", "--format=cjs").Output()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "-e", string(script)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers [][]any
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(all) {
		t.Fatalf("%d answers", len(answers))
	}
	var got []any
	for i, answer := range answers {
		if answer[1] != 0.0 {
			t.Errorf("record %d: %v bytes are left", i, answer[1])
		}
		got = append(got, answer[0])
	}
	return got
}

func absolute(t *testing.T, module string) string {
	t.Helper()
	path, err := filepath.Abs("../../../templates/page/" + module)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func addShapes(all map[string]string, s *records.Shape) {
	all[s.Name] = s.String()
	for _, f := range s.Fields {
		if f.Of != nil {
			addShapes(all, f.Of)
		}
	}
}

// differ reports where a value that was read is another one, up to the digits that are written.
func differ(t *testing.T, at string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		of, _ := got.(map[string]any)
		for key, value := range want {
			if value == "absent" {
				if _, has := of[key]; has {
					t.Errorf("%s.%s is not absent", at, key)
				}
				continue
			}
			differ(t, at+"."+key, of[key], value)
		}
		for key := range of {
			if _, known := want[key]; !known {
				t.Errorf("%s.%s is too many", at, key)
			}
		}
	case []any:
		of, _ := got.([]any)
		if len(of) != len(want) {
			t.Errorf("%s: %d, want %d", at, len(of), len(want))
			return
		}
		for i := range want {
			differ(t, fmt.Sprint(at, "[", i, "]"), of[i], want[i])
		}
	case float64:
		x, ok := got.(float64)
		if !ok || !near(x, want) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	default:
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
}

// near reports whether a number is another one, whole ones exactly, with six digits otherwise, and not 1 for nearly 1.
func near(got, want float64) bool {
	switch {
	case got == want:
		return true
	case want == math.Trunc(want) || got == 1:
		return false
	}
	return math.Abs(got-want) <= 6e-6*math.Abs(want) || math.Abs(want) >= 1e6 && math.Abs(got-want) <= 0.5
}

// TestSameBytes: a record has the same bytes each time, and another encoder's.
func TestSameBytes(t *testing.T) {
	given := answer{Texts: []string{"b", "a"}, Numbers: []float64{1, 2.5}, Rows: []row{{Method: "x"}}}
	var first string
	for range 3 {
		texts := pagedata.NewStrings()
		e := New(texts, Places{})
		columns := e.Collect(&given)
		texts.Settle()
		if text := string(e.Bytes(columns)); first == "" {
			first = text
		} else if text != first || strings.Contains(text, "numbers") {
			t.Errorf("%q, first %q", text, first)
		}
	}
}

// Places are those in the list, whether ids are near each other or not.
func TestPlaces(t *testing.T) {
	for _, ids := range [][]iprof.MethodID{nil, {0}, {5, 3, 1000}, {1 << 30, 2, 7}, {1<<31 - 1}} {
		p := NewPlaces(len(ids), func(i int) iprof.MethodID { return ids[i] })
		for i, id := range ids {
			if got, ok := p.of(id); !ok || got != i {
				t.Errorf("%d of %d: %d, %t", id, ids, got, ok)
			}
		}
		for _, id := range []iprof.MethodID{-1, 4, 1001, 1<<31 - 2} {
			if got, ok := p.of(id); ok {
				t.Errorf("%d of %d is at %d", id, ids, got)
			}
		}
	}
}
