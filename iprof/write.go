package iprof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// ErrNotWritable means that a profile has content that an iprof cannot represent.
var ErrNotWritable = errors.New("cannot be written as an iprof")

// Write writes p as native-image does, as compact JSON. The version is 1.0.0, or 1.1.0 if there are records of [InstanceOf],
// regardless of the version of p. Ids and order are unchanged; see [Canonical] for a form that does not depend on them. Names are
// written exactly, because native-image matches them. Sections that p does not have are left out, and so is an empty InstanceOf.
//
// Write fails with [ErrNotWritable], and writes nothing, if the profile was made from the stacks of another tool, whose methods
// have no signatures, or if [Options] excluded some of its records.
func Write(w io.Writer, p *Profile) error {
	switch {
	case p.origin.Format != "":
		return fmt.Errorf("%w: it was made from %s", ErrNotWritable, p.origin.Format)
	case p.unsigned:
		return fmt.Errorf("%w: it has methods without a signature", ErrNotWritable)
	}
	for _, s := range Sections {
		if p.skipped[s] > 0 {
			return fmt.Errorf("%w: its %s were not read", ErrNotWritable, s)
		}
	}
	e := encoder{Writer: bufio.NewWriterSize(w, 64<<10), p: p}
	version := `{"version":"1.0.0"`
	if p.InstanceOf.Len() > 0 {
		version = `{"version":"1.1.0"`
	}
	e.WriteString(version)
	e.list("types", p.Types.Len(), func(i int) {
		e.text(`{"id":`).number(int64(p.Types.At(i).ID)).text(`,"name":`).quoted(p.Types.At(i).Name).text("}")
	})
	e.list("methods", p.Methods.Len(), func(i int) {
		m := p.Methods.At(i)
		e.text(`{"id":`).number(int64(m.ID)).text(`,"name":`).quoted(m.Name)
		e.text(`,"signature":[`).number(int64(m.Declaring)).text(",").number(int64(m.Return))
		for _, t := range m.Params {
			e.text(",").number(int64(t))
		}
		e.text("]}")
	})
	for _, s := range Sections {
		if !p.Has(s) || s == InstanceOf && p.InstanceOf.Len() == 0 { // 1.0.0 has no such section
			continue
		}
		if s == Monitors {
			n := min(1, len(p.Monitors))
			e.list(s.String(), n, func(int) {
				e.text(`{"ctx":"0:0","records":[`)
				for i, t := range p.Monitors {
					e.pair(i, t)
				}
				e.text("]}")
			})
			continue
		}
		e.list(s.String(), p.Records(s), func(i int) { e.record(s, i) })
	}
	e.WriteString("}\n")
	return e.Flush()
}

// An encoder writes JSON. Flush returns the first error.
type encoder struct {
	*bufio.Writer
	p          *Profile
	scratch    []byte
	successors []Successor
}

func (e *encoder) text(s string) *encoder {
	e.WriteString(s)
	return e
}

func (e *encoder) number(n int64) *encoder {
	e.scratch = strconv.AppendInt(e.scratch[:0], n, 10)
	e.Writer.Write(e.scratch)
	return e
}

// quoted writes a JSON string (RFC 8259, section 7) with only the necessary escapes.
func (e *encoder) quoted(s string) *encoder {
	const hex = "0123456789abcdef"
	b := append(e.scratch[:0], '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		case c == 0xed && i+2 < len(s) && s[i+1] >= 0xa0: // half of a surrogate pair: see Type
			b = append(b, `\ud`...)
			b = append(b, hex[s[i+1]>>2&15], hex[s[i+1]<<2&12|s[i+2]>>4&3], hex[s[i+2]&15])
			i += 2
		default:
			b = append(b, c)
		}
	}
	e.scratch = append(b, '"')
	e.Writer.Write(e.scratch)
	return e
}

func (e *encoder) list(key string, n int, element func(i int)) {
	e.text(`,"`).text(key).text(`":[`)
	for i := range n {
		if i > 0 {
			e.WriteByte(',')
		}
		element(i)
	}
	e.WriteByte(']')
}

// pair writes element i of a list of types and counts.
func (e *encoder) pair(i int, t TypeCount) {
	if i > 0 {
		e.WriteByte(',')
	}
	e.number(int64(t.Type)).text(",").number(t.Count)
}

func (e *encoder) record(s Section, i int) {
	p := e.p
	switch s {
	case Calls, Samples:
		tree, r := p.Contexts, p.counts(s).At(i)
		if s == Samples {
			tree = p.Stacks
		}
		e.context(tree, r.Node, r.BCI).number(r.Value)
	case Conditionals:
		r := p.Conditionals.At(i)
		e.context(p.Contexts, r.Node, r.BCI)
		e.successors = p.OwnSuccessors(e.successors[:0], r)
		for i, s := range e.successors {
			if i > 0 {
				e.WriteByte(',')
			}
			e.number(int64(s.Target)).text(",").number(int64(s.Index)).text(",").number(s.Count)
		}
	default:
		r := p.typeProfiles(s).At(i)
		e.context(p.Contexts, r.Node, r.BCI)
		for i, t := range p.TypeCounts(r) {
			e.pair(i, t)
		}
	}
	e.text("]}")
}

// context writes the start of a record, up to its values.
func (e *encoder) context(t *Tree, id NodeID, bci BCI) *encoder {
	e.text(`{"ctx":"`)
	for {
		n := t.Node(id)
		e.number(int64(n.Method)).text(":").number(int64(bci))
		if n.Parent == NoNode {
			break
		}
		e.WriteByte('<')
		id, bci = n.Parent, n.Site
	}
	return e.text(`","records":[`)
}
