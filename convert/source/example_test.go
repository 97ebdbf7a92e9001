package source_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
)

// Stacks of any tool: the content says which.
func ExampleRead() {
	s, err := source.Read(strings.NewReader("main;read 2\nmain;write 3\n"), source.Options{})
	if err != nil {
		log.Fatal(err)
	}
	tree, err := s.NewTree(nil, stacks.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Format.Noun, tree.Nodes[0].Total)

	_, err = source.Read(strings.NewReader("no profile"), source.Options{})
	fmt.Println(err)
	// Output:
	// folded stacks 5
	// no format that has stacks
}
