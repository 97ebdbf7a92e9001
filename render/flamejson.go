package render

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// FlameSchemaVersion is the schema_version of [FlameJSON]. It grows when a key is removed or changes its meaning, not when keys are
// added.
const FlameSchemaVersion = 1

// FlameJSON writes the tree of a flame graph as one JSON object, with a line for each frame and each node. Nodes are a flat list, each
// after its parent, which it refers to by its index: trees may be nested deeper than JSON parsers allow. Values are integers, and may
// need more than the 53 bits of a JavaScript number; those of a base are scaled to the same length. Names are exact. docs/schema has
// the schema.
func FlameJSON(w io.Writer, t *stacks.Tree) error {
	t = orEmpty(t)
	j := newJSONWriter(w)
	j.begin(FlameSchemaVersion)
	j.line("trees", func() { j.string("flame") })
	j.line("metric", func() {
		if t.Metric == convert.DefaultMetric {
			j.b.WriteString("null")
		} else {
			j.string(t.Metric.String())
		}
	})
	j.line("unit", func() { j.string(t.Unit) })
	j.line("whole", func() { j.int(t.Nodes[0].Total + t.Hidden) })
	j.line("base", func() { j.int(t.Nodes[0].Total) })
	if b := t.Base; b != nil {
		j.line("old_total", func() { j.int(b.Total) })
		j.line("old_scale", func() { j.floatOrNull(b.Scale, true) })
	}
	j.hidden(table.DroppedBy(t.Tally))
	notes := slices.Concat(t.Tally.Notes(t.Unit, "stacks"), t.Notes)
	j.texts("notes", notes)
	j.line("frames", func() {
		j.lines(len(t.Frames), "  ", func(i int) { j.flameFrame(&t.Frames[i]) })
	})
	j.line("nodes", func() {
		j.lines(len(t.Nodes), "  ", func(i int) { j.flameNode(t, i) })
	})
	return j.end()
}

func (j *jsonWriter) flameFrame(f *stacks.Frame) {
	j.b.WriteString(`{"name": `)
	j.string(f.Name)
	j.field("kind")
	j.string(f.Kind.String())
	if f.Was != "" {
		j.field("was")
		j.string(f.Was)
	}
	if f.File != "" {
		j.field("file")
		j.string(f.File)
		j.field("line")
		j.intOrNull(int64(f.Line), f.Line > 0)
	}
	j.b.WriteByte('}')
}

func (j *jsonWriter) flameNode(t *stacks.Tree, i int) {
	n := &t.Nodes[i]
	j.b.WriteString(`{"parent": `)
	j.intOrNull(int64(n.Parent), i > 0)
	j.field("frame")
	j.intOrNull(int64(n.Frame), i > 0)
	j.field("self")
	j.int(n.Self)
	j.field("total")
	j.int(n.Total)
	if b := t.Base; b != nil {
		j.field("old_self")
		j.floatOrNull(b.Values[i].Self, true)
		j.field("old_total")
		j.floatOrNull(b.Values[i].Total, true)
		if b.Changed != nil {
			j.field("changed")
			j.bool(b.Changed[i])
		}
	}
	j.b.WriteByte('}')
}
