// Package testschema checks JSON against the published schemas, for tests.
package testschema

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Read compiles a published schema and forbids all keys that it does not describe.
func Read(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(filepath.Join(testprofile.Root(t), "docs/schema", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	closeObjects(doc)
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeObjects(x any) {
	switch x := x.(type) {
	case map[string]any:
		for _, v := range x {
			closeObjects(v)
		}
		if _, ok := x["properties"]; ok && x["type"] == "object" {
			x["additionalProperties"] = false
		}
	case []any:
		for _, v := range x {
			closeObjects(v)
		}
	}
}

// Validate checks JSON by a published schema.
func Validate(t *testing.T, s *jsonschema.Schema, text string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%v\n%.500s", err, text)
	}
}
