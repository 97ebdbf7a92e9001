package iprof_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// main was entered twice, and inner 20 times where it is inlined into main, at bytecode index 3. The conditional at BCI 7
// of inner went to BCI 12 in 15 of these cases.
const file = `{"version":"1.0.0",
"types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],
"methods":[{"id":7,"name":"main","signature":[1,0]},{"id":8,"name":"inner","signature":[1,0]}],
"callCountProfiles":[{"ctx":"7:0","records":[2]},{"ctx":"8:0<7:3","records":[20]}],
"conditionalProfiles":[{"ctx":"8:7<7:3","records":[10,0,5,12,1,15]}]}
`

func ExampleParse() {
	p, err := iprof.Parse(strings.NewReader(file), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range p.Calls.All() {
		method, _ := p.Method(p.Contexts.Node(c.Node).Method)
		fmt.Println(p.Contexts.Context(c.Node, c.BCI), method.Name, c.Value)
	}
	// Output:
	// 7:0 main 2
	// 8:0<7:3 inner 20
}

// Errors in a file have a place.
func ExampleParse_error() {
	_, err := iprof.Parse(strings.NewReader(strings.Replace(file, "8:0<7:3", "8:0<7x3", 1)), iprof.Options{})
	fmt.Println(err)
	var syntax *iprof.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Path, syntax.Offset)
	}
	// Output:
	// callCountProfiles[1].ctx (byte 233): frame 1: "7x3" is not METHOD:BCI
	// callCountProfiles[1].ctx 233
}

func ExampleProfile_Successors() {
	p, err := iprof.Parse(strings.NewReader(file), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range p.Conditionals.All() {
		fmt.Println(p.Contexts.Context(c.Node, c.BCI))
		for i, s := range p.Successors(c) {
			fmt.Printf("successor %d: to BCI %d, %d times\n", i, s.Target, s.Count)
		}
	}
	// Output:
	// 8:7<7:3
	// successor 0: to BCI 10, 5 times
	// successor 1: to BCI 12, 15 times
}

// Samples by outermost method, in one pass: a parent has a lower id than its children, so the values of the leaves move
// to the roots from the last node to the first.
func ExampleTree() {
	const file = `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],
"methods":[{"id":1,"name":"main","signature":[1,0]},{"id":2,"name":"work","signature":[1,0]},{"id":3,"name":"idle","signature":[1,0]}],
"samplingProfiles":[{"ctx":"2:9<1:4","records":[30]},{"ctx":"2:5<2:7<1:4","records":[12]},{"ctx":"3:0","records":[3]}]}`
	p, err := iprof.Parse(strings.NewReader(file), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	total := make([]int64, p.Stacks.Len())
	for _, s := range p.Samples.All() {
		total[s.Node] += s.Value
	}
	for id := iprof.NodeID(p.Stacks.Len()) - 1; id >= 0; id-- {
		if parent := p.Stacks.Node(id).Parent; parent != iprof.NoNode {
			total[parent] += total[id]
		}
	}
	for id, n := range p.Stacks.All() {
		if n.Parent == iprof.NoNode {
			method, _ := p.Method(n.Method)
			fmt.Println(method.Name, total[id])
		}
	}
	// Output:
	// main 42
	// idle 3
}

// The program was killed while it wrote the file.
func ExampleSalvage() {
	p, cut, err := iprof.Salvage(strings.NewReader(file[:len(file)-40]), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Records(iprof.Calls), "call counts and", p.Records(iprof.Conditionals), "conditionals")
	fmt.Println(cut)
	// Output:
	// 2 call counts and 0 conditionals
	// conditionalProfiles[0].ctx (byte 291): unexpected end of file, expected a string
}

func ExampleBuilder() {
	b := iprof.NewBuilder(iprof.Version{Major: 1})
	b.AddType(iprof.Type{ID: 0, Name: "void"})
	b.AddType(iprof.Type{ID: 1, Name: "app.Main"})
	b.AddMethod(iprof.Method{ID: 7, Name: "main", Declaring: 1, Return: 0})
	b.AddMethod(iprof.Method{ID: 8, Name: "inner", Declaring: 1, Return: 0})
	for _, r := range []struct {
		context string
		entries int64
	}{{"7:0", 2}, {"8:0<7:3", 20}} {
		context, err := iprof.ParseContext(r.context)
		if err != nil {
			log.Fatal(err)
		}
		err = b.AddCount(iprof.Calls, iprof.Count{Node: b.Contexts().Add(context), Value: r.entries})
		if err != nil {
			log.Fatal(err)
		}
	}
	p := b.Profile()
	fmt.Println(p.Total(iprof.Calls), "entries in", p.Contexts.Len(), "contexts")
	// Output:
	// 22 entries in 2 contexts
}

// Stacks of another tool, of which only names and values are known.
func ExampleBuilder_stacks() {
	var b iprof.Builder
	b.SetOrigin(iprof.Origin{Format: "folded stacks", Unit: "ms", PerSample: 10})
	for id, name := range []string{"main", "work"} {
		b.AddMethod(iprof.Method{ID: iprof.MethodID(id), Name: name, Declaring: iprof.NoType, Return: iprof.NoType})
	}
	main := b.Stacks().Child(iprof.NoNode, 0, 0)
	work := b.Stacks().Child(main, 0, 1)
	if err := b.AddCount(iprof.Samples, iprof.Count{Node: work, Value: 120}); err != nil {
		log.Fatal(err)
	}
	p := b.Profile()
	fmt.Println(p.Total(iprof.Samples), p.Origin().Unit)
	// Output:
	// 120 ms
}

func ExampleWrite() {
	p, err := iprof.Parse(strings.NewReader(file), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := iprof.Write(os.Stdout, iprof.Canonical(p, false)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],"methods":[{"id":1,"name":"inner","signature":[1,0]},{"id":2,"name":"main","signature":[1,0]}],"callCountProfiles":[{"ctx":"2:0","records":[2]},{"ctx":"1:0<2:3","records":[20]}],"conditionalProfiles":[{"ctx":"1:7<2:3","records":[10,0,5,12,1,15]}]}
}

func ExampleSumSuccessors() {
	a := []iprof.Successor{{Target: 10, Index: 0, Count: 5}, {Target: 12, Index: 1, Count: 15}}
	b := []iprof.Successor{{Target: 12, Index: 1, Count: 1}}
	for _, s := range iprof.SumSuccessors(a, b) {
		fmt.Println(s.Target, s.Count)
	}
	// Output:
	// 10 5
	// 12 16
}
