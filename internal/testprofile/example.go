package testprofile

import (
	"log"
	"os"
	"path/filepath"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Example reads a file of testdata, as iprof.Parse of the opened file does. It is for examples, which have no testing.T.
func Example(file string) *iprof.Profile {
	dir, err := FindRoot()
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "testdata", file))
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	p, err := iprof.Parse(f, iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return p
}
