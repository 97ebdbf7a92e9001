package promises

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A schema is a JSON schema: the parts of it that name keys.
type schema struct {
	Ref         string `json:"$ref"`
	Type        any
	Const       any
	Enum        []any
	Properties  map[string]*schema
	Items       *schema
	PrefixItems []*schema
	AllOf       []*schema
	OneOf       []*schema
	AnyOf       []*schema
	Defs        map[string]*schema `json:"$defs"`
}

// keys are those of a schema.
type keys struct {
	name    string
	version int
	lines   []string // its name, its version, and the path of each key with the types of its value
}

func schemaKeys(file string) (*keys, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	root := &schema{}
	if err := json.Unmarshal(text, root); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	version := root.Properties["schema_version"]
	if version == nil {
		return nil, fmt.Errorf("%s has no schema_version", file)
	}
	number, ok := version.Const.(float64)
	if !ok {
		return nil, fmt.Errorf("%s: schema_version is not a number", file)
	}
	k := &keys{name: strings.TrimSuffix(filepath.Base(file), ".json"), version: int(number)}
	w := &walk{defs: root.Defs, types: map[string]map[string]bool{}}
	w.add("", root, nil)
	for path, types := range w.types {
		if path != "" && len(types) > 0 {
			k.lines = append(k.lines, fmt.Sprintf("%s %d %s %s", k.name, k.version, path, strings.Join(slices.Sorted(maps.Keys(types)), "|")))
		}
	}
	return k, nil
}

type walk struct {
	defs  map[string]*schema
	types map[string]map[string]bool // by path
}

// add adds a schema and those in it; open are the names of definitions that it is part of, as trees nest.
func (w *walk) add(path string, s *schema, open []string) {
	if s == nil {
		return
	}
	if w.types[path] == nil {
		w.types[path] = map[string]bool{}
	}
	if name := strings.TrimPrefix(s.Ref, "#/$defs/"); name != "" {
		if slices.Contains(open, name) {
			w.types[path]["..."+name] = true
			return
		}
		w.add(path, w.defs[name], append(slices.Clone(open), name))
	}
	switch t := s.Type.(type) {
	case string:
		w.types[path][t] = true
	case []any:
		for _, t := range t {
			w.types[path][fmt.Sprint(t)] = true
		}
	}
	for _, value := range append(s.Enum, s.Const) {
		switch value.(type) {
		case string:
			w.types[path]["string"] = true
		case float64:
			w.types[path]["integer"] = true
		case bool:
			w.types[path]["boolean"] = true
		}
	}
	for key, value := range s.Properties {
		w.add(strings.TrimPrefix(path+"."+key, "."), value, open)
	}
	w.add(path+"[]", s.Items, open)
	for i, item := range s.PrefixItems {
		w.add(fmt.Sprintf("%s[%d]", path, i), item, open)
	}
	for _, part := range slices.Concat(s.AllOf, s.OneOf, s.AnyOf) {
		w.add(path, part, open)
	}
}
