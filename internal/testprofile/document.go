package testprofile

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Document is an iprof of any dialect as parsed by encoding/json, for tests that count independently.
type Document struct {
	Version string
	Types   []struct {
		ID             int32
		Name, TypeName string
	}
	Methods []struct {
		ID               int32
		Name, MethodName string
		Signature        []int32
	}
	CallCountProfiles, HotnessPoints       []Record
	ConditionalProfiles, ConditionalPoints []Record
	VirtualInvokeProfiles, InvokePoints    []Record
	InstanceofProfiles, SamplingProfiles   []Record
}

// A Record is a record of a Document.
type Record struct {
	Ctx, MethodBciList string
	Records            []int64
}

// Frames splits the context, leaf first: 5:0, 3:2, …
func (r Record) Frames() []string {
	return strings.FieldsFunc(r.Ctx+r.MethodBciList, func(r rune) bool { return r == '<' || r == ',' })
}

// Section returns the records of a section, regardless of its name in the dialect; none of Monitors.
func (d *Document) Section(s iprof.Section) []Record {
	switch s {
	case iprof.Calls:
		return slices.Concat(d.CallCountProfiles, d.HotnessPoints)
	case iprof.Conditionals:
		return slices.Concat(d.ConditionalProfiles, d.ConditionalPoints)
	case iprof.Receivers:
		return slices.Concat(d.VirtualInvokeProfiles, d.InvokePoints)
	case iprof.InstanceOf:
		return d.InstanceofProfiles
	case iprof.Samples:
		return d.SamplingProfiles
	}
	return nil
}

// Folded counts stacks with plain names, root first, from the text of an iprof.
func (d *Document) Folded(s iprof.Section) map[string]int64 {
	types := map[int32]string{}
	for _, x := range d.Types {
		types[x.ID] = x.Name + x.TypeName
	}
	methods := map[int32]string{}
	for _, x := range d.Methods {
		if x.ID >= 0 {
			methods[x.ID] = types[x.Signature[0]] + "." + x.Name + x.MethodName
		}
	}
	stacks := map[string]int64{}
	for _, r := range d.Section(s) {
		var frames []string
		for _, f := range r.Frames() {
			id, _, _ := strings.Cut(f, ":")
			n, _ := strconv.Atoi(id)
			name, ok := methods[int32(n)]
			if !ok {
				name = "<unknown method " + id + ">"
			}
			frames = append(frames, name)
		}
		slices.Reverse(frames)
		stacks[strings.Join(frames, ";")] += r.Records[0]
	}
	maps.DeleteFunc(stacks, func(_ string, v int64) bool { return v == 0 })
	return stacks
}

// Lines parses folded text in the simplest way.
func Lines(t *testing.T, folded string) map[string]int64 {
	t.Helper()
	stacks := map[string]int64{}
	for line := range strings.Lines(folded) {
		line = strings.TrimSuffix(line, "\n")
		space := strings.LastIndexByte(line, ' ')
		n, err := strconv.ParseInt(line[space+1:], 10, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if _, twice := stacks[line[:space]]; twice {
			t.Errorf("%q is there twice", line[:space])
		}
		stacks[line[:space]] = n
	}
	return stacks
}
