package source_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testjfr"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/internal/work"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// amplified are files in which few bytes stand for much, by two numbers that multiply.
var amplified = []struct {
	name string
	file func(a, b int) string
}{
	{"pprof: a location of inlined functions, many times on a stack", func(a, b int) string {
		return pprofOf(a, func(p *profile.Profile) { p.Sample[0].Location = times(b, p.Location[0]) })
	}},
	{"pprof: a location of inlined functions on many stacks", func(a, b int) string {
		return pprofOf(a, func(p *profile.Profile) { p.Sample = times(b, p.Sample[0]) })
	}},
	{"pprof: a long file of many locations", func(a, b int) string {
		return pprofOf(1, func(p *profile.Profile) {
			p.Mapping = []*profile.Mapping{{ID: 1, File: strings.Repeat("m", 16*a)}}
			for i := range b {
				p.Location = append(p.Location, &profile.Location{ID: uint64(i + 2), Address: uint64(i), Mapping: p.Mapping[0]})
			}
			p.Sample[0].Location = p.Location
		})
	}},
	{"pprof: a long name of many functions", func(a, b int) string {
		return pprofOf(1, func(p *profile.Profile) {
			name := strings.Repeat("f", 16*a)
			for i := range min(b, 5000) {
				f := &profile.Function{ID: uint64(i + 2), Name: name}
				p.Function = append(p.Function, f)
				p.Location = append(p.Location, &profile.Location{ID: uint64(i + 2), Line: []profile.Line{{Function: f}}})
			}
			p.Sample[0].Location = p.Location
		})
	}},
	{"gprofng: a long name of a caller of many", func(a, b int) string {
		leaves := "" // more than a small map has, as that compares no long keys
		for i := range 10 {
			leaves += fmt.Sprintf("0.001   3.33  0.011            +-leaf%d\n", i)
		}
		head, rows, _ := strings.Cut(gprofngText, "0.010")
		return head + strings.Replace("0.010"+rows, "+-work", "+-"+strings.Repeat("w", 15*a), 1) + strings.Repeat(leaves, b/10)
	}},
	{"gprofng: callers of callers", func(a, b int) string {
		var rows strings.Builder
		for depth := range min(a, 500) {
			fmt.Fprintf(&rows, "1.000 100.00  0.711 %s+-f\n", strings.Repeat(" ", 9+2*depth))
		}
		head, _, _ := strings.Cut(gprofngText, "0.030")
		return head + rows.String() + strings.Repeat("0.001   3.33  0.011 "+strings.Repeat(" ", 9+2*min(a, 500))+"+-leaf\n", min(b, 2000))
	}},
	{"xprof: a long name of a thread with many methods", func(a, b int) string {
		text := strings.Replace(xprofText, "sorter", strings.Repeat("t", 15*a), 1)
		text = strings.Replace(text, "100 total", fmt.Sprint(b, " total"), 1)
		rows := strings.Repeat("  0.0%     1  +     0    app.Index.sort\n", b)
		return strings.NewReplacer("100.0%   100  +     0    app.Index.sort\n", rows, "100.0%   100", fmt.Sprintf("100.0%%  %d", b)).Replace(text)
	}},
	{"jfr: a long name of a class of many methods", func(a, b int) string {
		return jfrOf(strings.Repeat("c", a), "x", min(b, 2000), 1)
	}},
	{"jfr: a deep stack of many samples", func(a, b int) string {
		return jfrOf("C", "m", min(a, 3000), max(1, min(b, 2000)))
	}},
	{"perf: a long name on many stacks", func(a, b int) string {
		return strings.Repeat("x 1 1.0: 1 cycles: \n\t1 "+strings.Repeat("n", min(a, 1000))+" (x)\n\t2 main (x)\n", min(b, 1000))
	}},
	{"perf: a deep beginning of many stacks", func(a, b int) string {
		return strings.Repeat("x 1 1.0: 1 cycles: \n"+strings.Repeat("\t1 f (x)\n", min(a, 1000)), min(b, 300))
	}},
	{"perf: a long file of many inlined frames", func(a, b int) string {
		var frames strings.Builder
		for i := range min(b, 1000) {
			fmt.Fprintf(&frames, "\t1 f%d (inlined)\n", i)
		}
		return strings.Repeat("x 1 1.0: 1 cycles: \n"+frames.String()+"\t1 g (/"+strings.Repeat("n", 16*min(a, 4000))+".so)\n", 5)
	}},
	{"folded: a deep beginning of many stacks", func(a, b int) string {
		return strings.Repeat(strings.Repeat("f;", min(a, 1000))+"leaf 1\n", min(b, 1000))
	}},
	{"folded: a long name on many stacks", func(a, b int) string {
		return strings.Repeat(strings.Repeat("n", min(a, 1000))+";leaf 1\n", min(b, 1000))
	}},
	{"iprof: a deep beginning of many contexts", func(a, b int) string {
		ctx := strings.Repeat("<0:1", min(a, 1000))
		var records []string
		for i := range min(b, 500) {
			records = append(records, fmt.Sprintf(`{"ctx":"0:%d%s","records":[1]}`, i, ctx))
		}
		return `{"version":"1.0.0","types":[{"id":0,"name":"T"}],"methods":[{"id":0,"name":"m","signature":[0,0]}],"samplingProfiles":[` + strings.Join(records, ",") + `]}`
	}},
	{"iprof: a long name of a type of many signatures", func(a, b int) string {
		var methods []string
		for i := range min(b, 2000) {
			methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m","signature":[0,0%s]}`, i, strings.Repeat(",0", 50)))
		}
		return `{"version":"1.0.0","types":[{"id":0,"name":"` + strings.Repeat("T", 16*a) + `"}],"methods":[` + strings.Join(methods, ",") + `],"samplingProfiles":[{"ctx":"0:0","records":[1]}]}`
	}},
}

// pprofOf is a pprof profile of a stack with so many inlined functions, changed.
func pprofOf(inlined int, change func(*profile.Profile)) string {
	f := &profile.Function{ID: 1, Name: "main"}
	l := &profile.Location{ID: 1, Line: times(inlined, profile.Line{Function: f})}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}}, Function: []*profile.Function{f}, Location: []*profile.Location{l},
		Sample: []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{1}}},
	}
	change(p)
	var b bytes.Buffer
	if err := p.WriteUncompressed(&b); err != nil {
		panic(err)
	}
	return b.String()
}

// jfrOf is a recording of samples, all with one stack of methods of a class.
func jfrOf(class, method string, methods, samples int) string {
	e := testjfr.Event{Stack: []testjfr.Frame{{Class: class, Method: method}}}
	for i := range methods {
		e.Stack = append(e.Stack, testjfr.Frame{Class: class, Method: fmt.Sprint(method, i), Line: i})
	}
	file := string(testjfr.Chunk{Events: []testjfr.Event{e}}.Bytes())
	return strings.Repeat(file, min(samples, 1+(4<<20)/len(file)))
}

func times[T any](n int, x T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = x
	}
	return all
}

// Files made to stand for much are read within a budget by their size, or refused as too large.
//
//fuzz:runs 200
func FuzzAmplified(f *testing.F) {
	all := testtier.More(f, "inputs of which one number is large and the other small")
	for kind := range amplified {
		f.Add(uint8(kind), uint16(9_000), uint16(9_000))
		f.Add(uint8(kind), uint16(60_000), uint16(60_000))
		if all {
			f.Add(uint8(kind), uint16(60_000), uint16(100))
			f.Add(uint8(kind), uint16(100), uint16(60_000))
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, a, b uint16) {
		of := amplified[int(kind)%len(amplified)]
		file := of.file(int(a), int(b))
		bytes := 1024 // they have 0.2 ms: lines of text are fast
		if strings.HasPrefix(of.name, "pprof") {
			bytes = 64 // each may stand for several frames
		}
		var s *source.File
		var err error
		func() {
			defer budget.Budget{Memory: 64 << 20, PerByte: int64(bytes) << 11, Time: 500 * time.Millisecond}.Start(t, len(file)/bytes)()
			s, err = source.Read(strings.NewReader(file), source.Options{})
		}()
		switch {
		case err != nil && !errors.Is(err, iprof.ErrTooLarge) && !errors.Is(err, iprof.ErrTooDeep) && a > 0 && b > 0:
			t.Errorf("%s: %v", of.name, err)
		case err == nil && s.Profile.Total(iprof.Samples) == 0 && a > 0 && b > 0:
			t.Errorf("%s: nothing was read", of.name)
		}
	})
}

// A text that is packed into very few bytes is too large before its own limit, unless there is none.
func TestReadChargesInflatedText(t *testing.T) {
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	io.WriteString(z, "main;work 1\n"+strings.Repeat(" ", 1_200_000)+"\n")
	z.Close()
	file := bytes.Repeat(member.Bytes(), 80) // 96 MB
	_, err := source.Read(bytes.NewReader(file), source.Options{})
	var much *work.Exceeded
	if !errors.Is(err, iprof.ErrTooLarge) || !errors.As(err, &much) || !strings.Contains(err.Error(), " decompressed bytes; the limit is ") {
		t.Fatalf("error %v, want that there are too many decompressed bytes", err)
	}
	for _, limit := range []int64{-1, 4 << 30} {
		if s, err := source.Read(bytes.NewReader(file), source.Options{MaxInput: limit}); err != nil || s.Profile.Total(iprof.Samples) != 80 {
			t.Errorf("with a limit of %d: %v", limit, err)
		}
	}
}
