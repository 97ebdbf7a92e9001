package pprof_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// FuzzWritePprof writes random profiles in which two names are any text: the package of go tool pprof reads valid profiles
// with the profile's sums, and so does this one.
//
//fuzz:runs 200
func FuzzWritePprof(f *testing.F) {
	for i, name := range testprofile.HostileNames {
		f.Add(uint64(i), name, testprofile.HostileNames[len(testprofile.HostileNames)-1-i])
	}
	f.Fuzz(func(t *testing.T, seed uint64, class, method string) {
		defer budget.Drawing.Start(t, len(class)+len(method))()
		p := testprofile.Parse(t, string(testprofile.RandomNamed(seed%1000, class, method)))
		metrics := []convert.Metric{convert.Samples, convert.Calls, convert.Receivers, convert.InstanceOf}
		write := func() []byte {
			var b bytes.Buffer
			if err := pprof.Write(&b, p, nil, pprof.Options{Metrics: metrics}); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
		data := write()
		if !bytes.Equal(data, write()) {
			t.Error("other bytes the second time")
		}
		read, err := profile.ParseData(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := read.CheckValid(); err != nil {
			t.Fatal(err)
		}
		var sums [4]int64
		for _, s := range read.Sample {
			for i, v := range s.Value {
				sums[i] += v
			}
		}
		for i, section := range []iprof.Section{iprof.Samples, iprof.Calls, iprof.Receivers, iprof.InstanceOf} {
			if sums[i] != p.Total(section) {
				t.Errorf("%s: %d, want %d", metrics[i], sums[i], p.Total(section))
			}
		}
		for _, fn := range read.Function {
			for _, s := range []string{fn.Name, fn.SystemName, fn.Filename} {
				if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
					t.Errorf("string %q", s)
				}
			}
		}
		source, err := pprof.Read(bytes.NewReader(data), pprof.ReadOptions{SampleType: "samples"})
		if err != nil {
			t.Fatal(err)
		}
		if got := testtree.Of(t, source).Nodes[0].Total; got != p.Total(iprof.Samples) {
			t.Errorf("%d samples come back, want %d", got, p.Total(iprof.Samples))
		}
	})
}
