package promises

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/render/listing"
)

var update = flag.Bool("update", false, "add what is new to the listings in testdata/api")

const moduleDir = "../.."

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name           string
		listing, lines string
		changelog      string
		want, fault    string // of an update; "": no fault without it
	}{
		{"the same", "a b", "b a", "", "a b", ""},
		{"new", "b", "a b", "", "a b", `"a" is new: make update`},
		{"gone", "a b", "a", "", "a b", `"b" is gone`},
		{"gone on purpose", "a removed:_b c", "a c", "Removed: `b`", "a removed:_b c", ""},
		{"gone in silence", "a removed:_b", "a", "", "a removed:_b", `CHANGELOG.md does not say that "b"`},
		{"back", "a removed:_b", "a b", "b", "a removed:_b", `"b" is there`},
	} {
		words := func(s string) []string {
			lines := strings.Fields(s)
			for i := range lines {
				lines[i] = strings.ReplaceAll(lines[i], "_", " ")
			}
			return lines
		}
		_, faults := compare(words(tt.listing), words(tt.lines), tt.changelog, false)
		if got := strings.Join(faults, "\n"); !strings.Contains(got, tt.fault) || (got == "") != (tt.fault == "") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.fault)
		}
		if got, _ := compare(words(tt.listing), words(tt.lines), tt.changelog, true); !slices.Equal(got, words(tt.want)) {
			t.Errorf("%s: updated to %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The columns of CSV: the command, or the section of its output, the column's position among alternatives, and its key.
func TestColumns(t *testing.T) {
	definitions := append(rank.Definitions(), callgraph.Definition, training.ProductionDefinition)
	for _, s := range []table.SetDefinition{diff.Definition(), diff.VarianceDefinition(), training.ProgramDefinition} {
		for _, d := range s.Tables {
			d.Name = s.Name + "." + d.Name
			definitions = append(definitions, d)
		}
	}
	var lines []string
	for _, d := range definitions {
		columns := d.Columns
		for _, choice := range d.Choices {
			columns = slices.Concat(columns, slices.Concat(choice...))
		}
		for _, c := range columns {
			if c.CSV > 0 {
				lines = append(lines, fmt.Sprintf("%s %d %s", d.Name, c.CSV, c.Key))
			}
		}
	}
	var list bytes.Buffer
	if err := listing.CSV(&list, &code.Listing{}); err != nil {
		t.Fatal(err)
	}
	header, err := csv.NewReader(&list).Read()
	if err != nil {
		t.Fatal(err)
	}
	for i, key := range header {
		lines = append(lines, fmt.Sprintf("list %d %s", i+1, key))
	}
	Listing{ModuleDir: moduleDir, Name: "csv.txt", Update: *update}.Check(t, lines)
}

// The keys of JSON with their types, by the schemas. A schema with a larger version has a new promise.
func TestKeys(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(moduleDir, "docs/schema/*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var lines []string
	versions := map[string]int{}
	for _, file := range files {
		keys, err := schemaKeys(file)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, keys.lines...)
		versions[keys.name] = keys.version
	}
	Listing{ModuleDir: moduleDir, Name: "json.txt", Update: *update, Superseded: func(line string) bool {
		words := strings.Fields(line)
		listed, err := strconv.Atoi(words[1])
		return err == nil && versions[words[0]] > listed
	}}.Check(t, lines)
}

// The exported names of packages that programs of others may import.
func TestExported(t *testing.T) {
	for _, pkg := range []string{"iprof", "classfile", "optlog", "jfr"} {
		lines, err := exported(filepath.Join(moduleDir, pkg))
		if err != nil {
			t.Fatal(err)
		}
		Listing{ModuleDir: moduleDir, Name: "go-" + pkg + ".txt", Update: *update}.Check(t, lines)
	}
}
