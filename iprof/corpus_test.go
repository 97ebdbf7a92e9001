package iprof_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// shared returns a folder of profiles that are not the project's own.
func shared(t testing.TB, folder string) string {
	dir := filepath.Join("../../shared", folder)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the profiles of %s are not here", dir)
	}
	return dir
}

// profiles returns the profiles in a folder and below: in the short tier of tests without large ones.
func profiles(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.iprof", "*.iprof.gz", "*/*.iprof", "*/*.iprof.gz"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatalf("no profile in %s", dir)
	}
	return smallOnes(t, files)
}

// smallOnes leaves large files to the long tier of tests.
func smallOnes(t testing.TB, files []string) []string {
	t.Helper()
	if testtier.More(t, "large published profiles") {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool {
		most := int64(400_000)
		if strings.HasSuffix(file, ".gz") {
			most = 30_000 // they have up to fifty times as many
		}
		info, err := os.Stat(file)
		return err == nil && info.Size() > most
	})
}

// agree checks that Parse and the second reader read the same out of data, or that both refuse it.
func agree(t *testing.T, data []byte) (*iprof.Profile, error) {
	t.Helper()
	p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
	r, refused := read(data)
	switch {
	case (err == nil) != (refused == nil):
		t.Errorf("Parse: %v; encoding/json and the format's description: %v", err, refused)
	case err == nil:
		if err := compare(p, r); err != nil {
			t.Error(err)
		}
	}
	return p, err
}

func TestAgainstEncodingJSON(t *testing.T) {
	for _, dir := range []string{"../testdata", "real", "jvm"} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			if dir != "../testdata" {
				dir = shared(t, dir)
			}
			for _, name := range profiles(t, dir) {
				t.Run(filepath.Base(name), func(t *testing.T) {
					t.Parallel()
					data := testfile.Read(t, name)
					if _, err := agree(t, data); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

// dialects are small profiles of every dialect; the first three say the same.
var dialects = []struct{ name, in string }{
	{"0.2.0", `{"version":"0.2.0",
		"types":[{"id":8,"typeName":"void"},{"id":10,"typeName":"Fib"},{"id":2280,"typeName":"java.lang.String"}],
		"methods":[{"id":1,"methodName":"main","signature":[10,8]},{"id":2,"methodName":"fibonacci","signature":[10,8,2280]}],
		"monitorsProfile":{"records":[10,1,2280,7]},
		"hotnessPoints":[{"methodBciList":"1:0","records":[1]},{"methodBciList":"2:0,1:3","records":[10]}],
		"conditionalPoints":[{"methodBciList":"2:11,1:3","records":[20,0,10,53,1,1]}],
		"invokePoints":[{"methodBciList":"2:34,1:3","records":[2280,10]}]}`},
	{"0.4.0", `{"version":"0.4.0",
		"monitorProfiles":[{"ctx":"0:0","records":[10,1,2280,7]}],
		"types":[{"id":8,"name":"void"},{"id":10,"name":"Fib"},{"id":2280,"name":"java.lang.String"}],
		"methods":[{"id":1,"name":"main","signature":[10,8]},{"id":2,"name":"fibonacci","signature":[10,8,2280]}],
		"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:3","records":[10]}],
		"conditionalProfiles":[{"ctx":"2:11<1:3","records":[20,0,10,53,1,1]}],
		"virtualInvokeProfiles":[{"ctx":"2:34<1:3","records":[2280,10]}]}`},
	{"1.0.0", `{"version":"1.0.0",
		"types":[{"id":8,"name":"void"},{"id":10,"name":"Fib"},{"id":2280,"name":"java.lang.String"}],
		"methods":[{"id":1,"name":"main","signature":[10,8]},{"id":2,"name":"fibonacci","signature":[10,8,2280]}],
		"monitorProfiles":[{"ctx":"0:0","records":[10,1,2280,7]}],
		"virtualInvokeProfiles":[{"ctx":"2:34<1:3","records":[2280,10]}],
		"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:3","records":[10]}],
		"conditionalProfiles":[{"ctx":"2:11<1:3","records":[20,0,10,53,1,1]}]}`},
	{"1.1.0", with(`"monitorProfiles":[{"ctx":"0:0","records":[10,1]}],"instanceofProfiles":[{"ctx":"2:5<1:-6","records":[10,4,9,0]}],` +
		`"samplingProfiles":[{"ctx":"2:7<1:3","records":[5]},{"ctx":"1:3","records":[0]},{"ctx":"2:9<1:3","records":[6]}]`)},
	{"nothing", `{"version":"1.0.0","types":[],"methods":[]}`},
	{"stripped", `{"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}],
		"callCountProfiles":[{"ctx":"1666:0<12:5","records":[3]}],"virtualInvokeProfiles":[{"ctx":"1666:2","records":[7,1]}]}`},
	{"newer", `{"version":"1.7.0","types":[],"methods":[],"sizes":{"a":[1,2.5e-3,null,"x"]},"callCountProfiles":[{"ctx":"1:0","records":[1],"when":17}]}`},
	{"pre-release", `{"version":"1.0.0-beta+17","types":[],"methods":[]}`},
	{"same context twice", with(`"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"01:00","records":[2]},{"ctx":"1:-0","records":[3]}]`)},
	{"odd numbers", with(`"callCountProfiles":[{"ctx":"2147483647:0<0:65535<000000000000000000001:-32768","records":[9223372036854775807]},{"ctx":"1:5","records":[-0]}],` +
		`"conditionalProfiles":[{"ctx":"1:-1","records":[-5,0,0,-5,0,4,-32768,2147483647,5,65535,7,6]},{"ctx":"1:2","records":[]}],` +
		`"monitorProfiles":[{"ctx":"0:0","records":[2147483647,9223372036854775807]},{"ctx":"1:1<2:2","records":[]}]`)},
	{"packed", with(`"callCountProfiles":[{"ctx":"1:0","records":[34303903801135]}],"conditionalProfiles":[{"ctx":"1:0","records":[1,1,34303903801135,2,2,68719476735]}]`)},
	{"unknown fields", with(`"a":{"version":"2","types":3},"b":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]],"":1,"callCountProfiles":[{"x":[],"records":[1],"y":{"ctx":0},"ctx":"1:0"}]`)},
	{"names", `{"version":"1.0.0","types":[{"id":0,"name":""},{"id":1,"name":"\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t\u0000é😀</script>"}],"methods":[{"id":1,"name":"\u003cinit>","signature":[0,1]}]}`},
}

func TestDialects(t *testing.T) {
	var first []byte
	for i, tt := range dialects {
		t.Run(tt.name, func(t *testing.T) {
			p, err := agree(t, []byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			switch text := describe(p); {
			case i == 0:
				first = text
			case i < 3 && !bytes.Equal(text, first):
				t.Errorf("differs from %s:\n%s\n%s", dialects[0].name, text, first)
			}
		})
	}
}

// There is one warning for each kind, with the number of occurrences and the place of the first.
func TestWarnings(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"none", with(`"callCountProfiles":[{"ctx":"1:0","records":[4]},{"ctx":"2:0<1:3","records":[0]}]`), ``},
		{"newer version", `{"version":"1.2.0","types":[],"methods":[]}`,
			`version: version 1.2.0 is newer than 1.1.0, the newest supported one: unknown fields are skipped`},
		{"pre-release", `{"version":"1.0.0-beta","types":[],"methods":[]}`, `version: version 1.0.0-beta is a pre-release`},
		{"unknown fields", with(`"sizes": ‸{"callCountProfiles":1},"callCountProfiles":[]`),
			`unknown-field: skipped 1 unknown field (first: sizes, byte @)`},
		{"unknown fields of records", with(`"callCountProfiles":[{"ctx":"1:0","records":[4]},{"ctx":"2:0","thread":‸"main","records":[4]},{"thread":"","ctx":"2:0","records":[4]}]`),
			`unknown-field: skipped 2 unknown fields (first: callCountProfiles[1].thread, byte @)`},
		{"old name of a section in a record", with(`"callCountProfiles":[{"ctx":"1:0","records":[4],"hotnessPoints":‸3}]`),
			`unknown-field: skipped 1 unknown field (first: callCountProfiles[0].hotnessPoints, byte @)`},
		{"method not listed", with(`"callCountProfiles":[{"ctx":"1666:0","records":[4]},{"ctx":"1666:0<1:3","records":[1]},{"ctx":"1:0","records":[1]}]`),
			`dangling-method: 1 method id is referred to but not listed in methods, the first being 1666`},
		{"methods of samples not listed", with(`"samplingProfiles":[{"ctx":"8:0<7:0<7:1","records":[4]}]`),
			`dangling-method: 2 method ids are referred to but not listed in methods, the first being 7`},
		{"types not listed", with(`"monitorProfiles":[{"ctx":"0:0","records":[11,1,10,1]}],"virtualInvokeProfiles":[{"ctx":"1:0","records":[12,0,11,1]}]`),
			`dangling-type: 2 type ids are referred to but not listed in types, the most frequent being 11`},
		{"the most frequent type not listed", with(`"monitorProfiles":[{"ctx":"0:0","records":[11,5,13,4]}],"virtualInvokeProfiles":[{"ctx":"1:0","records":[12,6,13,1]}],"instanceofProfiles":[{"ctx":"1:4","records":[13,2]}]`),
			`dangling-type: 3 type ids are referred to but not listed in types, the most frequent being 13`},
		{"types of signatures not listed", methods(`{"id":1,"name":"main","signature":[8,7,6]}`),
			`dangling-type: 2 type ids are referred to but not listed in types, the first being 7`},
		{"callers without a count", with(`"callCountProfiles":[{"ctx":"2:0<1:3","records":[4]},{"ctx":"2:0<2:1<1:3","records":[4]},{"ctx":"2:0<1:7","records":[1]}]`),
			`missing-caller: 2 inlined call counts have a caller without a count: calls per invocation are unknown there`},
		{"packed counts", with(`"callCountProfiles":[{"ctx":"2:0","records":[68719476735]},‸{"ctx":"1:0","records":[34303903801135]}],"conditionalProfiles":[{"ctx":"1:4","records":[7,0,34303903801135]}]`),
			`packed-count: 2 counts look like two 32-bit numbers read as one (first: callCountProfiles[1], byte @)`},
		{"packed counts that differ", with(`"callCountProfiles":[‸{"ctx":"1:0","records":[2190433328079]},{"ctx":"2:0","records":[2190433320975]}],"conditionalProfiles":[{"ctx":"1:4","records":[7,0,35184372093952]}]`),
			// 510<<32 | 7119; but 510<<32 | 15 may be a count, and so may 8192<<32 | 5120.
			`packed-count: 1 count looks like two 32-bit numbers read as one (first: callCountProfiles[0], byte @)`},
		{"packed counts with spaces", with(`"callCountProfiles": [ {"ctx": "2:0", "records": [1]}, ‸{ "records": [ 34303903801135 ], "ctx": "1:0" } ]`),
			`packed-count: 1 count looks like two 32-bit numbers read as one (first: callCountProfiles[1], byte @)`},
		{"a leaf elsewhere, in a number of five digits", with(`"callCountProfiles":[{"ctx":"2:0","records":[1]},‸{"ctx":"1:65535","records":[2]}]`),
			`leaf-bci: 1 call count is not at BCI 0 of the leaf (first: callCountProfiles[1], byte @)`},
		{"a long key", with(`"` + strings.Repeat("k", 1000) + `":‸7`),
			`unknown-field: skipped 1 unknown field (first: "` + strings.Repeat("k", 40) + `"…, byte @)`},
		{"leaf elsewhere", with(`"callCountProfiles":[{"ctx":"2:0","records":[1]},‸{"ctx":"1:3","records":[2]},{"ctx":"1:-1","records":[2]}]`),
			`leaf-bci: 2 call counts are not at BCI 0 of the leaf (first: callCountProfiles[1], byte @)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, want := unmark(t, tt.in, tt.want)
			p, err := iprof.Parse(strings.NewReader(in), iprof.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range p.Warnings {
				got = append(got, string(w.Kind)+": "+w.String())
			}
			if got := strings.Join(got, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// describe writes down all of a profile but its version and its warnings.
func describe(p *iprof.Profile) []byte {
	var b bytes.Buffer
	for _, t := range p.Types.All() {
		fmt.Fprintf(&b, "type %d %q\n", t.ID, t.Name)
	}
	for _, m := range p.Methods.All() {
		fmt.Fprintf(&b, "method %d %q %d %d %d\n", m.ID, m.Name, m.Declaring, m.Return, m.Params)
	}
	for _, s := range iprof.Sections {
		fmt.Fprintln(&b, s, p.Records(s), p.Total(s))
		for _, row := range rows(p, s) {
			fmt.Fprintln(&b, s, row)
		}
	}
	fmt.Fprintln(&b, p.Contexts.Len(), p.Stacks.Len())
	return b.Bytes()
}

// A layout writes JSON in an odd way.
type layout struct {
	*rand.Rand
	space   string // what may be between tokens
	escapes bool
	shuffle bool
}

func (l layout) write(b *bytes.Buffer, v any) {
	between := func() {
		for l.space != "" && l.IntN(3) == 0 {
			b.WriteByte(l.space[l.IntN(len(l.space))])
		}
	}
	between()
	switch v := v.(type) {
	case object:
		if v = slices.Clone(v); l.shuffle {
			l.Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
		}
		b.WriteByte('{')
		for i, p := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			l.write(b, p.key)
			b.WriteByte(':')
			l.write(b, p.value)
		}
		between()
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			l.write(b, e)
		}
		between()
		b.WriteByte(']')
	case string:
		b.WriteByte('"')
		for _, r := range v {
			switch {
			case l.escapes && l.IntN(4) == 0 && r > 0xffff:
				r -= 0x10000
				fmt.Fprintf(b, `\u%04x\u%04X`, 0xd800+r>>10, 0xdc00+r&0x3ff)
			case r < ' ' || r == '"' || r == '\\', l.escapes && l.IntN(4) == 0 && r <= 0xffff:
				fmt.Fprintf(b, `\u%04x`, r)
			default:
				b.WriteRune(r)
			}
		}
		b.WriteByte('"')
	default:
		text, _ := json.Marshal(v)
		b.Write(text)
	}
	between()
}

// However a profile is laid out, it says the same.
func TestLayouts(t *testing.T) {
	var inputs []string
	for _, d := range dialects {
		inputs = append(inputs, d.in)
	}
	for _, name := range profiles(t, "../testdata") {
		text := testfile.Read(t, name)
		inputs = append(inputs, string(text))
	}
	for i, in := range inputs {
		p, err := iprof.Parse(strings.NewReader(in), iprof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := describe(p)
		v, err := readJSON([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(i), 0))
		for what, l := range map[string]layout{
			"compact":         {random, "", false, false},
			"white space":     {random, " \t\r\n", false, false},
			"CRLF":            {random, "\r\n", false, false},
			"escapes":         {random, "", true, false},
			"shuffled":        {random, "", false, true},
			"all of it":       {random, " \n", true, true},
			"byte order mark": {random, "", false, false},
		} {
			var b bytes.Buffer
			if what == "byte order mark" {
				b.WriteString("\ufeff")
			}
			l.write(&b, v)
			text := b.String()
			half, third := len(text)/2, len(text)/3
			for how, r := range map[string]io.Reader{
				"at once":             strings.NewReader(text),
				"by the byte":         iotest.OneByteReader(strings.NewReader(text)),
				"by halves":           iotest.HalfReader(strings.NewReader(text)),
				"with the error":      iotest.DataErrReader(strings.NewReader(text)),
				"gzipped":             strings.NewReader(zipped(text)),
				"gzipped by the byte": iotest.OneByteReader(strings.NewReader(zipped(text))),
				"in gzip members":     strings.NewReader(zipped(text[:third], "", text[third:half], text[half:], "")),
			} {
				p, err := iprof.Parse(r, iprof.Options{})
				if err != nil {
					t.Fatalf("%s, %s: %v\n%.1000s", what, how, err, text)
				}
				if got := describe(p); !bytes.Equal(got, want) {
					t.Fatalf("%s, %s:\ngot\n%s\nwant\n%s", what, how, got, want)
				}
			}
		}
	}
}

// TestChangedBytes: of a compact profile with one byte changed, left out or put in, Parse reads the same as encoding/json and the
// format's description, or both refuse it. Most of these are not as native-image writes them, and some only nearly.
func TestChangedBytes(t *testing.T) {
	testtier.Sequential(t)
	const text = `{"version":"1.1.0","types":[{"id":8,"name":"void"},{"id":10,"name":"F"}],"methods":[{"id":1,"name":"m","signature":[10,8]},{"id":2,"name":"f","signature":[10,8,8]}],` +
		`"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:3","records":[10]}],"conditionalProfiles":[{"ctx":"2:7<1:-3","records":[20,0,1]}]}`
	characters := "0 :<,}\"\\"
	if testtier.More(t, "more characters than those of which each begins something else") {
		characters = "0179 :<-,.]}\"\\x"
	}
	for i := strings.Index(text, `"types"`); i < len(text); i++ {
		changed := []string{text[:i] + text[i+1:]}
		for _, c := range characters {
			changed = append(changed, text[:i]+string(c)+text[i+1:], text[:i]+string(c)+text[i:])
		}
		for _, in := range changed {
			if agree(t, []byte(in)); t.Failed() {
				t.Fatalf("of %s", in)
			}
		}
	}
}

// window is the size of the reader's window on the input. Nothing depends on it but which cases this file tests.
const window = 256 << 10

// Wherever the border of the window falls, the profile says the same.
func TestWindowBorder(t *testing.T) {
	testtier.Sequential(t)
	all := testtier.More(t, "each border with every reader, rather than one")
	in := dialects[slices.IndexFunc(dialects, func(d struct{ name, in string }) bool { return d.name == "names" })].in
	in = strings.TrimSuffix(in, "}") + `,"callCountProfiles":[{"ctx":"1:0","records":[12345]},{"ctx":"1:0<1:-77<1:78","records":[6789]}],` +
		`"conditionalProfiles":[{"records" : [ -5 , 0 , 10, 53, 1, 1234567 ] , "ctx" : "1:11\u003c1:3" }],` +
		`"new":[true,false,null,-12.5e+17,"\ud83d\ude00"],"samplingProfiles":[{"ctx":"1:0<1:2","records":[12345678]}]}`
	p, err := agree(t, []byte(in))
	if err != nil {
		t.Fatal(err)
	}
	want := describe(p)
	for border := range len(in) {
		padded := `{` + strings.Repeat(" ", window-border) + in[1:]
		readers := []struct {
			how string
			r   io.Reader
		}{
			{"at once", strings.NewReader(padded)},
			{"by 100,000", &pieces{padded, 100_000}},
			{"in two parts", io.MultiReader(strings.NewReader(padded[:window]), strings.NewReader(padded[window:]))},
		}
		if i := border % len(readers); !all {
			readers = readers[i : i+1]
		}
		for _, by := range readers {
			how, r := by.how, by.r
			p, err := iprof.Parse(r, iprof.Options{})
			if err != nil {
				t.Fatalf("border after %d bytes, %s: %v", border, how, err)
			}
			if got := describe(p); !bytes.Equal(got, want) {
				t.Fatalf("border after %d bytes, %s:\ngot\n%s\nwant\n%s", border, how, got, want)
			}
		}
	}
}

// pieces reads a string in pieces of some length.
type pieces struct {
	rest string
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.rest == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.n)], p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// Errors at the border of the window are those that they are elsewhere.
func TestMalformedAtWindowBorder(t *testing.T) {
	testtier.Sequential(t)
	borders := []int{-1, 0, 1} // bytes from the error
	if testtier.More(t, "seven places of the border rather than three") {
		borders = []int{-5, -1, 0, 1, 2, 5, 11}
	}
	for _, tt := range malformed {
		in, _ := unmark(t, tt.in, tt.want)
		at := strings.Index(tt.in, "‸")
		if at < 0 || !strings.HasPrefix(in, "{") || len(in) > 1<<18 {
			continue
		}
		for _, border := range borders {
			border += at
			pad := window - border
			_, err := iprof.Parse(strings.NewReader(`{`+strings.Repeat(" ", pad)+in[1:]), iprof.Options{})
			want := strings.Replace(tt.want, "@", strconv.Itoa(at+pad), 1)
			if err == nil || err.Error() != want {
				t.Errorf("%s: border after %d bytes:\ngot  %v\nwant %s", tt.name, border, err, want)
			}
		}
	}
}

// Records longer than the window are read like any other.
func TestLongRecords(t *testing.T) {
	testtier.Sequential(t)
	ctx := strings.Repeat("1:17<", 60_000) + "1:0" // longer than the window
	var numbers []string
	for i := range 30_000 {
		numbers = append(numbers, fmt.Sprint(i, ",", i, ",", i+1000))
	}
	in := with(`"callCountProfiles":[{"ctx":"2:0","records":[1]},{"ctx":"` + ctx + `","records":[2]},{"ctx":"` + ctx + `","records":[3]}],` +
		`"conditionalProfiles":[{"ctx":"1:3","records":[` + strings.Join(numbers, ",") + `]},{"ctx":"1:4","records":[1,2,3]}],` +
		`"samplingProfiles":[{"ctx":"` + ctx + `","records":[4]}]`)
	p, err := agree(t, []byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if p.Contexts.Len() != 60_002 || p.Stacks.Len() != 60_001 {
		t.Errorf("%d and %d frames", p.Contexts.Len(), p.Stacks.Len())
	}
	q, err := iprof.Parse(strings.NewReader(zipped(in)), iprof.Options{}) // more than is inflated ahead
	if err != nil || q.Contexts.Len() != p.Contexts.Len() || q.Total(iprof.Conditionals) != p.Total(iprof.Conditionals) {
		t.Errorf("gzipped: %v", err)
	}
}

// Odd and bad files, with the verdict that each is to get.
func TestEdgeFiles(t *testing.T) {
	dir := shared(t, "edge")
	text := testfile.Read(t, filepath.Join(dir, "manifest.json"))
	var cases []struct {
		File, Why, Equals, Expected string
		AlsoOK                      []string `json:"also_ok"`
		Totals                      map[string]int64
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	for _, tt := range cases {
		t.Run(tt.File, func(t *testing.T) {
			data := testfile.Read(t, filepath.Join(dir, tt.File))
			p, err := agree(t, data)
			verdict := "accept"
			switch {
			case err != nil:
				verdict = "reject"
			case len(p.Warnings) > 0:
				verdict = "accept-with-warning"
			}
			if verdict != tt.Expected && !slices.Contains(tt.AlsoOK, verdict) {
				t.Errorf("%s, not %s: %s: %v", verdict, tt.Expected, tt.Why, err)
			}
			if err != nil {
				if text := err.Error(); strings.Contains(text, "\n") || len(text) > 300 {
					t.Errorf("an error for several lines: %s", text)
				}
				return
			}
			for name, want := range tt.Totals {
				section := map[string]iprof.Section{
					"samples": iprof.Samples, "call_count_sum": iprof.Calls, "conditional_sum": iprof.Conditionals, "monitors": iprof.Monitors,
				}[name]
				if got := p.Total(section); got != want {
					t.Errorf("%s: %d, want %d", name, got, want)
				}
			}
			if tt.Equals != "" {
				lines := func(p *iprof.Profile) []string { return slices.Sorted(strings.Lines(string(describe(p)))) }
				if got, want := lines(p), lines(load(t, filepath.Join(dir, tt.Equals))); !slices.Equal(got, want) {
					t.Errorf("is not equal to %s", tt.Equals)
				}
			}
		})
	}
}

// A profile may be read from many goroutines.
func TestConcurrentReaders(t *testing.T) {
	p := load(t, "../testdata/shop.iprof")
	want := describe(p)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if !bytes.Equal(describe(p), want) {
				t.Error("differs")
			}
			for i := range p.MethodSlots() {
				if m, ok := p.MethodAt(i); !ok || p.MethodSlot(m.ID) != i {
					t.Error("slots differ")
				}
			}
			for i := range p.TypeSlots() {
				if m, ok := p.TypeAt(i); !ok || p.TypeSlot(m.ID) != i {
					t.Error("slots differ")
				}
			}
		})
	}
	wg.Wait()
}
