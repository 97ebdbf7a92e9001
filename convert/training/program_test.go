package training_test

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// program writes a jar with copies of Greeter, under other names, and opens it. A Greeter has a constructor of 5
// bytes and greet(String) of 14.
func program(t *testing.T, classes ...string) *classpath.Path {
	t.Helper()
	greeter, err := zip.OpenReader("../../classfile/testdata/greeter.jar")
	if err != nil {
		t.Fatal(err)
	}
	defer greeter.Close()
	in, err := greeter.Open("Greeter.class")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "app.jar")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	for _, name := range classes {
		w, err := z.Create(name + ".class")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), "\x00\x07Greeter", fmt.Sprintf("\x00%c%s", len(name), name), 1)
		if strings.HasPrefix(name, "damaged") {
			text = text[:100]
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	path := testpath.Open(t, file)
	return path
}

// text is a table for comparison: its title and rows.
func text(t *table.Table, keys ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d\n", t.Title, t.Base)
	for _, r := range t.AllRows() {
		for _, key := range keys {
			c := t.Cell(r, key)
			switch c.Kind {
			case table.Int:
				fmt.Fprintf(&b, "%d ", c.Int)
			case table.Float:
				fmt.Fprintf(&b, "%.2f ", c.Low)
			default:
				fmt.Fprintf(&b, "%s ", c.Text)
			}
		}
		b.WriteByte('\n')
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

const calls = `{"version":"1.0.0","types":[{"id":0,"name":"app.Gre"},{"id":1,"name":"java.lang.String"},{"id":2,"name":"void"},{"id":3,"name":"lib.a.G"}],
	"methods":[{"id":1,"name":"greet","signature":[0,1,1]},{"id":2,"name":"<init>","signature":[0,2]},{"id":3,"name":"greet","signature":[3,1,1]},
		{"id":4,"name":"greet","signature":[3,1,2]}],
	%q:[{"ctx":"1:0","records":[%d]},{"ctx":"4:0","records":[9]},{"ctx":"3:0<1:7","records":[2]},{"ctx":"2:0","records":[%d]}]}`

func TestCoverage(t *testing.T) {
	path := program(t, "app/Gre", "app/Hey", "lib/a/G", "lib/b/H")
	p := testprofile.Parse(t, fmt.Sprintf(calls, "callCountProfiles", 10, 0))
	s, damaged := training.OfProgram(p, path, training.ProgramOptions{})
	if len(damaged) > 0 || s.Title != "coverage: 2 of 8 methods ran, 25.0%, with 36.8% of the bytecode" { // 28 of 76 bytes
		t.Errorf("%s, %v", s.Title, damaged)
	}
	facts := map[string]int64{}
	for _, f := range s.Facts {
		facts[f.Key] = f.Value.Int
	}
	for key, want := range map[string]int64{"classes": 4, "methods": 8, "entered": 2, "bytes": 76, "entered_bytes": 28} {
		if facts[key] != want {
			t.Errorf("%s: %d, want %d", key, facts[key], want)
		}
	}
	if m := s.Table("methods"); m.Base != 76-28 || m.Whole != m.Base {
		t.Errorf("%d of %d bytes were not entered", m.Base, m.Whole)
	}
	got := text(s.Table("packages"), "package", "methods", "entered", "entered_share", "bytes", "entered_bytes") + text(s.Table("methods"), "bytes", "method")
	want := `packages by bytecode without entries, 8
app 4 1 0.25 38 14
lib.b 2 0 0.00 19 0
lib.a 2 1 0.50 19 14
methods without entries by bytecode, 48
14 app.Hey.greet(java.lang.String)
14 lib.b.H.greet(java.lang.String)
5 app.Gre.<init>()
5 app.Hey.<init>()
5 lib.a.G.<init>()
5 lib.b.H.<init>()
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	// The application first, and few rows.
	s, _ = training.OfProgram(p, path, training.ProgramOptions{Application: regexp.MustCompile(`^lib\.a\.`), Limit: 1})
	got = text(s.Table("packages"), "package", "methods", "entered", "bytes", "entered_bytes") + text(s.Table("methods"), "bytes", "method")
	want = `packages by bytecode without entries, 1 of 3, 8
lib.a 2 1 19 14
<2 more packages> 6 1 57 14
methods without entries by bytecode, 1 of 6, 48
5 lib.a.G.<init>()
<5 more methods>
`
	if got = strings.Replace(got, "43 <5", "<5", 1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	s, _ = training.OfProgram(p, path, training.ProgramOptions{Application: regexp.MustCompile(`^lib\.a\.`), Limit: 3})
	got = text(s.Table("packages").Truncate(1), "package", "methods", "entered", "bytes", "entered_bytes") + text(s.Table("methods").Truncate(1), "bytes", "method")
	if got = strings.Replace(got, "43 <5", "<5", 1); got != want {
		t.Errorf("truncated:\n%s\nwant\n%s", got, want)
	}
}

// A method whose contexts have no count of it ran, if they have one of what it does; not one whose contexts have zeros.
func TestMethodsWithoutACountRan(t *testing.T) {
	path := program(t, "app/Gre", "lib/a/G")
	for records, want := range map[string]string{
		`"callCountProfiles":[{"ctx":"4:0","records":[9]},{"ctx":"3:0<1:7","records":[2]}]`:                                                  "coverage: 2 of 4 methods ran",
		`"callCountProfiles":[{"ctx":"4:0","records":[9]},{"ctx":"3:0<1:7","records":[0]}]`:                                                  "coverage: 0 of 4 methods ran",
		`"callCountProfiles":[{"ctx":"4:0","records":[9]}],"conditionalProfiles":[{"ctx":"2:3","records":[5,0,0,8,1,4]}]`:                    "coverage: 1 of 4 methods ran",
		`"callCountProfiles":[{"ctx":"4:0","records":[9]}],"virtualInvokeProfiles":[{"ctx":"1:3<2:1","records":[0,4]}]`:                      "coverage: 2 of 4 methods ran",
		`"callCountProfiles":[{"ctx":"4:0","records":[9]}],"samplingProfiles":[{"ctx":"1:3<2:1","records":[4]},{"ctx":"3:3","records":[0]}]`: "coverage: 2 of 4 methods ran",
	} {
		listed, _, _ := strings.Cut(calls, "%q:")
		s, _ := training.OfProgram(testprofile.Parse(t, listed+records+"}"), path, training.ProgramOptions{})
		if !strings.HasPrefix(s.Title, want+",") {
			t.Errorf("%s: %s", records, s.Title)
		}
	}
}

// Without call counts, it is unknown which methods did not run: only those on stacks are counted, and no number is about entries.
func TestSamplesKnowSomeMethods(t *testing.T) {
	p := testprofile.Parse(t, fmt.Sprintf(calls, "samplingProfiles", 1, 1))
	s, _ := training.OfProgram(p, program(t, "lib/b/Large", "app/Gre", "lib/a/G"), training.ProgramOptions{Application: regexp.MustCompile("^none")})
	if len(s.Tables) != 1 || len(s.Caveats) != 1 || s.Title != "coverage: at least 3 of 6 methods ran (seen in sampled stacks)" {
		t.Errorf("%q, %d tables, %q", s.Title, len(s.Tables), s.Caveats)
	}
	// greet and <init> of app.Gre, greet(String) of lib.a.G.
	want := `packages by methods on sampled stacks, 6
app 2 2
lib.a 2 1
lib.b 2 0
`
	packages := s.Table("packages")
	if got := text(packages, "package", "methods", "sampled"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, key := range []string{"entered", "entered_share", "entered_bytes", "entered_bytes_share"} {
		if c := packages.Cell(packages.Rows[0], key); c.Kind != table.None {
			t.Errorf("%s is %v", key, c)
		}
	}
	facts := map[string]table.Cell{}
	for _, f := range s.Facts {
		facts[f.Key] = f.Value
	}
	if facts["entered"].Kind != table.Unknown || facts["entered_bytes"].Kind != table.Unknown || facts["sampled"].Int != 3 {
		t.Errorf("facts %v", facts)
	}
}

func TestDamagedClassesAreNotCounted(t *testing.T) {
	s, damaged := training.OfProgram(testprofile.Parse(t, fmt.Sprintf(calls, "callCountProfiles", 1, 1)), program(t, "app/Gre", "damaged/A"), training.ProgramOptions{})
	if len(damaged) != 1 || !strings.Contains(damaged[0].Error(), "app.jar!damaged/A.class") || s.Table("packages").Base != 2 {
		t.Errorf("%v, %d methods", damaged, s.Table("packages").Base)
	}
}
