package iprof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// content returns the content of a profile by names: the sums of its records by section and place, and its tables. It is read by
// encoding/json, and pairs successors by target alone, because totals before 1.0.0 are by target only.
func content(t *testing.T, data []byte) (records map[string]int64, tables []string) {
	t.Helper()
	var d struct {
		Version string
		Types   []struct {
			ID             int
			Name, TypeName string
		}
		Methods []struct {
			ID               int
			Name, MethodName string
			Signature        []int
		}
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &sections); err != nil {
		t.Fatal(err)
	}
	types, methods := map[int]string{}, map[string]string{}
	typ := func(id int) string {
		if name, ok := types[id]; ok {
			return strconv.Quote(name)
		}
		return fmt.Sprint("type ", id)
	}
	for _, x := range d.Types {
		if x.ID >= 0 {
			types[x.ID] = x.Name + x.TypeName
			tables = append(tables, typ(x.ID))
		}
	}
	for _, m := range d.Methods {
		if m.ID < 0 {
			continue
		}
		name := strconv.Quote(m.Name + m.MethodName)
		for _, s := range m.Signature {
			name += " " + typ(s)
		}
		methods[strconv.Itoa(m.ID)] = name
		tables = append(tables, name)
	}
	slices.Sort(tables)

	records = map[string]int64{}
	for key, raw := range sections {
		section := key
		for old, now := range map[string]string{
			"hotnessPoints": "callCountProfiles", "conditionalPoints": "conditionalProfiles",
			"invokePoints": "virtualInvokeProfiles", "monitorsProfile": "monitorProfiles",
		} {
			if key == old {
				section = now
			}
		}
		if !strings.HasSuffix(section, "Profiles") || section == "castProfiles" { // tables, and fields of no version
			continue
		}
		var list []struct {
			Ctx, MethodBciList string
			Records            []int64
		}
		if err := json.Unmarshal(raw, &list); err != nil { // the monitors of 0.2.0 are an object
			list = append(list, struct {
				Ctx, MethodBciList string
				Records            []int64
			}{})
			if err := json.Unmarshal(raw, &list[0]); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range list {
			var at []string
			for _, frame := range strings.FieldsFunc(r.Ctx+r.MethodBciList, func(r rune) bool { return r == '<' || r == ',' }) {
				id, bci, _ := strings.Cut(frame, ":")
				if name, ok := methods[id]; ok {
					id = name
				}
				at = append(at, id+"@"+bci)
			}
			if section == "monitorProfiles" {
				at = nil
			}
			place := section + " " + strings.Join(at, "<") + " "
			switch section {
			case "callCountProfiles", "samplingProfiles":
				records[place] += r.Records[0]
			case "conditionalProfiles":
				once := map[int64]bool{}
				for i := 0; i < len(r.Records); i += 3 {
					if target := r.Records[i]; !once[target] {
						records[place+fmt.Sprint("→", target)] += r.Records[i+2]
						once[target] = strings.HasPrefix(d.Version, "0.")
					}
				}
			default:
				for i := 0; i < len(r.Records); i += 2 {
					records[place+typ(int(r.Records[i]))] += r.Records[i+1]
				}
			}
		}
	}
	return records, tables
}

func written(t *testing.T, p *iprof.Profile) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := iprof.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	files := map[string][]byte{}
	for _, pattern := range []string{"../testdata/*.iprof", "../../shared/real/*.gz", "../../shared/jvm/*/*.iprof*", "../../shared/edge/ok_*.iprof"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range smallOnes(t, found) {
			data := testfile.Read(t, file)
			if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
				if data, err = gunzip(data); err != nil {
					t.Fatal(err)
				}
			}
			files[filepath.Base(file)] = data
		}
	}
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, tables := content(t, data)
			for _, c := range []struct {
				how    string
				p      *iprof.Profile
				tables bool
			}{{"as it is", p, true}, {"canonical", iprof.Canonical(p, false), true}, {"used only", iprof.Canonical(p, true), false}} {
				out := written(t, c.p)
				got, gotTables := content(t, out)
				if !maps.Equal(got, want) {
					t.Errorf("%s: %d places, want %d", c.how, len(got), len(want))
				}
				if c.tables && !slices.Equal(gotTables, tables) {
					t.Errorf("%s: other types and methods", c.how)
				}
				if !c.tables && len(gotTables) > len(tables) {
					t.Errorf("%s: more types and methods", c.how)
				}
				q, err := iprof.Parse(bytes.NewReader(out), iprof.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if again := written(t, q); !bytes.Equal(out, again) {
					t.Errorf("%s: written is other than read", c.how)
				}
				if c.how != "as it is" {
					if again := written(t, iprof.Canonical(q, false)); !bytes.Equal(out, again) {
						t.Errorf("%s: the canonical form has another canonical form", c.how)
					}
				}
				if (q.Version.String() == "1.1.0") != (q.InstanceOf.Len() > 0) {
					t.Errorf("%s: version %s with %d records of instanceof", c.how, q.Version, q.InstanceOf.Len())
				}
			}
		})
	}
}

// An empty section says that there was nothing to count, but version 1.0.0 has no instanceof section.
func TestWriteEmptySections(t *testing.T) {
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.1.0","types":[],"methods":[],"callCountProfiles":[],"instanceofProfiles":[]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[]}` + "\n"
	if got := string(written(t, p)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A file whose contexts are so long that blocks of records are written before they are complete is written as it was, with any number
// of processors.
func TestWriteLongContexts(t *testing.T) {
	text := []byte(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]},{"id":2,"name":"g","signature":[0,0]}],"callCountProfiles":[`)
	context := "1:0"
	for depth := range 1500 {
		if depth > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, `{"ctx":"%s","records":[%d]}`, context, depth)
		context += fmt.Sprintf("<%d:0", (depth+1)%2+1)
	}
	text = append(text, "]}\n"...)
	p, err := iprof.Parse(bytes.NewReader(text), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, processors := range []int{1, 2, 3} {
		before := runtime.GOMAXPROCS(processors)
		got := written(t, p)
		if runtime.GOMAXPROCS(before); !bytes.Equal(got, text) {
			t.Errorf("with %d processors, %d bytes written differ from the %d read", processors, len(got), len(text))
		}
	}
}

// A writer that fails ends the writing with its error.
func TestWriteFails(t *testing.T) {
	full := errors.New("no space")
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	for i := range 10_000 {
		b.AddType(iprof.Type{ID: iprof.TypeID(i), Name: "T"})
	}
	p := b.Profile()
	for _, limit := range []int{0, 20, 1000, 100_000} {
		if err := iprof.Write(&limited{limit, full}, p); err != full {
			t.Errorf("after %d bytes: %v", limit, err)
		}
	}
}

// limited takes so many bytes, and then fails.
type limited struct {
	bytes int
	err   error
}

func (l *limited) Write(b []byte) (int, error) {
	if l.bytes -= len(b); l.bytes < 0 {
		return 0, l.err
	}
	return len(b), nil
}

func TestWriteNames(t *testing.T) {
	name := "q\" b\\ n\n r\r 0\x00 \x1f \x7f é 漢 \u2028 </script>"
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	b.AddType(iprof.Type{ID: 3, Name: name})
	b.AddMethod(iprof.Method{ID: 5, Name: name, Declaring: 3, Return: 3})
	q, err := iprof.Parse(bytes.NewReader(written(t, b.Profile())), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if q.Types.At(0).Name != name || q.Methods.At(0).Name != name {
		t.Errorf("%q, %q", q.Types.At(0).Name, q.Methods.At(0).Name)
	}
}

// TestCanonical compares two forms of one profile with a canonical one that was written by hand.
func TestCanonical(t *testing.T) {
	want := `{"version":"1.0.0","types":[{"id":0,"name":"int"},{"id":1,"name":"void"},{"id":2,"name":"A"},{"id":3,"name":"B"}],` +
		`"methods":[{"id":1,"name":"a","signature":[2,1]},{"id":2,"name":"m","signature":[3,1]},{"id":3,"name":"m","signature":[3,1,0]}],` +
		`"monitorProfiles":[{"ctx":"0:0","records":[2,5,3,1]}],` +
		`"virtualInvokeProfiles":[{"ctx":"1:7","records":[2,1,3,5]}],` +
		`"callCountProfiles":[{"ctx":"1:0","records":[3]},{"ctx":"2:0<1:7","records":[6]},{"ctx":"3:0<1:7","records":[4]},{"ctx":"1:0<3:2<1:7","records":[1]}],` +
		`"conditionalProfiles":[{"ctx":"1:3","records":[9,0,5,9,0,2,20,1,3]}]}` + "\n"
	for name, text := range map[string]string{
		"1.0.0": `{"samplingProfilesX":1,"version":"1.0.0","callCountProfiles":[{"ctx":"70:0<80:2<9:7","records":[1]},{"ctx":"80:0<9:7","records":[4]},
			{"ctx":"9:0","records":[1]},{"ctx":"70:0<9:7","records":[6]},{"ctx":"9:0","records":[2]}],
			"virtualInvokeProfiles":[{"ctx":"9:7","records":[33,2,33,3]},{"ctx":"9:7","records":[22,1]}],
			"conditionalProfiles":[{"ctx":"9:3","records":[9,0,5,20,1,1]},{"ctx":"9:3","records":[20,1,2,9,0,0,9,0,2]}],
			"monitorProfiles":[{"ctx":"0:0","records":[33,1,22,5]}],
			"types":[{"id":33,"name":"B"},{"id":22,"name":"A"},{"id":4,"name":"int"},{"id":5,"name":"void"}],
			"methods":[{"id":80,"name":"m","signature":[33,5,4]},{"id":70,"name":"m","signature":[33,5]},{"id":9,"name":"a","signature":[22,5]}]}`,
	} {
		text = strings.ReplaceAll(text, `"70:0<80:2<9:7"`, `"9:0<80:2<9:7"`)
		p, err := iprof.Parse(strings.NewReader(text), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(written(t, iprof.Canonical(p, false))); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestHalvesOfSurrogatePairs has names that differ only in half of a surrogate pair. They stay apart, there is a warning, and
// they are written as they were.
func TestHalvesOfSurrogatePairs(t *testing.T) {
	const file = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"p.\ud800"},{"id":2,"name":"p.\ud801"},{"id":3,"name":"é\udfff퟿😀"}],` +
		`"methods":[{"id":1,"name":"\udc00x","signature":[1,0]},{"id":2,"name":"m","signature":[2,0]}],"callCountProfiles":[{"ctx":"1:0","records":[5]}]}` + "\n"
	p, err := agree(t, []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := p.Types.At(1).Name, p.Types.At(2).Name; a != "p.\xed\xa0\x80" || b != "p.\xed\xa0\x81" {
		t.Errorf("%q and %q", a, b)
	}
	if len(p.Warnings) != 1 || p.Warnings[0].Kind != iprof.WarnHalfPair || p.Warnings[0].Count != 4 || p.Warnings[0].Path != "types[1].name" {
		t.Errorf("warnings %v", p.Warnings)
	}
	var b bytes.Buffer
	if err := iprof.Write(&b, p); err != nil || b.String() != file {
		t.Errorf("written as %s, %v", &b, err)
	}
	if _, err := agree(t, []byte(halves)); err != nil {
		t.Error(err)
	}
}

// halves has halves of surrogate pairs beside pairs, escapes and each other.
const halves = `{"version":"1.0.0","types":[{"id":0,"name":"\ud83d"},{"id":1,"name":"\uDE00é\udbff"}],"methods":[{"id":1,"name":"\ud83d\ud83d\ude00\ude00","signature":[0,1]},{"id":2,"name":"\ud83d\n12345","signature":[0,1]},{"id":3,"name":"\ud83d\ndc00","signature":[0,1]}]}`

// TestCanonicalOfALeftOutRecord keeps the number of records, and their total, of a section that was not stored, also of one record.
func TestCanonicalOfALeftOutRecord(t *testing.T) {
	const text = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[1,0]}],` +
		`"callCountProfiles":[{"ctx":"1:0","records":[7]}],"samplingProfiles":[{"ctx":"1:3","records":[5]}]}`
	p, err := iprof.Parse(strings.NewReader(text), iprof.Options{Sections: []iprof.Section{iprof.Calls}})
	if err != nil {
		t.Fatal(err)
	}
	if c := iprof.Canonical(p, false); c.Records(iprof.Samples) != 1 || c.Total(iprof.Samples) != p.Total(iprof.Samples) || c.Total(iprof.Calls) != 7 {
		t.Errorf("%d records of samples, total %d; total of calls %d", c.Records(iprof.Samples), c.Total(iprof.Samples), c.Total(iprof.Calls))
	}
}
