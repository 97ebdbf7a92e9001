package page

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// hugeMethods are the methods of hugeTree. The last one is in one stack alone.
const hugeMethods = 6_000

// hugeTree has a number of frames in stacks of up to 120, each node after the callees of those before it.
func hugeTree(frames int) *stacks.Tree {
	t := &stacks.Tree{Metric: convert.Samples, Unit: "samples", PerSample: 1, Nodes: make([]stacks.Node, 1, frames+1)}
	t.Nodes[0] = stacks.Node{Parent: -1, Frame: -1}
	for i := range hugeMethods {
		t.Frames = append(t.Frames, stacks.Frame{Name: fmt.Sprintf("com.acme.pkg%d.Class%d.method%d", i%40, i%700, i), Kind: convert.Application})
	}
	r := rand.New(rand.NewPCG(7, 7))
	callees := make([]int32, frames+1) // by node
	path := []int32{0}
	call := func(frame int32) {
		up := path[len(path)-1]
		callees[up]++
		path = append(path, int32(len(t.Nodes)))
		t.Nodes = append(t.Nodes, stacks.Node{Parent: up, Frame: frame})
	}
	for len(t.Nodes) < frames {
		keep := 1 + int(float64(len(path)-1)*(1-r.Float64()*r.Float64()))
		path = path[:keep]
		for depth := 40 + r.IntN(80); len(path) <= depth && len(t.Nodes) < frames; {
			up := path[len(path)-1]
			call((7 + 31*max(0, t.Nodes[up].Frame) + 97*callees[up]) % (hugeMethods - 1)) // callees of a node differ, as 97 and 5,999 have no common divisor
		}
		t.Nodes[len(t.Nodes)-1].Self += 1 + r.Int64N(20)
	}
	call(hugeMethods - 1)
	t.Nodes[frames].Self = 1
	for i := frames; i >= 0; i-- {
		n := &t.Nodes[i]
		if n.Total += n.Self; i > 0 {
			t.Nodes[n.Parent].Total += n.Total
		}
	}
	return t
}

// TestFlamePageHuge: a page of five million frames has all of them: the sums of all methods are those of the tree, as are the share of a
// search and each frame on the way to a deep one.
func TestFlamePageHuge(t *testing.T) {
	const frames = 5_000_000
	page := browsertest.Look(t, 1280, 800)
	tree := hugeTree(frames)
	file := filepath.Join(t.TempDir(), "huge.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err := flame.HTML(w, tree, flame.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	v := browsertest.Visiting{T: t, Page: page, File: "file://" + file}
	v.Load("")

	// Sums on the way through the stacks.
	nodes, whole := tree.Nodes, tree.Nodes[0].Total
	var self, total [hugeMethods]int64
	var open [hugeMethods]int // how often a method is on the path
	var path []int32
	found := make([]bool, len(nodes)) // by node: it or a caller matches
	methods := map[int32]bool{}       // that match
	matched, deepest := int64(0), 0
	for i := int32(1); i < int32(len(nodes)); i++ {
		n := nodes[i]
		for len(path) > 0 && path[len(path)-1] != n.Parent {
			open[nodes[path[len(path)-1]].Frame]--
			path = path[:len(path)-1]
		}
		path = append(path, i)
		deepest = max(deepest, len(path))
		if open[n.Frame]++; open[n.Frame] == 1 {
			total[n.Frame] += n.Total
		}
		self[n.Frame] += n.Self
		if strings.Contains(tree.Frames[n.Frame].Name, ".Class12.") {
			methods[n.Frame], found[i] = true, true
		} else {
			found[i] = found[n.Parent]
		}
		if found[i] {
			matched += n.Self
		}
	}

	got := v.Run(`log(details()); await press("CSV"); log(copied.at(-1));`)
	if len(got) != 2 {
		t.Fatalf("%.2000q", got)
	}
	if want := fmt.Sprintf("all | %s samples, 100%% of all | %d frames deep. ", numbers.Thousands(whole), deepest); !strings.HasPrefix(got[0], want) {
		t.Errorf("%s, want %s", got[0], want)
	}
	var want []string
	for m, of := range tree.Frames {
		want = append(want, fmt.Sprintf("%s,%d,%d", of.Name, self[m], total[m]))
	}
	_, rows, _ := strings.Cut(strings.ReplaceAll(got[1], "\r", ""), "\n")
	same(t, strings.Split(strings.TrimSpace(rows), "\n"), want)

	// The widest callee of the widest callee, and so on.
	const depth = 40
	want = nil
	end := int32(0)
	for range depth {
		widest := end
		for i := int(end) + 1; i < len(nodes) && nodes[i].Parent >= end; i++ {
			if nodes[i].Parent == end && (widest == end || nodes[i].Total > nodes[widest].Total) {
				widest = int32(i)
			}
		}
		n := nodes[widest]
		want = append(want, fmt.Sprintf("%s | %s samples, %s of all | %s of its parent | self %s | application", tree.Frames[n.Frame].Name,
			numbers.Thousands(n.Total), numbers.Percent(n.Total, whole), numbers.Percent(n.Total, nodes[end].Total), numbers.Thousands(n.Self)))
		end = widest
	}
	inside := int64(0) // matched
	for i := int(end); i < len(nodes) && (i == int(end) || nodes[i].Parent >= end); i++ {
		if found[i] {
			inside += nodes[i].Self
		}
	}
	want = append(want, fmt.Sprintf("%d methods matched: %s, %s of zoom", len(methods), numbers.Percent(matched, whole), numbers.Percent(inside, nodes[end].Total)))
	browsertest.Expect(t, v.Run(fmt.Sprintf(`
		for (let i = 0; i < %d; i++) { await key("ArrowDown"); await key("Enter"); log(details()); }
		await type("\\.Class12\\."); log(status());`, depth)), want...)

	// The last frame is too narrow to be seen from the root.
	last := tree.Frames[nodes[frames].Frame].Name
	browsertest.Expect(t, v.Run(`
		await key("Escape"); await type("method5999$"); log(status());
		await key("n"); log(details().split(" | ").slice(0, 2).join(" | ")); log(status().replace(/, [0-9.]+% of zoom/, "")); await key("Backspace");
		await click(one(".methods .spacer > .row")); log(details());`),
		"1 method matched: <0.01%, too narrow or too deep to be in the picture: › (n) zooms to them",
		last+" | 1 sample, <0.01% of all", "1 method matched: <0.01% (1/1, zoomed in)", last+" | 1 sample, <0.01% of all | self 1 | application")
	if _, peak, err := browsertest.Pages.Memory(); err == nil {
		t.Logf("%d MB in the browser", peak/1_000_000)
	}
}
