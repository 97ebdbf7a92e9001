// Command systems type-checks the packages of the module, and their tests, for other systems:
//
//	go run ./internal/systems windows/amd64 darwin/arm64
//
// The types of everything that is imported come from its sources. go build and go vet would compile the standard library for each system
// first, which takes minutes, and find nothing more in files that do without cgo and assembly.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("systems: ")
	flag.Parse()
	for _, system := range flag.Args() {
		checked, err := check(".", system)
		if err != nil {
			log.Fatalf("%s: %v", system, err)
		}
		fmt.Printf("%s: %d packages, with those of tests\n", system, checked)
	}
}

// check type-checks the packages below a directory for a system and architecture, as in "windows/amd64", and returns how many they are.
// The error says all that is wrong in them, a line each, with its place.
func check(dir, system string) (int, error) {
	goos, goarch, _ := strings.Cut(system, "/")
	found, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedTypesSizes,
		Dir:   dir,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true,
	}, "./...")
	if err != nil {
		return 0, err
	}
	var wrong []error
	said := map[string]bool{} // a package and the one that its tests are added to have the same files
	for _, p := range found {
		for _, e := range p.Errors {
			if !said[e.Error()] {
				said[e.Error()] = true
				wrong = append(wrong, e)
			}
		}
	}
	return len(found), errors.Join(wrong...)
}
