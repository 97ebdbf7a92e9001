package render

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

// BenchmarkFlameSVG draws 1.7 million nodes, of which some 25,000 are wide enough.
func BenchmarkFlameSVG(b *testing.B) {
	t := bigTree(1_700_000)
	for b.Loop() {
		if err := flame.SVG(io.Discard, t, flame.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkListText writes 100,000 methods with two places each.
func BenchmarkListText(b *testing.B) {
	p := testprofile.Read(b, bytes.NewReader(testprofile.Chains("samplingProfiles", 100_000, 2)))
	l, err := code.List(p, nil, nil, code.ListOptions{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := listing.Text(io.Discard, l, listing.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// bigTree grows a tree at random: most nodes are leaves that were seen once or twice, some paths are hot.
func bigTree(nodes int) *stacks.Tree {
	r := rand.New(rand.NewPCG(3, 4))
	t := &stacks.Tree{Metric: convert.Samples, Unit: "samples", Nodes: []stacks.Node{{Parent: -1, Frame: -1}}}
	for i := range 5000 {
		t.Frames = append(t.Frames, stacks.Frame{Name: testtree.Wide(1, false)[0].Frames[:20+i%9] + string(rune('a'+i%26)), Kind: convert.Kind(i % 5)})
	}
	at := int32(0)
	for len(t.Nodes) < nodes {
		if r.IntN(12) == 0 {
			at = int32(r.ExpFloat64() * float64(len(t.Nodes)) / 20)
			at = min(at, int32(len(t.Nodes)-1))
		}
		t.Nodes = append(t.Nodes, stacks.Node{Parent: at, Frame: int32(r.IntN(len(t.Frames))), Self: int64(1 + r.IntN(3))})
		at = int32(len(t.Nodes) - 1)
	}
	for i := len(t.Nodes) - 1; i >= 0; i-- {
		n := &t.Nodes[i]
		n.Total += n.Self
		if n.Parent >= 0 {
			t.Nodes[n.Parent].Total += n.Total
		}
	}
	return t
}
