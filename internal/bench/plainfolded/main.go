// Plainfolded is the simplest converter to folded stacks: it reads a whole profile into structs with encoding/json and
// prints its stacks. internal/bench measures iprof-viz against it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
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

// run prints the folded stacks of a file; a second argument, "samples" or "calls", chooses the metric.
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

	records := p.Samples
	if len(records) == 0 || len(metric) > 0 && metric[0] == "calls" {
		records = p.Calls
	}
	stacks := map[string]int64{}
	var names []string
	for _, r := range records {
		names = names[:0]
		for _, frame := range strings.Split(r.Ctx, "<") {
			method, _, _ := strings.Cut(frame, ":")
			id, err := strconv.Atoi(method)
			if err != nil {
				return err
			}
			name, ok := methods[id]
			if !ok {
				name = fmt.Sprintf("<unknown method %d>", id)
			}
			names = append(names, name)
		}
		slices.Reverse(names)
		stacks[strings.Join(names, ";")] += r.Records[0]
	}

	w := bufio.NewWriter(os.Stdout)
	for _, stack := range slices.Sorted(maps.Keys(stacks)) {
		fmt.Fprintf(w, "%s %d\n", stack, stacks[stack])
	}
	return w.Flush()
}
