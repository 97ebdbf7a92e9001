package pprof_test

import (
	"bytes"
	"maps"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Threads and states are labels. They divide the samples of a stack, also of one that a filter shortens, and leave those without.
func TestTagsAreLabels(t *testing.T) {
	b := stacks.NewBuilder(0)
	tags := &stacks.Tags{}
	add := func(value int64, line iprof.BCI, tags *stacks.Tags, all map[stacks.Tag]int64, names ...string) {
		var stack iprof.Context
		for _, name := range names {
			stack = append(stack, iprof.Frame{Method: b.Method(name), BCI: 1})
		}
		stack[0].BCI = line
		node, err := b.Add(stack, value)
		if err != nil {
			t.Fatal(err)
		}
		for tag, value := range all {
			tags.Add(node, line, tag, value)
		}
	}
	main, idle, worker := stacks.Tag{Thread: "main", State: "RUNNABLE"}, stacks.Tag{Thread: "main", State: "SLEEPING"}, stacks.Tag{Thread: "w\n1"}
	add(10, 7, tags, map[stacks.Tag]int64{main: 3, idle: 2, worker: 4}, "p.A.leaf", "p.A.main") // one is unknown
	add(5, 8, tags, map[stacks.Tag]int64{worker: 5}, "p.A.leaf", "p.A.main")
	add(2, 0, tags, nil, "p.A.other", "p.A.main")
	p := b.Profile(iprof.Origin{Format: "somebody's stacks", Unit: "samples", PerSample: 1, Lines: true})

	want := map[[3]string]int64{
		{"main", "RUNNABLE", "p.A.leaf"}: 3, {"main", "SLEEPING", "p.A.leaf"}: 2, {`w\x0a1`, "", "p.A.leaf"}: 9, {"", "", "p.A.leaf"}: 1, {"", "", "p.A.other"}: 2,
	}
	one := func(s *profile.Sample, key string) string {
		if len(s.Label[key]) == 0 {
			return ""
		}
		return s.Label[key][0]
	}
	for _, written := range []struct {
		opts   pprof.Options
		labels bool
	}{{pprof.Options{}, false}, {pprof.Options{Tags: tags}, true}, {pprof.Options{Tags: tags, Filter: convert.FilterOptions{View: convert.MachineView}}, true}} {
		var out bytes.Buffer
		if err := pprof.Write(&out, p, convert.NewNames(p, convert.NameOptions{}), written.opts); err != nil {
			t.Fatal(err)
		}
		prof, err := profile.Parse(&out)
		if err != nil {
			t.Fatal(err)
		}
		got, sum := map[[3]string]int64{}, int64(0)
		for _, s := range prof.Sample {
			got[[3]string{one(s, "thread"), one(s, "state"), s.Location[0].Line[0].Function.Name}] += s.Value[0]
			sum += s.Value[0]
		}
		if sum != 17 || written.labels && !maps.Equal(got, want) || !written.labels && len(got) != 2 {
			t.Errorf("%+v: %v, want %v", written.opts, got, want)
		}
	}
}

// A sum of profiles has the tags of both, at its own nodes.
func TestTagsOfSums(t *testing.T) {
	of := func(names ...string) (*iprof.Profile, *stacks.Tags) {
		b, tags := stacks.NewBuilder(0), &stacks.Tags{}
		for _, name := range names {
			node, err := b.Add(iprof.Context{{Method: b.Method(name)}}, 2)
			if err != nil {
				t.Fatal(err)
			}
			tags.Add(node, 0, stacks.Tag{Thread: "of " + name}, 2)
		}
		return b.Profile(iprof.Origin{Unit: "samples"}), tags
	}
	sum, tags := stacks.NewBuilder(0), &stacks.Tags{}
	for _, names := range [][]string{{"a", "b"}, {"b", "c", "a"}} {
		p, its := of(names...)
		nodes, err := sum.AddProfile(p)
		if err != nil {
			t.Fatal(err)
		}
		tags.AddAll(its, nodes)
	}
	p := sum.Profile(iprof.Origin{Unit: "samples"})
	for place, counts := range tags.ByStack() {
		node, _ := convert.SplitPlaceKey(place)
		m, _ := p.Method(p.Stacks.Node(iprof.NodeID(node)).Method)
		want := map[string]int64{"a": 4, "b": 4, "c": 2}[m.Name]
		if len(counts) != 1 || counts[0].Thread != "of "+m.Name || counts[0].Value != want {
			t.Errorf("%s: %+v", m.Name, counts)
		}
	}
}
