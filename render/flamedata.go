package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// data returns the graph for flame.js: JSON that needs no escapes in XML.
func (f *flame) data(top int) []byte {
	var b bytes.Buffer
	field := func(name string, value any) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		text, err := json.Marshal(value) // escapes <, > and &
		if err != nil {
			panic(err) // not of strings and finite numbers
		}
		fmt.Fprintf(&b, "%q:%s", name, text)
	}
	column := func(name string, value func([]byte, int) []byte) {
		var c []byte
		for i := range f.boxes {
			if i > 0 {
				c = append(c, ',')
			}
			c = value(c, i)
		}
		fmt.Fprintf(&b, ",%q:[%s]", name, c)
	}
	field("unit", visible(f.t.Unit))
	field("width", f.opts.Width-2*margin)
	field("minWidth", f.opts.MinWidth)
	field("oneRow", twoRowWidth)
	field("twoRows", fourRowWidth)
	field("room", f.toolsHeight()+4) // for the controls, below the legend
	field("top", top)
	field("rows", f.rows)
	field("icicle", f.opts.Icicle)
	field("names", f.names)
	classes := make([]string, len(f.swatches))
	for i, s := range f.swatches {
		classes[i] = s.class
	}
	field("classes", classes)
	column("depth", func(c []byte, i int) []byte { return strconv.AppendInt(c, int64(f.boxes[i].depth), 10) })
	column("name", func(c []byte, i int) []byte {
		if n := f.boxes[i].frames; n > 0 {
			return strconv.AppendInt(c, -int64(n), 10)
		}
		return strconv.AppendInt(c, int64(f.name[i]), 10)
	})
	column("total", func(c []byte, i int) []byte { return strconv.AppendInt(c, f.boxes[i].total, 10) })
	column("class", func(c []byte, i int) []byte { return strconv.AppendInt(c, int64(f.class[i]), 10) })
	if f.t.Base != nil {
		field("whole", f.shareTotal())
		field("scale", f.t.Base.Scale)
		column("base", func(c []byte, i int) []byte { return strconv.AppendInt(c, f.baseCount(&f.boxes[i]), 10) })
		column("weight", func(c []byte, i int) []byte { return strconv.AppendFloat(c, f.boxes[i].weight, 'g', 10, 64) })
	}
	return append(append([]byte{'{'}, b.Bytes()...), '}')
}
