package diff

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Two runs of a program whose counts are all drawn from Poisson distributions, most of them small, differ only by chance.
// Profiles lack code that was not entered.
func TestDiffOfNoise(t *testing.T) {
	type record struct {
		ctx  string
		mean float64
	}
	means := rand.New(rand.NewPCG(1, 1))
	var program []record
	var names []string
	for range 600 {
		names = append(names, fmt.Sprint("m", len(names)+1))
		root := fmt.Sprintf("%d:0", len(names))
		program = append(program, record{root, float64(1 + means.IntN(5))})
		for site := range 1 + means.IntN(12) {
			names = append(names, fmt.Sprint("m", len(names)+1))
			program = append(program, record{fmt.Sprintf("%d:0<%s%d", len(names), root[:len(root)-1], 3*site), float64(1 + means.IntN(6))})
		}
	}
	program = append(program, record{"1:0", 1e6}) // makes the length of the run certain
	run := func(seed uint64) *iprof.Profile {
		r := rand.New(rand.NewPCG(seed, 2))
		var records []string
		for _, of := range program {
			if n := testprofile.Poisson(r, of.mean); n > 0 {
				records = append(records, fmt.Sprintf("%s %d", of.ctx, n))
			}
		}
		return testprofile.Parse(t, `{`+testprofile.Methods(names...)+testprofile.Calls(records...)+`}`)
	}
	for seed := range uint64(6) {
		if d := diff(run(2*seed), run(2*seed+1), Options{Threshold: compare.DefaultThreshold}); d.Changes > 0 {
			t.Errorf("seed %d: %d changes:\n%s", seed, d.Changes, found(d))
		}
	}
}

// The same holds for the calls of real programs.
func TestDiffOfNoiseInPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		p := testprofile.Parse(t, string(data))
		run := func(seed uint64) *iprof.Profile {
			r := rand.New(rand.NewPCG(seed, 2))
			b := iprof.NewBuilder(p.Version)
			for _, of := range p.Types.All() {
				b.AddType(of)
			}
			for _, m := range p.Methods.All() {
				b.AddMethod(m)
			}
			for _, c := range p.Calls.All() {
				n := testprofile.Poisson(r, float64(c.Value))
				if n == 0 {
					continue
				}
				node := b.Contexts().Add(p.Contexts.Context(c.Node, c.BCI))
				if err := b.AddCount(iprof.Calls, iprof.Count{Node: node, BCI: c.BCI, Value: n}); err != nil {
					t.Fatal(err)
				}
			}
			return b.Profile()
		}
		if p.Calls.Len() == 0 {
			continue
		}
		for seed := range uint64(2) {
			if d := diff(run(2*seed), run(2*seed+1), Options{Threshold: compare.DefaultThreshold}); d.Changes > 0 {
				t.Errorf("%s, seed %d: %d changes:\n%s", name, seed, d.Changes, found(d))
			}
		}
	}
}
