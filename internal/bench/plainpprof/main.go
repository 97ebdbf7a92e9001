// Plainpprof is the simplest converter to pprof: it reads a whole profile into structs, builds a
// profile of google/pprof's package from it, with a location for each method and BCI, and writes that. internal/bench
// measures iprof-viz against it.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	pprof "github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/internal/bench/plainprofile"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the profile for pprof.
func run() error {
	p, err := plainprofile.Read()
	if err != nil {
		return err
	}
	mapping := &pprof.Mapping{ID: 1, File: "iprof", HasFunctions: true}
	out := &pprof.Profile{
		SampleType: []*pprof.ValueType{{Type: p.Unit, Unit: "count"}},
		Mapping:    []*pprof.Mapping{mapping},
	}
	functions := map[int]*pprof.Function{}
	locations := map[string]*pprof.Location{}
	for _, r := range p.Records {
		sample := &pprof.Sample{Value: []int64{r.Records[0]}}
		for _, frame := range strings.Split(r.Ctx, "<") {
			location := locations[frame]
			if location == nil {
				method, bci, _ := strings.Cut(frame, ":")
				id, err := strconv.Atoi(method)
				if err != nil {
					return err
				}
				at, err := strconv.Atoi(bci)
				if err != nil {
					return err
				}
				function := functions[id]
				if function == nil {
					name := p.Method(id)
					function = &pprof.Function{ID: uint64(len(functions)) + 1, Name: name, SystemName: name}
					functions[id] = function
					out.Function = append(out.Function, function)
				}
				location = &pprof.Location{
					ID:      uint64(len(locations)) + 1,
					Mapping: mapping,
					Address: uint64(id)<<16 | uint64(uint16(at)),
					Line:    []pprof.Line{{Function: function}},
				}
				locations[frame] = location
				out.Location = append(out.Location, location)
			}
			sample.Location = append(sample.Location, location)
		}
		out.Sample = append(out.Sample, sample)
	}
	if err := out.CheckValid(); err != nil {
		return err
	}
	return out.Write(os.Stdout)
}
