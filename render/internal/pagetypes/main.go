// Command pagetypes writes the types of a page's records, and the table of their shapes that the page uses to read them, from the
// structs of packages page and pagegraph. make page runs it, from the root of the project.
package main

import (
	"fmt"
	"os"
	"reflect"

	"github.com/iprof-viz/iprof-viz/render/page"
)

// written is the output file, relative to the root of the project; sources are where the structs are.
const written = "templates/page/profile/records.ts"

var sources = []string{"render/page", "render/pagegraph"}

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "pagetypes:", err)
		os.Exit(1)
	}
}

func write() error {
	text, err := typesOf(reflect.TypeFor[page.Parts](), ".")
	if err != nil {
		return err
	}
	return os.WriteFile(written, text, 0o644)
}
