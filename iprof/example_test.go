package iprof_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

func ExampleParse() {
	// main was entered twice, and inner 20 times where it is inlined into main, at bytecode index 3.
	const file = `{"version":"1.0.0",
		"types":[{"id":0,"name":"void"},{"id":1,"name":"app.Main"}],
		"methods":[{"id":7,"name":"main","signature":[1,0]},{"id":8,"name":"inner","signature":[1,0]}],
		"callCountProfiles":[{"ctx":"7:0","records":[2]},{"ctx":"8:0<7:3","records":[20]}]}`
	p, err := iprof.Parse(strings.NewReader(file), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range p.Calls.All() {
		method, _ := p.Method(p.Contexts.Node(c.Node).Method)
		fmt.Println(p.Contexts.Context(c.Node, 0), method.Name, c.Value)
	}

	// Errors say where.
	_, err = iprof.Parse(strings.NewReader(strings.Replace(file, "8:0<7:3", "8:0<7x3", 1)), iprof.Options{})
	fmt.Println(err)
	// Output:
	// 7:0 main 2
	// 8:0<7:3 inner 20
	// callCountProfiles[1].ctx (byte 239): frame 1: "7x3" is not METHOD:BCI
}
