package flame

import (
	"io"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// SchemaVersion is the schema_version of [JSON]. It is incremented when a key is removed or changes meaning, not when keys are
// added.
const SchemaVersion = 1

type frameJSON struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Was  string `json:"was,omitempty"`
	File string `json:"file,omitempty"`
	Line any    `json:"line,omitempty"` // of a frame with a file: a *int
}

// JSON writes the tree of a flame graph as one JSON object, with one line for each frame and each node. Nodes are a flat list, each
// after its parent, which it refers to by its index: trees may be nested deeper than JSON parsers allow. Values are integers, and
// may need more than the 53 bits of a JavaScript number; values of a base are normalized for run length. Names are exact.
// docs/schema has the schema.
func JSON(w io.Writer, t *stacks.Tree) error {
	t = orEmpty(t)
	j := jsontext.NewWriter(w)
	j.Begin(SchemaVersion)
	j.Line("trees", func() { j.String("flame") })
	j.Line("metric", func() {
		j.Value(jsontext.OrNull(t.Metric.String(), t.Metric != convert.DefaultMetric))
	})
	j.Line("unit", func() { j.String(t.Unit) })
	j.Line("whole", func() { j.Int(t.Nodes[0].Total + t.Hidden) })
	j.Line("base", func() { j.Int(t.Nodes[0].Total) })
	if b := t.Base; b != nil {
		j.Line("old_total", func() { j.Int(b.Total) })
		j.Line("old_scale", func() { j.Value(jsontext.Float(b.Scale)) })
	}
	j.Hidden(table.DroppedBy(t.Tally))
	j.Texts("notes", slices.Concat(t.Tally.Notes(t.Unit, "stacks"), t.Caveats, t.Notes))
	j.Line("frames", func() {
		j.Lines(len(t.Frames), "  ", func(i int) { j.Value(newFrameJSON(&t.Frames[i])) })
	})
	j.Line("nodes", func() {
		j.Lines(len(t.Nodes), "  ", func(i int) { writeNode(j, t, i) })
	})
	return j.End()
}

func newFrameJSON(f *stacks.Frame) frameJSON {
	of := frameJSON{f.Name, f.Kind.String(), f.Was, f.File, nil}
	if f.File != "" {
		of.Line = jsontext.OrNull(f.Line, f.Line > 0)
	}
	return of
}

// writeNode writes a node key by key, because there may be a million: encoding/json takes twice the time.
func writeNode(j *jsontext.Writer, t *stacks.Tree, i int) {
	n := &t.Nodes[i]
	j.B.WriteString(`{"parent": `)
	j.IntOrNull(int64(n.Parent), i > 0)
	j.Field("frame")
	j.IntOrNull(int64(n.Frame), i > 0)
	j.Field("self")
	j.Int(n.Self)
	j.Field("total")
	j.Int(n.Total)
	if b := t.Base; b != nil {
		j.Field("old_self")
		j.Float(b.Values[i].Self)
		j.Field("old_total")
		j.Float(b.Values[i].Total)
		if b.Changed != nil {
			j.Field("changed")
			j.Value(b.Changed[i])
		}
		if b.IsUnknown(int32(i)) {
			j.Field("unknown")
			j.Value(true)
		}
	}
	j.B.WriteByte('}')
}
