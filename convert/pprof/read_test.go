package pprof_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	runtimepprof "runtime/pprof"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// goProfile has three functions, one of them inlined, and a location without any.
func goProfile() *profile.Profile {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		Mapping:    []*profile.Mapping{{ID: 1, File: "/usr/lib/libc.so.6"}},
		Function: []*profile.Function{
			{ID: 10, Name: "main.main"}, {ID: 20, Name: "main.work"}, {ID: 30, SystemName: "_memmove"},
		},
	}
	f := func(i int) profile.Line { return profile.Line{Function: p.Function[i]} }
	p.Location = []*profile.Location{
		{ID: 7, Line: []profile.Line{f(1), f(0)}, Address: 1},
		{ID: 3, Line: []profile.Line{f(2)}, Address: 2},
		{ID: 9, Address: 0x7f1200, Mapping: p.Mapping[0]},
	}
	p.Sample = []*profile.Sample{
		{Location: []*profile.Location{p.Location[1], p.Location[0]}, Value: []int64{1, 10}},
		{Location: []*profile.Location{p.Location[0]}, Value: []int64{2, 20}},
		{Location: []*profile.Location{p.Location[2], p.Location[0]}, Value: []int64{3, 30}},
		{Location: []*profile.Location{p.Location[0]}, Value: []int64{4, 40}},
		{Location: []*profile.Location{p.Location[1]}, Value: []int64{0, 0}},
	}
	return p
}

func encode(t *testing.T, p *profile.Profile, plain bool) []byte {
	t.Helper()
	var b bytes.Buffer
	write := p.Write
	if plain {
		write = p.WriteUncompressed
	}
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drawn returns a tree as text: a line a node, indented, with total, self and role, in the order of the nodes.
func drawn(tree *stacks.Tree) string {
	depth := make([]int, len(tree.Nodes))
	b := &strings.Builder{}
	for i, n := range tree.Nodes {
		name := "all"
		if i > 0 {
			depth[i] = depth[n.Parent] + 1
			name = tree.Frames[n.Frame].Name
		}
		fmt.Fprintf(b, "%s%s %d %d", strings.Repeat(" ", depth[i]), name, n.Total, n.Self)
		if tree.Roles != nil {
			fmt.Fprintf(b, " role %d", tree.Roles[i])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestReadPprof(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*profile.Profile)
		opts   pprof.ReadOptions
		metric convert.Metric
		unit   string
		want   string
	}{
		{"the last sample type", nil, pprof.ReadOptions{}, convert.DefaultMetric, "cpu nanoseconds", `
all 100 0 role 0
 main.main 100 0 role 1
  main.work 100 60 role 2
   _memmove 10 10 role 1
   0x7f1200 [libc.so.6] 30 30 role 1`},
		{"the default sample type", func(p *profile.Profile) { p.DefaultSampleType = "samples" }, pprof.ReadOptions{}, convert.Samples, "samples", `
all 10 0 role 0
 main.main 10 0 role 1
  main.work 10 6 role 2
   _memmove 1 1 role 1
   0x7f1200 [libc.so.6] 3 3 role 1`},
		{"a chosen sample type", func(p *profile.Profile) { p.DefaultSampleType = "cpu" }, pprof.ReadOptions{SampleType: "samples"}, convert.Samples, "samples", `
all 10 0 role 0
 main.main 10 0 role 1
  main.work 10 6 role 2
   _memmove 1 1 role 1
   0x7f1200 [libc.so.6] 3 3 role 1`},
		{"nothing inlined", func(p *profile.Profile) { p.Location[0].Line = p.Location[0].Line[:1] }, pprof.ReadOptions{}, convert.DefaultMetric, "cpu nanoseconds", `
all 100 0
 main.work 100 60
  _memmove 10 10
  0x7f1200 [libc.so.6] 30 30`},
		{"frames of no interest", func(p *profile.Profile) { p.Function[2].Name, p.DropFrames = "memmove", "memmove" }, pprof.ReadOptions{}, convert.DefaultMetric, "cpu nanoseconds", `
all 100 0 role 0
 main.main 100 0 role 1
  main.work 100 70 role 2
   0x7f1200 [libc.so.6] 30 30 role 1`},
	} {
		for _, plain := range []bool{false, true} {
			p := goProfile()
			if test.change != nil {
				test.change(p)
			}
			source, err := pprof.Read(bytes.NewReader(encode(t, p, plain)), test.opts)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			tree := testtree.Of(t, source)
			if got := drawn(tree); got != test.want[1:]+"\n" {
				t.Errorf("%s: got\n%swant%s", test.name, got, test.want)
			}
			if tree.Metric != test.metric || tree.Unit != test.unit {
				t.Errorf("%s: %v in %s, want %v in %s", test.name, tree.Metric, tree.Unit, test.metric, test.unit)
			}
		}
	}
}

// Two profiles of 100 and 200 samples, each of 10 ms: what takes 18 of 100 took 20 of 200, which is chance in one of thirteen
// cases (z 1.78); so it is either type at random. Time without a period is not a number of samples, and calls are none: there
// every difference is one. Contentions are events, objects in a profile of bytes are estimates.
func TestComparePprof(t *testing.T) {
	run := func(v, period *profile.ValueType, every, a, b int64) *stacks.Tree {
		p := &profile.Profile{SampleType: []*profile.ValueType{v}, PeriodType: period, Period: every}
		for i, name := range []string{"a", "b"} {
			p.Function = append(p.Function, &profile.Function{ID: uint64(i + 1), Name: name})
			p.Location = append(p.Location, &profile.Location{ID: uint64(i + 1), Line: []profile.Line{{Function: p.Function[i]}}})
			p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{p.Location[i]}, Value: []int64{[]int64{a, b}[i]}})
		}
		source, err := pprof.Read(bytes.NewReader(encode(t, p, true)), pprof.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return testtree.Of(t, source)
	}
	count := func(s string) *profile.ValueType { return &profile.ValueType{Type: s, Unit: "count"} }
	cpu := &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}
	space := &profile.ValueType{Type: "space", Unit: "bytes"}
	const ms = 1e6
	for name, c := range map[string]struct {
		v, period   *profile.ValueType
		every, unit int64
		tested      bool
	}{
		"samples":           {count("samples"), cpu, 10 * ms, 1, true},
		"time":              {cpu, cpu, 10 * ms, 10 * ms, true},
		"no period":         {cpu, nil, 0, 10 * ms, false},
		"period of another": {&profile.ValueType{Type: "wall", Unit: "nanoseconds"}, cpu, 10 * ms, 10 * ms, false},
		"contentions":       {count("contentions"), count("contentions"), 1, 1, true},
		"objects":           {count("alloc_objects"), space, 512 << 10, 1, false},
		"bytes":             {&profile.ValueType{Type: "alloc_space", Unit: "bytes"}, space, 512 << 10, 512 << 10, false},
		"calls":             {count("calls"), nil, 0, 1, true}, // 18 for 20 where 9.1 are expected: 2.0 deviations, by three tests no change
		"receivers":         {count("receivers"), nil, 0, 1, false},
	} {
		tree, err := stacks.Compare(run(c.v, c.period, c.every, 18*c.unit, 82*c.unit), run(c.v, c.period, c.every, 20*c.unit, 180*c.unit), nil)
		if err != nil {
			t.Fatal(err)
		}
		tests := 2
		if name == "calls" {
			tests = 3 // also the sum of a run of another length
		}
		if c.tested != (tree.Base.Tests == tests) || c.tested != (tree.Base.Changed != nil) {
			t.Errorf("%s: %d tests", name, tree.Base.Tests)
		}
		if slices.Contains(tree.Base.Changed, true) {
			t.Errorf("%s: changed %v", name, tree.Base.Changed)
		}
	}
}

func TestReadPprofErrors(t *testing.T) {
	good := encode(t, goProfile(), false)
	damaged := slices.Clone(good)
	damaged[len(damaged)-8]++ // of the checksum
	with := func(change func(*profile.Profile)) []byte {
		p := goProfile()
		change(p)
		return encode(t, p, true)
	}
	for _, test := range []struct {
		name string
		data []byte
		opts pprof.ReadOptions
		want string
	}{
		{"empty", nil, pprof.ReadOptions{}, "not a pprof profile: empty input file"},
		{"text", []byte("main;work 7\n"), pprof.ReadOptions{}, "not a pprof profile: "},
		{"gzipped text", []byte("\x1f\x8btext"), pprof.ReadOptions{}, "not a pprof profile: "},
		{"cut short", good[:len(good)-20], pprof.ReadOptions{}, iprof.ErrTruncated.Error()},
		{"damaged", damaged, pprof.ReadOptions{}, "the gzip checksum is wrong: the file is damaged"},
		{"too large", good, pprof.ReadOptions{MaxInput: 50}, "the input is larger than allowed: more than 50 bytes, decompressed"},
		{"unknown sample type", good, pprof.ReadOptions{SampleType: "alloc_space"}, `no sample type "alloc_space": the profile has samples, cpu`},
		{"negative", with(func(p *profile.Profile) { p.Sample[1].Value[1] = -5 }), pprof.ReadOptions{}, "sample 1 is -5, and a count cannot be negative: it may be of a comparison, such as go tool pprof -diff_base writes"},
		{"too much", with(func(p *profile.Profile) { p.Sample[1].Value[1] = math.MaxInt64 - 10 }), pprof.ReadOptions{}, "sample 2 takes the sum past 2^63-1"},
		{"no sample types", with(func(p *profile.Profile) { p.SampleType, p.Sample = nil, nil }), pprof.ReadOptions{}, "the profile has no sample types"},
	} {
		_, err := pprof.Read(bytes.NewReader(test.data), test.opts)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	if _, err := pprof.Read(bytes.NewReader(good), pprof.ReadOptions{MaxInput: 50}); !errors.Is(err, iprof.ErrTooLarge) {
		t.Errorf("%v is no ErrTooLarge", err)
	}
	if _, err := pprof.Read(bytes.NewReader(good), pprof.ReadOptions{MaxInput: -1}); err != nil {
		t.Errorf("without a limit: %v", err)
	}
	broken := errors.New("the disk is on fire")
	if _, err := pprof.Read(io.MultiReader(bytes.NewReader(good[:40]), failingReader{broken}), pprof.ReadOptions{}); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// What this program writes is read back as the same tree, roles and all.
func TestReadPprofRoundTrip(t *testing.T) {
	texts := map[string][]byte{"fib": []byte(fib)}
	for _, file := range findShared(t) {
		texts[filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)] = readProfile(t, file)
	}
	for name, text := range texts {
		p := testprofile.Read(t, bytes.NewReader(text))
		for _, m := range []convert.Metric{convert.Samples, convert.Calls} {
			want, err := stacks.NewTree(p, convert.NewNames(p, convert.NameOptions{}), stacks.Options{Metric: m})
			if err != nil {
				t.Fatal(err)
			}
			source, err := pprof.Read(bytes.NewReader(writePprof(t, p, pprof.Options{Metrics: []convert.Metric{m}})), pprof.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got := testtree.Of(t, source)
			var text [2]bytes.Buffer
			for i, tree := range []*stacks.Tree{want, got} {
				if err := folded.Write(&text[i], tree); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(text[0].Bytes(), text[1].Bytes()) {
				t.Errorf("%s: the %v read back differ", name, m)
			}
			if got.Metric != m || got.Unit != want.Unit || !slices.Equal(got.Notes, want.Notes) {
				t.Errorf("%s: read back as %v in %s, %q; want %v in %s, %q", name, got.Metric, got.Unit, got.Notes, m, want.Unit, want.Notes)
			}
			if !slices.Equal(roleLines(got), roleLines(want)) {
				t.Errorf("%s: the roles of the %v read back differ", name, m)
			}
		}
	}
}

// roleLines returns the stacks of a tree with the roles of their leaves, sorted; nil where it has no roles.
func roleLines(t *stacks.Tree) []string {
	if t.Roles == nil {
		return nil
	}
	paths := make([]string, len(t.Nodes))
	var lines []string
	for i, n := range t.Nodes {
		if i == 0 || n.Total == 0 {
			continue // a method that was never entered has no sample
		}
		paths[i] = paths[n.Parent] + ";" + t.Frames[n.Frame].Name
		lines = append(lines, fmt.Sprint(paths[i], " ", t.Roles[i]))
	}
	slices.Sort(lines)
	return lines
}

// A profile of the Go runtime, for what others write.
func TestReadPprofOfGo(t *testing.T) {
	var b bytes.Buffer
	if err := runtimepprof.StartCPUProfile(&b); err != nil {
		t.Skip(err)
	}
	for range 200 { // about as many milliseconds of a processor, by which samples are taken
		sink += busy()
	}
	runtimepprof.StopCPUProfile()
	source, err := pprof.Read(&b, pprof.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tree := testtree.Of(t, source)
	if tree.Unit != "cpu nanoseconds" || tree.Nodes[0].Total == 0 || tree.Nodes[0].Total%1e7 != 0 {
		t.Errorf("%d %s, want a multiple of 10 ms", tree.Nodes[0].Total, tree.Unit)
	}
	if !strings.Contains(drawn(tree), "pprof_test.busy ") {
		t.Errorf("busy is not in\n%s", drawn(tree))
	}
}

var sink uint64

//go:noinline
func busy() (n uint64) {
	for i := range uint64(1 << 20) {
		n += i * i % 7
	}
	return n
}

func FuzzReadPprof(f *testing.F) {
	var b bytes.Buffer
	if err := goProfile().WriteUncompressed(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		source, err := pprof.Read(bytes.NewReader(data), pprof.ReadOptions{MaxInput: 1 << 20})
		if err != nil {
			return
		}
		tree := testtree.Of(t, source)
		sum := int64(0)
		for _, n := range tree.Nodes {
			sum += n.Self
		}
		if sum != tree.Nodes[0].Total {
			t.Errorf("self sums to %d, total %d", sum, tree.Nodes[0].Total)
		}
	})
}

// Objects that take two bytes in a file and a hundred in memory count as what they take.
func TestReadPprofChargesObjects(t *testing.T) {
	head := encode(t, goProfile(), true)
	for name, field := range map[string]string{
		"locations": "\x22\x00", "functions": "\x2a\x00", "samples": "\x12\x00", "strings": "\x32\x00", "mappings": "\x1a\x00",
		"lines": "\x22\x80\x08" + strings.Repeat("\x22\x00", 512),
		"ids":   "\x12\x83\x08\x0a\x80\x08" + strings.Repeat("\x01", 1024),
	} {
		text := string(head) + strings.Repeat(field, 8<<20/len(field))
		_, err := pprof.Read(strings.NewReader(text), pprof.ReadOptions{MaxInput: 16 << 20})
		if !errors.Is(err, iprof.ErrTooLarge) || !strings.HasSuffix(err.Error(), "its objects would take more than 34,603,008 bytes of memory") {
			t.Errorf("%s: error %v, want that they take too much memory", name, err)
		}
	}
}

// N bytes may stand for N²/4 frames: a stack that names a location N times that has N inlined functions.
func TestReadPprofChargesFrames(t *testing.T) {
	const n = 800
	inlining := goProfile()
	l := inlining.Location[0]
	l.Line = slices.Repeat(l.Line[:1], n)
	s := inlining.Sample[0]
	s.Location = slices.Repeat([]*profile.Location{l}, n)
	data := encode(t, inlining, true)
	_, err := pprof.Read(bytes.NewReader(data), pprof.ReadOptions{})
	if !errors.Is(err, iprof.ErrTooLarge) || !strings.Contains(err.Error(), "it has at least 642,402 frames of stacks, with inlined functions; the limit is ") {
		t.Errorf("error %v, want that there are too many frames", err)
	}
	if _, err := pprof.Read(bytes.NewReader(data), pprof.ReadOptions{MaxInput: -1}); err != nil { // those who have the memory may ask for more
		t.Error(err)
	}
}

// Locations without functions have the file of their mapping in their names. It may be as long as the rest of the profile.
func TestReadPprofChargesNames(t *testing.T) {
	p := goProfile()
	p.Mapping = []*profile.Mapping{{ID: 1, File: strings.Repeat("x", 1<<20)}}
	p.Location = nil
	for i := range 300 {
		p.Location = append(p.Location, &profile.Location{ID: uint64(i + 1), Address: uint64(i), Mapping: p.Mapping[0]})
	}
	for _, s := range p.Sample {
		s.Location = p.Location
	}
	data := encode(t, p, true)
	defer budget.Reading.Start(t, 0)() // it does not begin with the names
	_, err := pprof.Read(bytes.NewReader(data), pprof.ReadOptions{})
	if !errors.Is(err, iprof.ErrTooLarge) || !strings.Contains(err.Error(), "it has at least 314,572,800 bytes of names; the limit is ") {
		t.Errorf("error %v, want that the names are too long", err)
	}
}

// Labels are not read: they cost neither memory nor time, and what is read is the same without them.
func TestReadPprofLeavesOutLabels(t *testing.T) {
	plain, labeled := goProfile(), goProfile()
	for i, s := range labeled.Sample {
		s.Label = map[string][]string{"worker": {"a", "b"}, strings.Repeat("k", 300): {"c"}}
		s.NumLabel = map[string][]int64{"bytes": {int64(i), 1 << 40}}
	}
	want, err := pprof.Read(bytes.NewReader(encode(t, plain, true)), pprof.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := pprof.Read(bytes.NewReader(encode(t, labeled, true)), pprof.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := drawn(testtree.Of(t, want)), drawn(testtree.Of(t, got)); a != b {
		t.Errorf("with labels\n%s\nwithout\n%s", b, a)
	}
	// A label of 10 bytes for each of 800,000 would be 320 MB of objects.
	text := string(encode(t, plain, true)) + strings.Repeat("\x12\x80\x08"+strings.Repeat("\x1a\x00", 512), 8<<10)
	if _, err := pprof.Read(strings.NewReader(text), pprof.ReadOptions{MaxInput: 16 << 20}); err != nil && errors.Is(err, iprof.ErrTooLarge) {
		t.Error(err)
	}
	// The limit of bytes counts them.
	if _, err := pprof.Read(strings.NewReader(text), pprof.ReadOptions{MaxInput: 4 << 20}); !errors.Is(err, iprof.ErrTooLarge) {
		t.Errorf("error %v, want that it is too large", err)
	}
}

// A profile's own regular expressions must not cost more than the profile.
func TestReadPprofPatterns(t *testing.T) {
	read := func(drop, keep string) (string, []string) {
		p := goProfile()
		p.Function[2].Name, p.DropFrames, p.KeepFrames = "memmove", drop, keep
		s, err := pprof.Read(bytes.NewReader(encode(t, p, true)), pprof.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return testtree.Folded(t, testtree.Of(t, s)), s.Notes
	}
	all, _ := read("", "")
	for _, tt := range []struct{ drop, keep, note string }{
		{strings.Repeat("x|", 500) + "memmove", "", "more than 1,000 characters"},
		{"memmove", strings.Repeat("x", 1001), "more than 1,000 characters"},
	} {
		got, notes := read(tt.drop, tt.keep)
		if got != all || len(notes) != 1 || !strings.Contains(notes[0], tt.note) {
			t.Errorf("%.40s: notes %q and\n%s", tt.drop, notes, got)
		}
	}
	if got, notes := read("(?:"+strings.Repeat("x|", 490)+"memmove)", ""); got == all || len(notes) != 0 {
		t.Errorf("a regular expression of up to 1,000 characters: notes %q and\n%s", notes, got)
	}
	p := goProfile()
	p.DropFrames, p.Function[0].Name = strings.Repeat(`.{1000}`, 100), strings.Repeat("x", 1<<20)
	data := encode(t, p, true)
	end := budget.Budget{Memory: 256 << 20}.Start(t, 0)
	s, err := pprof.Read(bytes.NewReader(data), pprof.ReadOptions{})
	end()
	if err != nil || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "would take too long") {
		t.Errorf("%v, %q", err, s.Notes)
	}
}
