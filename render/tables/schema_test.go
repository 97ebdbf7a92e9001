package tables

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

var update = flag.Bool("update", false, "rewrite the schemas of tables in docs/schema")

// TestSchemasAreOfTheDeclaredColumns generates the schemas of tables; make update rewrites them.
func TestSchemasAreOfTheDeclaredColumns(t *testing.T) {
	check := func(name string, s object) {
		text := s.text(t)
		file := filepath.Join("../../docs/schema", name+".json")
		if *update {
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
		got := testfile.Read(t, file)
		if !bytes.Equal(got, text) {
			t.Errorf("%s is not what the declared columns say: make update", file)
		}
	}
	for _, d := range append(rank.Definitions(), callgraph.Definition, training.ProductionDefinition) {
		check(d.Name, tableSchema(d))
	}
	check(diff.Definition().Name, setSchema(diff.Definition()))
	check(diff.VarianceDefinition().Name, setSchema(diff.VarianceDefinition()))
	check(training.ProgramDefinition.Name, setSchema(training.ProgramDefinition))
}

// Every column and fact says in a sentence what it is.
func TestColumnsAreDescribed(t *testing.T) {
	all := append(rank.Definitions(), callgraph.Definition, training.ProductionDefinition)
	for _, set := range []table.SetDefinition{diff.Definition(), diff.VarianceDefinition(), training.ProgramDefinition} {
		all = append(append(all, table.Definition{Name: set.Name, Facts: set.Facts}), set.Tables...)
	}
	for _, d := range all {
		for _, c := range slices.Concat(d.Facts, rowColumns(d)) {
			if c.ForPeople {
				continue
			}
			if c.Key == "" || !strings.HasSuffix(c.Doc, ".") {
				t.Errorf("%s: %s: %q is not a sentence", d.Name, c.Key, c.Doc)
			}
			if c.Kind == table.CountColumn && c.Unit == "" {
				t.Errorf("%s: %s counts something", d.Name, c.Key)
			}
		}
	}
}

// An object is a JSON object with its members in order.
type object []member

type member struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{m.key, m.value} {
			if j > 0 {
				b.WriteByte(':')
			}
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(v); err != nil {
				return nil, err
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// text is the object as a file.
func (o object) text(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tableSchema is the schema of the tables of a command.
func tableSchema(d table.Definition) object {
	defs := schemaDefs{}
	version := member{"schema_version", object{{"const", schemaVersionOf(d.Name)},
		{"description", "Grows when a key changes its meaning or goes. New keys may come at any time."}}}
	body := defs.table(d, "", version, "The metric's sum over the whole profile.")
	head := object{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "iprof-viz " + d.Name + " --format json"}}
	return append(append(head, body...), member{"$defs", object(defs.sorted())})
}

// setSchema is the schema of a set of tables.
func setSchema(d table.SetDefinition) object {
	defs := schemaDefs{}
	keys := properties{
		{"schema_version", object{{"const", SchemaVersion},
			{"description", "Grows when a key changes its meaning or goes. New keys may come at any time."}}, true},
		{"table", object{{"const", d.Name}}, true},
		{"title", object{{"type", "string"}, {"description", "The result, for people."}}, true},
		{"view", defs.view(), true},
	}
	for _, f := range d.Facts {
		keys = append(keys, defs.fact(f))
	}
	keys = append(keys, defs.sentences("notes", "Facts that a reader has to know."), defs.sentences("doubts", "Caveats: reasons not to trust the numbers too much."))
	var sections object
	for _, t := range d.Tables {
		section := defs.table(t, t.Name+"_", member{"schema_version", object{{"const", SchemaVersion}}},
			"The metric's sum over the new profile, or over all runs.")
		sections = append(sections, member{t.Name, section})
	}
	keys = append(keys, property{"sections", object{{"type", "object"},
		{"description", "The tables, by name. One is missing if it was not asked for, or if there is nothing to compare."},
		{"properties", sections}}, true})
	head := object{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "iprof-viz " + d.Name + " --format json"}}
	return append(append(head, keys.object("")...), member{"$defs", object(defs.sorted())})
}

// properties are those of a JSON object.
type properties []property

type property struct {
	key      string
	schema   object
	required bool
}

// object is the schema of an object with the properties.
func (p properties) object(description string) object {
	required, schemas := []string{}, object{}
	for _, key := range p {
		if key.required {
			required = append(required, key.key)
		}
		schemas = append(schemas, member{key.key, key.schema})
	}
	s := object{{"type", "object"}}
	if description != "" {
		s = append(s, member{"description", description})
	}
	if len(required) > 0 {
		s = append(s, member{"required", required})
	}
	return append(s, member{"properties", schemas})
}

// schemaDefs are the definitions that a schema refers to, by name.
type schemaDefs map[string]object

func (defs schemaDefs) sorted() []member {
	var all []member
	for name, s := range defs {
		all = append(all, member{name, s})
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.key, b.key) })
	return all
}

// ref refers to a definition.
func (defs schemaDefs) ref(name string, s object) object {
	defs[name] = s
	return object{{"$ref", "#/$defs/" + name}}
}

func (defs schemaDefs) view() object {
	return object{{"enum", []string{convert.MachineView.String(), convert.ExpertView.String(), convert.UserView.String()}}}
}

func (defs schemaDefs) sentences(key, description string) property {
	return property{key, object{{"type", "array"}, {"description", description}, {"items", object{{"type", "string"}}}}, true}
}

// enum is the schema of one of several words.
func enum(words []string) object {
	if len(words) == 1 {
		return object{{"const", words[0]}}
	}
	return object{{"enum", words}}
}

// table is the schema of tables; prefix begins the names of definitions of its own.
func (defs schemaDefs) table(d table.Definition, prefix string, version member, whole string) object {
	var metrics []string
	for _, m := range d.Metrics {
		metrics = append(metrics, m.String())
	}
	count := defs.number("count", "integer", false, 0)
	hidden := properties{{"why", object{{"type", "string"}}, true}, {"records", count, true}, {"value", count, true}}.object("")
	keys := properties{
		{version.key, version.value.(object), true},
		{"table", object{{"const", d.Name}}, true},
		{"title", object{{"type", "string"}, {"description", "The rows and their order, for people."}}, true},
		{"metric", append(enum(metrics), member{"description", "The metric of the values. Calls are not time, and samples are not seconds."}), true},
		{"unit", object{{"type", "string"}, {"description", "The unit of the metric, in the plural."}}, true},
		{"view", defs.view(), true},
		{"whole", append(slices.Clone(count), member{"description", whole}), true},
		{"base", append(slices.Clone(count), member{"description", "The part of it that the view and the filters leave. Shares are of it unless said otherwise."}), true},
		{"hidden", object{{"type", "array"}, {"description", "The parts that they drop."}, {"items", defs.ref("hidden", hidden)}}, true},
	}
	for _, f := range d.Facts {
		keys = append(keys, defs.fact(f))
	}
	keys = append(keys, defs.sentences("notes", "Facts that a reader has to know."), defs.sentences("doubts", "Caveats: reasons not to trust the numbers too much."))

	columns := rowColumns(d)
	nested := d.Parts != ""
	var row, summary properties
	part := properties{}
	for _, c := range columns {
		p := property{c.Key, defs.column(c), c.Presence <= table.InRows}
		if nested && !c.Shared {
			part = append(part, p)
			if c.Presence == table.Everywhere { // of total and so on, a site has none
				summary = append(summary, property{c.Key, p.schema, false})
			}
			continue
		}
		row = append(row, p)
		p.required = c.Presence == table.Everywhere
		summary = append(summary, p)
	}
	ref := func(name string, s object, choices bool) object {
		if choices {
			s = append(s, choicesOf(d)...)
		}
		return defs.ref(prefix+name, s)
	}
	if nested {
		list := object{{"type", "array"}, {"description", d.PartsDoc}}
		if d.HasParts {
			list = append(list, member{"minItems", 1})
		}
		list = append(list, member{"items", ref(strings.TrimSuffix(d.Parts, "s"), part.object(""), len(d.Choices) > 0)})
		row = append(row, property{d.Parts, list, true})
	}
	rows := ref("row", row.object(""), !nested)
	sum := func(description string) object {
		return append(slices.Clone(ref("summary", summary.object("A row that sums up others."), !nested)), member{"description", description})
	}
	list := func(items object) object { return object{{"type", "array"}, {"items", items}} }
	if d.TotalDoc != "" {
		keys = append(keys, property{"total", sum(d.TotalDoc), true})
	}
	keys = append(keys, property{"rows", list(rows), true})
	if d.RestDoc != "" {
		keys = append(keys, property{"rest", sum(d.RestDoc), false})
	}
	if d.OutsideDoc == "" {
		none := object{{"type", "array"}, {"maxItems", 0}, {"description", "Always empty."}}
		return append(keys, property{"outside", none, !nested}).object("")
	}
	outside := append(list(ref("summary", summary.object("A row that sums up others."), !nested)), member{"description", d.OutsideDoc})
	return append(keys, property{"outside", outside, !nested},
		property{"outside_rest", sum("Rows of outside beyond the limit. rows, rest, outside and outside_rest add up to base."), false}).object("")
}

// rowColumns are the columns that rows may have, in the order of JSON, each key once.
func rowColumns(d table.Definition) []table.Column {
	all := slices.Clone(d.Columns)
	for _, choice := range d.Choices {
		for _, columns := range choice {
			for _, c := range columns {
				c.Presence = table.Sometimes // see choicesOf
				if i := slices.IndexFunc(all, func(other table.Column) bool { return other.Key == c.Key }); i < 0 {
					all = append(all, c)
				} else if !strings.Contains(all[i].Doc, c.Doc) {
					all[i].Doc += " " + c.Doc
					all[i].Nullable = all[i].Nullable || c.Nullable
					if all[i].Unit != c.Unit {
						all[i].Unit += " or " + c.Unit
					}
				}
			}
		}
	}
	return table.ColumnsForPrograms(all)
}

// choicesOf requires the columns of one choice each.
func choicesOf(d table.Definition) object {
	var all []object
	for _, choice := range d.Choices {
		var one []object
		for _, columns := range choice {
			var required []string
			for _, c := range columns {
				if c.Presence == table.Everywhere {
					required = append(required, c.Key)
				}
			}
			if !slices.ContainsFunc(one, func(o object) bool { return slices.Equal(o[0].value.([]string), required) }) {
				one = append(one, object{{"required", required}})
			}
		}
		all = append(all, object{{"oneOf", one}})
	}
	if len(all) == 0 {
		return nil
	}
	return object{{"allOf", all}}
}

// number is a definition of numbers from a minimum on.
func (defs schemaDefs) number(name, kind string, nullable bool, minimum int, more ...member) object {
	s := object{{"type", kind}}
	if nullable {
		name = "maybe" + strings.ToUpper(name[:1]) + name[1:]
		s = object{{"type", []string{kind, "null"}}}
	}
	s = append(append(s, member{"minimum", minimum}), more...)
	if name == "count" {
		s = append(s, member{"description", "May need more than the 53 bits of a JavaScript number."})
	}
	return defs.ref(name, s)
}

// fact is the property of a value in the head.
func (defs schemaDefs) fact(c table.Column) property {
	s := defs.column(c)
	if c.Kind == table.FactorColumn {
		s = object{{"type", "number"}, {"exclusiveMinimum", 0}, {"description", c.Doc}}
	}
	return property{c.Key, s, c.Presence == table.Everywhere}
}

// column is the schema of a column's cells.
func (defs schemaDefs) column(c table.Column) object {
	s := defs.kind(c)
	if c.Unit != "" {
		s = append(s, member{"unit", c.Unit})
	}
	return append(s, member{"description", c.Doc})
}

func (defs schemaDefs) kind(c table.Column) object {
	switch c.Kind {
	case table.CountColumn:
		return defs.number("count", "integer", c.Nullable, 0)
	case table.IDColumn:
		return defs.number("id", "integer", c.Nullable, 0)
	case table.BCIColumn:
		return defs.ref("bci", object{{"type", "integer"}, {"minimum", iprof.MinBCI}, {"maximum", iprof.MaxBCI},
			{"description", "A bytecode index; negative ones are those of JVMCI's BytecodeFrame and no places in the bytecode."}})
	case table.ShareColumn:
		if c.Above1 {
			return defs.number("shareOfOther", "number", c.Nullable, 0)
		}
		return defs.number("share", "number", c.Nullable, 0, member{"maximum", 1})
	case table.RatioColumn:
		return defs.number("ratio", "number", c.Nullable, 0)
	case table.FactorColumn:
		return defs.number("factor", "number", c.Nullable, 0)
	case table.NumberColumn:
		return defs.number("number", "number", c.Nullable, 0)
	case table.ChangeColumn:
		return defs.number("change", "number", c.Nullable, -1, member{"maximum", 1})
	case table.IntervalColumn:
		return defs.ref("interval", object{{"type", "array"}, {"prefixItems", []object{
			{{"type", "number"}, {"minimum", 0}}, {{"type", "number"}, {"maximum", 1}},
		}}, {"minItems", 2}, {"maxItems", 2}})
	case table.FlagColumn:
		return object{{"type", "boolean"}}
	case table.CallersColumn, table.CalleesColumn:
		id := object{{"type", "integer"}, {"minimum", 0}, {"description", "The method's id in this file."}}
		frame := properties{{"id", id, c.Kind == table.CallersColumn}, {"method", object{{"type", "string"}}, true}}
		name := "callee"
		if c.Kind == table.CallersColumn {
			name, frame = "caller", append(frame, property{"bci", append(defs.kind(table.Column{Kind: table.BCIColumn}), member{"description", "Of the call in it."}), true})
		}
		var kind any = "array"
		if c.Nullable {
			kind = []string{"array", "null"}
		}
		return object{{"type", kind}, {"items", defs.ref(name, frame.object(""))}}
	}
	if c.Words != nil {
		return enum(c.Words)
	}
	return object{{"type", "string"}}
}
