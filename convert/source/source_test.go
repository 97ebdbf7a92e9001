package source_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testjfr"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// One text or message of each format.
const (
	iprofText  = `{"version":"1.0.0","types":[],"methods":[]}`
	foldedText = "main 2\nmain;app.Main.run 3\n"
	xprofText  = `Flat profile of 1.20 secs (100 total ticks): sorter

     Compiled + native   Method
100.0%   100  +     0    app.Index.sort
100.0%   100  +     0    Total compiled
`
	gprofngText = `Functions Call Tree. Metric: Attributed Total CPU Time

Attr. Total   Attr.      Name
CPU           Sync Wait
 sec.      %   sec.
0.030 100.00  0.711      +-<Total>
0.030 100.00  0.711        +-main
0.010  33.33  0.011          +-work
`
)

// The same as a recording, and as text of perf script.
var jfrText = string(testjfr.Chunk{Events: []testjfr.Event{
	testjfr.Sample("main", "app/Main", "main", "run"), testjfr.Sample("main", "app/Main", "main", "run"),
	{Type: "jdk.ThreadStart", Stack: []testjfr.Frame{{Class: "java/lang/Thread", Method: "start", Line: 3}}},
}}.Bytes())

const perfText = `app 7 1.0: 1 cycles:
	2 work+0x1 (/app)
	1 main+0x1 (/app)

app 7 1.1: 1 faults:
	3 read+0x1 (/app)
	1 main+0x1 (/app)

app 7 1.2: 1 cycles:
	2 work+0x9 (/app)
	1 main+0x1 (/app)
`

func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.String()
}

func TestFormatsAreRecognized(t *testing.T) {
	output := strings.Repeat("12:00:00 INFO 66% done; 3 left\n", 4<<10)  // more than 4 KiB
	longLine := strings.Repeat("com.example.shop.Frame;", 1000) + "main" // 23 KB
	for name, c := range map[string]struct {
		text string
		want *source.Format
	}{
		"an iprof":                    {iprofText, source.Iprof},
		"with a byte order mark":      {"\ufeff\n" + iprofText, source.Iprof},
		"folded":                      {foldedText, source.Folded},
		"folded with a decimal count": {"a;b 1.5\n", source.Folded},
		"folded after a comment":      {"# perf\na;b 1\n", source.Folded},
		"one frame on a later line":   {"# perf\na 1\n", nil},
		"pprof":                       {"\x0a\x04\x08\x01\x10\x02", source.Pprof},
		"-Xprof":                      {xprofText, source.Xprof},
		"-Xprof after output":         {output + xprofText, source.Xprof},
		"-Xprof after much output":    {strings.Repeat(output, 20) + xprofText, source.Xprof},
		"output alone":                {output, nil},
		"output that is too long":     {strings.Repeat(output, 80) + xprofText, nil},
		"-Xprof after binary output":  {"\x7fELF\x00" + output + xprofText, nil},
		"a call tree":                 {gprofngText, source.Gprofng},
		"a call tree after a header":  {output + gprofngText, source.Gprofng},
		"a long folded line":          {longLine + " 3\na;b 1\n", source.Folded},
		"a long folded line alone":    {longLine + " 3", source.Folded},
		"a very long folded line":     {strings.Repeat(longLine, 20) + " 3\n", source.Folded},
		"a folded line beyond 8 MiB":  {strings.Repeat(longLine, 500) + " 3\n", nil},
		"a long line of prose":        {longLine + "\n", nil},
		"a line that 256 KiB cut":     {longLine[:5000] + strings.Repeat("x", 256<<10-5003) + " 34x;\n", nil},
		"a long line, then a count":   {longLine + "\na;b 1\n", source.Folded},
		"a recording":                 {jfrText, source.JFR},
		"perf script":                 {perfText, source.PerfScript},
		"perf script after a header":  {strings.Repeat("# header\n", 1000) + perfText, source.PerfScript},
		"perf.data":                   {"PERFILE2h\x00\x00", nil},
		"bzip2":                       {"BZh91AY&SY\x00\x01", nil},
		"zstd":                        {"\x28\xb5\x2f\xfd\x00\x01", nil},
		"nothing":                     {"", nil},
		"line breaks":                 {"\ufeff\r\n\r\n", nil},
		"prose":                       {"Once upon a time\n", nil},
	} {
		for _, text := range []string{c.text, packed(c.text)} {
			in, err := source.NewInput(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if in.Blank != (strings.Trim(c.text, "\ufeff\r\n") == "") {
				t.Errorf("%s, gzipped %v: blank %v", name, in.Gzipped, in.Blank)
			}
			if in.Format != c.want {
				t.Errorf("%s, gzipped %v: %+v", name, in.Gzipped, in.Format)
			}
			// Nothing of the file is lost.
			all, err := io.ReadAll(in)
			if err != nil || string(all) != text && string(all) != c.text {
				t.Errorf("%s, gzipped %v: %d bytes are left of %d, %v", name, in.Gzipped, len(all), len(text), err)
			}
		}
	}
}

// A message of pprof begins with a field of Profile in its wire type, and has bytes that no text has.
func TestFirstByteOfPprof(t *testing.T) {
	for b := range 256 {
		field, wire := b>>3, b&7
		want := map[int][]int{
			1: {2}, 2: {2}, 3: {2}, 4: {2}, 5: {2}, 6: {2}, 7: {0}, 8: {0}, 9: {0}, 10: {0}, 11: {2}, 12: {0}, 13: {0, 2}, 14: {0}, 15: {0},
		}
		if got := source.Pprof.Detect([]byte{byte(b), 1, 'x'}); got != slices.Contains(want[field], wire) {
			t.Errorf("%#x: %t", b, got)
		}
	}
	if source.Pprof.Detect(nil) || source.Pprof.Detect([]byte("\ntext\n")) {
		t.Error("text is no message")
	}
}

// Damage may hide what a file has.
func TestCutFilesAreNotBlank(t *testing.T) {
	for _, text := range []string{packed("")[:15], packed("\n\n")[:15], packed("")[:18] + "xx"} {
		if in, err := source.NewInput(strings.NewReader(text)); err != nil || in.Blank {
			t.Errorf("%q: %+v, %v", text, in, err)
		}
	}
}

func TestFormatOfName(t *testing.T) {
	for name, want := range map[string]*source.Format{
		"app.iprof": source.Iprof, "dir.folded/app.iprof.gz": source.Iprof, "A.FOLDED": source.Folded, "x.collapsed.gz": source.Folded,
		"cpu.pb.gz": source.Pprof, "cpu.pprof": source.Pprof, "sort.xprof": source.Xprof,
		"app.jfr": source.JFR, "app.JFR.gz": source.JFR, "cpu.perf": source.PerfScript,
		"cpu.prof": nil, "tree.txt": nil, "app.gz": nil, "folded": nil, "": nil,
	} {
		if got := source.FormatOfName(name); got != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestReadEachFormat(t *testing.T) {
	for _, c := range []struct {
		text      string
		opts      source.Options
		want      string
		unit      string
		perSample int64
	}{
		{foldedText, source.Options{}, foldedText, "counts", 1},
		{jfrText, source.Options{}, "app.Main.main;app.Main.run 2\n", "samples", 1},
		{jfrText, source.Options{SampleType: "ThreadStart"}, "java.lang.Thread.start 1\n", "events", 1},
		{perfText, source.Options{}, "main;work 2\n", "samples", 1},
		{perfText, source.Options{SampleType: "faults"}, "main;read 1\n", "samples", 1},
		{xprofText, source.Options{}, "sorter;compiled;app.Index.sort 100\n", "ticks", 1},
		{gprofngText, source.Options{}, "main 20\nmain;work 10\n", "ms", 0},
		{gprofngText, source.Options{Column: "Sync Wait"}, "main 700\nmain;work 11\n", "sync wait milliseconds", 0},
	} {
		texts := []string{c.text, packed(c.text)}
		if c.text != jfrText { // a byte order mark is no part of a text
			texts = append(texts, "\ufeff"+c.text, packed("\ufeff"+c.text))
		}
		for _, text := range texts {
			s, err := source.Read(strings.NewReader(text), c.opts)
			if err != nil {
				t.Fatalf("%.40q: %v", c.text, err)
			}
			if got, want := testtree.Folded(t, testtree.Of(t, s.Source)), c.want; got != want {
				t.Errorf("%.40q: %q, want %q", c.text, got, want)
			}
			if o := s.Profile.Origin(); o.Unit != c.unit || o.PerSample != c.perSample || o.Format != s.Format.Noun {
				t.Errorf("%.40q: %+v", c.text, o)
			}
		}
	}
	s, err := source.Read(strings.NewReader(iprofText), source.Options{})
	if err != nil || !s.Profile.Origin().IsIprof() {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := source.Read(strings.NewReader("prose"), source.Options{}); !errors.Is(err, source.ErrUnknown) {
		t.Errorf("%v, want %v", err, source.ErrUnknown)
	}
}

func TestLimits(t *testing.T) {
	for _, text := range []string{foldedText, xprofText, gprofngText, iprofText} {
		size := int64(len(text))
		for limit, fails := range map[int64]bool{size: false, size - 1: true, -1: false, 0: false} {
			for _, text := range []string{text, packed(text)} {
				_, err := source.Read(strings.NewReader(text), source.Options{MaxInput: limit})
				if fails != errors.Is(err, iprof.ErrTooLarge) {
					t.Errorf("%.20q of %d bytes, limit %d: %v", text, size, limit, err)
				}
			}
		}
	}
}

func TestErrorsHaveAPlace(t *testing.T) {
	for text, want := range map[string]string{
		foldedText + "x\n": `line 3: "x" is not FRAME;FRAME… COUNT`,
		strings.Replace(gprofngText, "0.010  33.33  0.011", "0.010  0.011", 1):              "line 8: the row has 2 values, the first row 3",
		strings.Replace(xprofText, "100.0%   100  +     0    Total compiled\n", "", 1):      `no -Xprof profile whose rows add up to its ticks: line 1: thread "sorter"`,
		"Flat profile of 1.20 secs (100 total ticks): x\n  Interpreted + native   Method\n": "no -Xprof profile whose rows add up to its ticks: ",
	} {
		_, err := source.Read(strings.NewReader(text), source.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestTables(t *testing.T) {
	s, err := source.Read(strings.NewReader(xprofText+"\nGlobal summary of 1.30 seconds:\n100.0%   130             Received ticks\n"), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Tables) != 2 || s.Tables[0].Name != "threads" || len(s.Tables[0].Rows) != 1 || s.Tables[1].Name != "global_summary" {
		t.Errorf("%+v", s.Tables)
	}
	for _, table := range s.Tables {
		for _, c := range table.Columns {
			if c.Doc == "" || len(table.Rows) == 0 {
				t.Errorf("%s: %s", table.Name, c.Key)
			}
		}
	}
}

func TestSum(t *testing.T) {
	read := func(text string) *source.File {
		s, err := source.Read(strings.NewReader(text), source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var sum source.Sum
	for _, text := range []string{foldedText, "app.Main.run 5\nmain;app.Main.run 1\n"} {
		if err := sum.Add(read(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := sum.Add(read(xprofText)); err == nil || err.Error() != "ticks cannot be added to counts" {
		t.Errorf("%v", err)
	}
	if err := sum.Add(read("x 9223372036854775807\n")); !errors.Is(err, iprof.ErrOverflow) {
		t.Errorf("%v", err)
	}
	got := testtree.Folded(t, testtree.Of(t, sum.File().Source))
	if want := "app.Main.run 5\nmain 2\nmain;app.Main.run 4\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A sum of recordings has the events and threads of all, and says once what was left out; samples of other kinds are not added.
func TestSumOfKinds(t *testing.T) {
	read := func(events ...testjfr.Event) *source.File {
		f, err := source.Read(bytes.NewReader(testjfr.Chunk{Events: events}.Bytes()), source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	of := func(event, thread string) testjfr.Event {
		e := testjfr.Sample(thread, "A", "a", "b")
		e.Type = event
		return e
	}
	const execution, native = "jdk.ExecutionSample", "jdk.NativeMethodSample"
	first := read(of(execution, "main"), of(native, "waits"), of(execution, "pool"))
	all := []*source.File{first, read(of(execution, "main"), of(native, "waits"), of(native, "waits"), testjfr.Event{Type: execution})}
	for range 2 { // a sum does not change its parts
		var sum source.Sum
		for _, f := range all {
			if err := sum.Add(f); err != nil {
				t.Fatal(err)
			}
		}
		want := `samples of "jdk.CPUTimeSample" cannot be added to samples of "jdk.ExecutionSample", as their rates differ; --sample-type reads the same of all files`
		if err := sum.Add(read(of("jdk.CPUTimeSample", "main"))); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		f := sum.File()
		var rows []string
		for _, table := range f.Tables {
			for _, row := range table.Rows {
				last := table.Columns[len(table.Columns)-1]
				rows = append(rows, fmt.Sprintf("%s %d", row.Cell(last).Text, row.Cell(table.Columns[0]).Int))
			}
		}
		notes := "3 jdk.NativeMethodSample events, mostly of threads that wait in native code, are left out; --sample-type NativeMethodSample reads them instead"
		if strings.Join(f.Notes, "|") != notes || strings.Join(f.Caveats, "|") != "1 of 4 jdk.ExecutionSample events are without a stack, so left out" {
			t.Errorf("%q, %q", f.Notes, f.Caveats)
		}
		if want := []string{execution + " 3", native + " 3", "main 2", "pool 1"}; !slices.Equal(rows, want) {
			t.Errorf("tables have %q, want %q", rows, want)
		}
	}
}

// What the parts of a sum say about inlining holds for their stacks in the sum.
func TestSumOfRoles(t *testing.T) {
	part := func(text string, roles ...stacks.Role) *source.File {
		return &source.File{Format: source.Pprof, Source: stacks.Source{Profile: testtree.ReadFolded(t, text), Roles: roles, Notes: []string{"inlined"}}}
	}
	var sum source.Sum
	for _, s := range []*source.File{
		part("a;b 1\n", stacks.RoleRoot, stacks.RoleInlined),
		part("c 2\na;b;c 3\n", stacks.RoleRoot, stacks.RoleRoot, stacks.RoleRoot, stacks.RoleInlined),
	} {
		if err := sum.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	s := sum.File()
	want := "all 6\n a 4 root\n  b 4 self 1 both\n   c 3 self 3 inlined\n c 2 self 2 root\n"
	if got := testtree.Dump(testtree.Of(t, s.Source)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(s.Notes) != 1 {
		t.Errorf("notes %q", s.Notes)
	}
}

// A tree names its values as the file does: a unit alone does not tell CPU time from waiting.
func TestTreeValueNames(t *testing.T) {
	for _, c := range []struct{ text, column, want string }{
		{foldedText, "", "counts"},
		{xprofText, "", "ticks"},
		{gprofngText, "", "Total CPU in ms"},
		{gprofngText, "wait", "sync wait milliseconds"},
	} {
		s, err := source.Read(strings.NewReader(c.text), source.Options{Column: c.column})
		if err != nil {
			t.Fatal(err)
		}
		if got := testtree.Of(t, s.Source).Values(); got != c.want {
			t.Errorf("%s %s: %q, want %q", s.Format.Name, c.column, got, c.want)
		}
	}
}

// TestStatesAreNoApplication: threads and states of a VM are its own, of sums as well, as are frames of native code.
func TestStatesAreNoApplication(t *testing.T) {
	const text = `
Flat profile of 1.00 secs (10 total ticks): %s

     Compiled + native   Method
 62.5%%     4  +     1    app.Main.run
 12.5%%     0  +     1    java.util.List.of
 12.5%%     1  +     0    ExceptionBlob
 87.5%%     5  +     2    Total compiled

  Thread-local ticks:
 20.0%%     2             Blocked (of total)
 12.5%%     1             Class loader

`
	var sum source.Sum
	for _, thread := range []string{"main", "app.Worker.pool"} {
		s, err := source.Xprof.Read(strings.NewReader(fmt.Sprintf(text, thread)), source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := sum.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	p := sum.File().Profile
	names := convert.NewNames(p, convert.NameOptions{})
	want := map[string]convert.Kind{
		"main": convert.NativeImage, "app.Worker.pool": convert.NativeImage, "compiled": convert.NativeImage, "Blocked": convert.NativeImage,
		"Class loader": convert.NativeImage, "ExceptionBlob": convert.NativeImage, "<native>": convert.NativeImage, "app.Main.run": convert.Application, "java.util.List.of": convert.JDK,
	}
	if got := p.MethodSlots(); got != len(want) {
		t.Errorf("%d frames, want %d", got, len(want))
	}
	for slot := range p.MethodSlots() {
		name := names.Method(slot)
		if kind, ok := want[name]; !ok || names.Kind(slot) != kind {
			t.Errorf("%q is %v code, want %v", name, names.Kind(slot), kind)
		}
	}
}

// TestVMOfGprofng: the work of a JVM is its VM's; the other frames of gprofng are methods.
func TestVMOfGprofng(t *testing.T) {
	s, err := source.Read(strings.NewReader(strings.ReplaceAll(gprofngText, "work", "<JVM-System>")), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	origin := s.Profile.Origin()
	if got := origin.States; len(got) != 1 || !got["<JVM-System>"] || convert.NativeImage.NameIn(origin) != "VM" {
		t.Errorf("states %v, %s", got, convert.NativeImage.NameIn(origin))
	}
}

// The sum of recordings has the lines of each, and marks the samples whose stacks either recorder truncated.
func TestSumOfRecordings(t *testing.T) {
	cut := testjfr.Sample("main", "app/Main", "main", "run")
	cut.Truncated = true
	var sum source.Sum
	for _, text := range []string{jfrText, string(testjfr.Chunk{Events: []testjfr.Event{cut, cut, cut}}.Bytes()), perfText} {
		s, err := source.Read(strings.NewReader(text), source.Options{})
		if err == nil {
			err = sum.Add(s)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	f := sum.File()
	if got := testtree.Folded(t, testtree.Of(t, f.Source)); got != "app.Main.main;app.Main.run 5\nmain;work 2\n" {
		t.Error(got)
	}
	if origin := f.Profile.Origin(); !origin.Lines || *origin.Truncated != (iprof.Truncated{Frames: 2, Samples: 3}) {
		t.Errorf("%+v", origin)
	}
	lines, err := f.NewTree(nil, stacks.Options{ByLine: true, Lines: sourceline.Recorded(f.Profile)})
	if err != nil {
		t.Fatal(err)
	}
	if got := testtree.Folded(t, lines); got != "app.Main.main:1;app.Main.run:2 5\nmain;work 2\n" {
		t.Error(got)
	}
	if file := lines.Frames[lines.Nodes[1].Frame].File; file != "app/Main.java" {
		t.Errorf("file %q", file)
	}
}

// TestUnitsOfGprofng: values of a metric other than the time of processors have its name in their unit, which tables and titles show.
func TestUnitsOfGprofng(t *testing.T) {
	const tree = `Functions Call Tree. Metric: Attributed Bytes Leaked

Attr.   Attr.  Attr.        Attr. Total   Attr.      Attr.       Name
Bytes   Leaks  Data         CPU           Sync Wait  Sync Wait
Leaked         Reads         sec.      %   sec.      Count
4384    2      5            1.581 100.00  0.711      25754       +-<Total>
4384    2      5            1.581 100.00  0.711      25754         +-main
`
	for column, want := range map[string]string{
		"": "4,384 leaked bytes", "Leaks": "2 leaks", "Data Reads": "5 data reads", "Total CPU": "1,581 ms", "Sync Wait": "711 sync wait milliseconds", "Sync Wait Count": "25,754 sync waits",
	} {
		f, err := source.Read(strings.NewReader(tree), source.Options{Column: column})
		if err != nil {
			t.Fatal(err)
		}
		if got := words.CountOf(f.Profile.Total(iprof.Samples), f.Profile.Origin().Unit); got != want {
			t.Errorf("%s: %s, want %s", column, got, want)
		}
	}
}
