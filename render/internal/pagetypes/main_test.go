package main

import (
	"os"
	"reflect"
	"testing"

	"github.com/iprof-viz/iprof-viz/render/page"
)

// TestTypesAreFresh: the committed types are those of the structs.
func TestTypesAreFresh(t *testing.T) {
	const root = "../../../"
	want, err := typesOf(reflect.TypeFor[page.Parts](), root)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(root + written); err != nil || string(got) != string(want) {
		t.Errorf("%s is not that of the structs of %s: make page writes it (%v)", written, sources, err)
	}
}
