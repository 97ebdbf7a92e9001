package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// writeTo writes a file.
func writeTo(file string, write func(io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// generateProfile writes a profile with as many records of each kind as real ones of 4 MB have, always the same.
func generateProfile(w io.Writer) error {
	const types, methods, used, contexts, conditionals, calls, samples = 5_300, 43_000, 2_700, 8_800, 6_500, 510, 160
	r := rand.New(rand.NewPCG(1, 2))
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	packages := []string{"java.util", "java.util.concurrent", "java.io", "jdk.internal.misc", "com.oracle.svm.core", "com.example.shop", "com.example.shop.cart", "org.example.web.server"}
	words := []string{"Order", "Cart", "Buffer", "Stream", "Handler", "Index", "Reader", "Table", "Session", "Field", "Token", "Cache"}
	word := func() string { return words[r.IntN(len(words))] }
	for i := range types {
		b.AddType(iprof.Type{ID: iprof.TypeID(i), Name: fmt.Sprintf("%s.%s%s%d", packages[i%len(packages)], word(), word(), i)})
	}
	anyType := func() iprof.TypeID { return iprof.TypeID(r.IntN(types)) }
	for i := range methods {
		m := iprof.Method{ID: iprof.MethodID(i + 1), Name: strings.ToLower(word()) + word() + fmt.Sprint(i%500), Declaring: anyType(), Return: anyType()}
		for range r.IntN(4) {
			m.Params = append(m.Params, anyType())
		}
		b.AddMethod(m)
	}
	usual := r.Perm(methods)[:used]
	method := func() iprof.MethodID { // a few are much more frequent
		return iprof.MethodID(usual[int(float64(used)*r.Float64()*r.Float64())] + 1)
	}
	counts := func() int64 { return int64(1 / (1e-9 + r.Float64()*r.Float64()*r.Float64())) }
	bci := func() iprof.BCI { return iprof.BCI(r.IntN(140)) }
	// Most call sites have one callee, no matter where their method was inlined.
	type place struct {
		caller iprof.MethodID
		bci    iprof.BCI
	}
	callees := map[place]iprof.MethodID{}
	call := func(caller iprof.MethodID) (iprof.BCI, iprof.MethodID) {
		at := place{caller, iprof.BCI(3 + 7*r.IntN(6))}
		if callees[at] == 0 || r.IntN(10) == 0 {
			callees[at] = method()
		}
		return at.bci, callees[at]
	}
	nodes, known := []iprof.NodeID{}, map[iprof.NodeID]bool{}
	tree := b.Contexts()
	for len(nodes) < contexts {
		up, at, m := iprof.NoNode, iprof.BCI(0), method()
		if len(nodes) > 0 && r.IntN(5) > 0 {
			up = nodes[r.IntN(len(nodes))]
			at, m = call(tree.Node(up).Method)
		}
		if n := tree.Child(up, at, m); !known[n] {
			known[n] = true
			nodes = append(nodes, n)
		}
	}
	for _, n := range nodes {
		if err := b.AddCount(iprof.Calls, iprof.Count{Node: n, Value: counts()}); err != nil {
			return err
		}
	}
	for range conditionals {
		at := bci()
		if err := b.AddConditional(nodes[r.IntN(len(nodes))], at, []iprof.Successor{{Target: at + 3, Count: counts()}, {Target: bci(), Index: 1, Count: counts()}}); err != nil {
			return err
		}
	}
	for range calls {
		var all []iprof.TypeCount
		for range 1 + r.IntN(4) {
			all = append(all, iprof.TypeCount{Type: anyType(), Count: counts()})
		}
		if err := b.AddTypeProfile(iprof.Receivers, nodes[r.IntN(len(nodes))], bci(), all); err != nil {
			return err
		}
	}
	stacks := b.Stacks()
	for range samples {
		n, at, m := iprof.NoNode, iprof.BCI(0), iprof.MethodID(usual[0]+1)
		for range 10 + r.IntN(30) {
			n = stacks.Child(n, at, m)
			at, m = call(m)
		}
		if err := b.AddCount(iprof.Samples, iprof.Count{Node: n, BCI: bci(), Value: 1 + int64(r.IntN(20))}); err != nil {
			return err
		}
	}
	return iprof.Write(w, b.Profile())
}

// generateStacks writes folded stacks, always the same, and returns how many frames they have as a tree. Neighbors share their
// outer frames.
func generateStacks(w io.Writer, n int) (frames int, err error) {
	r := rand.New(rand.NewPCG(7, 7))
	names := make([]string, 6_000)
	for i := range names {
		names[i] = fmt.Sprintf("com.acme.pkg%d.Class%d.method%d", i%40, i%700, i)
	}
	var stack []string
	for range n {
		if len(stack) > 0 {
			stack = stack[:r.IntN(len(stack)*3/4+1)]
		}
		for range 20 + r.IntN(15) {
			if len(stack) < 90 {
				stack = append(stack, names[int(float64(len(names))*r.Float64()*r.Float64())])
				frames++
			}
		}
		if _, err = fmt.Fprintf(w, "%s %d\n", strings.Join(stack, ";"), 1+r.IntN(20)); err != nil {
			return 0, err
		}
	}
	return frames, nil
}
