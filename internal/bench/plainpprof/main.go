// Plainpprof is the simplest converter to pprof: it reads a whole profile into structs with encoding/json, builds a
// profile of google/pprof's package from it, with a location for each method and BCI, and writes that. internal/bench
// measures iprof-viz against it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	pprof "github.com/google/pprof/profile"
)

// All sections are read, as iprof-viz does.
type profile struct {
	Types []struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	} `json:"types"`
	Methods []struct {
		ID        int    `json:"id"`
		Name      string `json:"name"`
		Signature []int  `json:"signature"`
	} `json:"methods"`
	Monitors     []record `json:"monitorProfiles"`
	Receivers    []record `json:"virtualInvokeProfiles"`
	Calls        []record `json:"callCountProfiles"`
	Conditionals []record `json:"conditionalProfiles"`
	InstanceOf   []record `json:"instanceofProfiles"`
	Samples      []record `json:"samplingProfiles"`
}

type record struct {
	Ctx     string  `json:"ctx"`
	Records []int64 `json:"records"`
}

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the profile of a file; a second argument, "samples" or "calls", chooses the metric.
func run(name string, metric []string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var p profile
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	types := map[int]string{}
	for _, t := range p.Types {
		types[t.ID] = t.Name
	}
	methods := map[int]string{}
	for _, m := range p.Methods {
		methods[m.ID] = types[m.Signature[0]] + "." + m.Name
	}

	records, unit := p.Samples, "samples"
	if len(records) == 0 || len(metric) > 0 && metric[0] == "calls" {
		records, unit = p.Calls, "calls"
	}
	mapping := &pprof.Mapping{ID: 1, File: "iprof", HasFunctions: true}
	out := &pprof.Profile{
		SampleType: []*pprof.ValueType{{Type: unit, Unit: "count"}},
		Mapping:    []*pprof.Mapping{mapping},
	}
	functions := map[int]*pprof.Function{}
	locations := map[string]*pprof.Location{}
	for _, r := range records {
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
					name, ok := methods[id]
					if !ok {
						name = fmt.Sprintf("<unknown method %d>", id)
					}
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
