// Package plainprofile is the simplest reader of profiles: it reads a whole one into structs with encoding/json.
package plainprofile

import (
	"encoding/json"
	"fmt"
	"os"
)

// A Profile holds the records of a metric, and names.
type Profile struct {
	Records []Record
	Unit    string // samples or calls
	methods map[int]string
}

// A file holds all sections, as iprof-viz reads them.
type file struct {
	Types []struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	} `json:"types"`
	Methods []struct {
		ID        int    `json:"id"`
		Name      string `json:"name"`
		Signature []int  `json:"signature"`
	} `json:"methods"`
	Monitors     []Record `json:"monitorProfiles"`
	Receivers    []Record `json:"virtualInvokeProfiles"`
	Calls        []Record `json:"callCountProfiles"`
	Conditionals []Record `json:"conditionalProfiles"`
	InstanceOf   []Record `json:"instanceofProfiles"`
	Samples      []Record `json:"samplingProfiles"`
}

// A Record is the count of a stack.
type Record struct {
	Ctx     string  `json:"ctx"`
	Records []int64 `json:"records"`
}

// Read reads the file that is the first argument of the program. A second one, "samples" or "calls", chooses the metric.
func Read() (*Profile, error) {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	types := map[int]string{}
	for _, t := range f.Types {
		types[t.ID] = t.Name
	}
	p := &Profile{Records: f.Samples, Unit: "samples", methods: map[int]string{}}
	for _, m := range f.Methods {
		p.methods[m.ID] = types[m.Signature[0]] + "." + m.Name
	}
	if len(p.Records) == 0 || len(os.Args) > 2 && os.Args[2] == "calls" {
		p.Records, p.Unit = f.Calls, "calls"
	}
	return p, nil
}

// Method returns the name of a method.
func (p *Profile) Method(id int) string {
	if name, ok := p.methods[id]; ok {
		return name
	}
	return fmt.Sprintf("<unknown method %d>", id)
}
