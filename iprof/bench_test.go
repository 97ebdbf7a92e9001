package iprof_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// inputs returns the profiles for benchmarks: generated ones and, if the environment variable IPROF_BENCH names a folder,
// the profiles in it.
func inputs(b *testing.B) map[string][]byte {
	b.Helper()
	all := map[string][]byte{
		"calls":    invented(40000, 12, "callCountProfiles", "conditionalProfiles"),
		"samples":  invented(8000, 45, "samplingProfiles"),
		"indented": indented(b, invented(10000, 12, "callCountProfiles", "conditionalProfiles")),
	}
	if dir := os.Getenv("IPROF_BENCH"); dir != "" {
		for _, name := range profiles(b, dir) {
			data := testfile.Read(b, name)
			all[filepath.Base(name)] = data
		}
	}
	return all
}

// invented returns a profile of about that many contexts a section, most of which share their outer frames with others.
func invented(contexts, depth int, sections ...string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString(`{"version":"1.0.0","types":[`)
	methods := contexts / 4
	for i := range methods / 5 {
		fmt.Fprintf(&b, `{"id":%d,"name":"com.example.package%d.Class%d"},`, i*3, i%50, i)
	}
	b.WriteString(`{"id":1,"name":"void"}],"methods":[`)
	for i := range methods {
		fmt.Fprintf(&b, `{"id":%d,"name":"method%d","signature":[%d,1]},`, i*3, i%100, i/5*3)
	}
	b.WriteString(`{"id":1,"name":"main","signature":[1,1]}]`)
	for _, section := range sections {
		fmt.Fprintf(&b, `,%q:[`, section)
		var callers []string
		for i := range contexts {
			if callers = callers[min(len(callers), r.IntN(4)):]; len(callers) == 0 {
				callers = append(callers, fmt.Sprintf("%d:%d", r.IntN(methods)*3, r.IntN(400)))
			}
			for len(callers) < depth && r.IntN(3) > 0 {
				callers = append([]string{fmt.Sprintf("%d:%d", r.IntN(methods)*3, r.IntN(400))}, callers...)
			}
			if i > 0 {
				b.WriteByte(',')
			}
			leaf, records := r.IntN(400), fmt.Sprint(r.IntN(1_000_000))
			switch section {
			case "callCountProfiles":
				leaf = 0
			case "conditionalProfiles":
				records = fmt.Sprintf("%d,0,%d,%d,1,%[1]d", r.IntN(400), r.IntN(1_000_000), r.IntN(400))
			}
			fmt.Fprintf(&b, `{"ctx":"%d:%d<%s","records":[%s]}`, r.IntN(methods)*3, leaf, strings.Join(callers, "<"), records)
		}
		b.WriteByte(']')
	}
	b.WriteByte('}')
	return b.Bytes()
}

func indented(b *testing.B, data []byte) []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", "  "); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func BenchmarkParse(b *testing.B) {
	all := inputs(b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		data := all[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := iprof.Parse(bytes.NewReader(data), iprof.Options{MaxInput: -1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEncodingJSON is the baseline for BenchmarkParse: encoding/json into structs, with contexts as text.
func BenchmarkEncodingJSON(b *testing.B) {
	type record struct {
		Ctx     string  `json:"ctx"`
		Records []int64 `json:"records"`
	}
	all := inputs(b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		data := all[name]
		b.Run(name, func(b *testing.B) {
			if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
				b.Skip("gzipped")
			}
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var p struct {
					Version string `json:"version"`
					Types   []struct {
						ID   int32  `json:"id"`
						Name string `json:"name"`
					} `json:"types"`
					Methods []struct {
						ID        int32   `json:"id"`
						Name      string  `json:"name"`
						Signature []int32 `json:"signature"`
					} `json:"methods"`
					Monitors     []record `json:"monitorProfiles"`
					Receivers    []record `json:"virtualInvokeProfiles"`
					Calls        []record `json:"callCountProfiles"`
					Conditionals []record `json:"conditionalProfiles"`
					InstanceOf   []record `json:"instanceofProfiles"`
					Samples      []record `json:"samplingProfiles"`
				}
				if err := json.Unmarshal(data, &p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAdd builds the tree of the sampled stacks again, without reading them.
func BenchmarkAdd(b *testing.B) {
	p, err := iprof.Parse(bytes.NewReader(invented(8000, 45, "samplingProfiles")), iprof.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var stacks []iprof.Context
	for _, s := range p.Samples.All() {
		stacks = append(stacks, p.Stacks.Context(s.Node, s.BCI))
	}
	b.ReportAllocs()
	for b.Loop() {
		tree := &iprof.TreeBuilder{}
		for _, s := range stacks {
			tree.Add(s)
		}
	}
}
