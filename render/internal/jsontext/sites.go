package jsontext

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
)

// Method writes the name of a method, and unless it stands for several, such as <VM>, its id and signature.
func (j *Writer) Method(p *iprof.Profile, name string, slot int32) {
	j.Key("method")
	j.String(name)
	if slot < 0 {
		return
	}
	m, _ := p.MethodAt(int(slot))
	j.Field("id")
	j.Int(int64(m.ID))
	j.Field("signature")
	j.String(convert.JVMSignature(p, m))
}

func (j *Writer) Conditional(lines *sourceline.Lines, c *sites.Conditional) {
	j.B.WriteString(`{"bci": `)
	j.Int(int64(c.BCI))
	j.lineOf(lines, c.Site)
	j.Field("executions")
	j.Int(c.Executions)
	j.Field("entropy")
	j.B.WriteString(numbers.ExactFloat(c.Entropy()))
	j.Field("successors")
	j.List(len(c.Successors), func(i int) {
		s := c.Successors[i]
		j.B.WriteString(`{"target_bci": `)
		j.Int(int64(s.Target))
		j.Field("index")
		j.Int(int64(s.Index))
		j.Field("count")
		j.Int(s.Count)
		j.Field("probability")
		j.share(s.Count, c.Executions)
		j.B.WriteByte('}')
	})
	j.B.WriteByte('}')
}

func (j *Writer) TypesAt(names *convert.Names, lines *sourceline.Lines, t *sites.TypeSite) {
	j.B.WriteString(`{"bci": `)
	j.Int(int64(t.BCI))
	j.lineOf(lines, t.Site)
	j.Field("executions")
	j.Int(t.Executions)
	j.Field("entropy")
	j.FloatOrNull(t.Entropy(), t.Kind() != sites.UnknownTypes)
	j.Field("kind")
	j.String(t.Kind().String())
	j.Field("types")
	types := t.Ranked()
	j.List(len(types), func(i int) {
		c := types[i]
		j.B.WriteString(`{"type": `)
		j.String(names.Type(c.Type))
		j.Field("count")
		j.Int(c.Count)
		j.Field("share")
		j.share(c.Count, t.Executions)
		j.B.WriteByte('}')
	})
	j.B.WriteByte('}')
}

// lineOf writes the source line of a site, unless there are none.
func (j *Writer) lineOf(lines *sourceline.Lines, s sites.Site) {
	if lines != nil {
		line := lines.Line(s.Slot, s.BCI)
		j.Field("line")
		j.IntOrNull(int64(line), line > 0)
	}
}
