package iprof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/internal/background"
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
	out := bufio.NewWriterSize(w, 64<<10)
	list := func(key string, n int, element func(b *block, i int)) {
		out.WriteString(`,"` + key + `":[`)
		const length = 512 // of a block
		background.Ordered((n+length-1)/length, func(i int, b *block) {
			b.p, b.next, b.end = p, i*length, min((i+1)*length, n)
			b.encode(element)
		}, func(b *block) error {
			for {
				if _, err := out.Write(b.content); err != nil || b.next == b.end {
					return err
				}
				b.encode(element)
			}
		})
		out.WriteByte(']')
	}
	version := `{"version":"1.0.0"`
	if p.InstanceOf.Len() > 0 {
		version = `{"version":"1.1.0"`
	}
	out.WriteString(version)
	list("types", p.Types.Len(), func(b *block, i int) {
		b.text(`{"id":`).number(int64(p.Types.At(i).ID)).text(`,"name":`).quoted(p.Types.At(i).Name).text("}")
	})
	list("methods", p.Methods.Len(), func(b *block, i int) {
		m := p.Methods.At(i)
		b.text(`{"id":`).number(int64(m.ID)).text(`,"name":`).quoted(m.Name)
		b.text(`,"signature":[`).number(int64(m.Declaring)).text(",").number(int64(m.Return))
		for _, t := range m.Params {
			b.text(",").number(int64(t))
		}
		b.text("]}")
	})
	for _, s := range Sections {
		if !p.Has(s) || s == InstanceOf && p.InstanceOf.Len() == 0 { // 1.0.0 has no such section
			continue
		}
		n := p.Records(s)
		if s == Monitors { // all are one record
			n = min(1, n)
		}
		list(s.String(), n, func(b *block, i int) { b.record(s, i) })
	}
	out.WriteString("}\n")
	return out.Flush() // the first error
}

// A block is a part of an array.
type block struct {
	p          *Profile
	next, end  int // elements that are left
	content    []byte
	successors []Successor
}

// encode replaces the content by elements that are left, with a comma before each but the first of the array. A long content ends
// before the block does, as contexts may be long.
func (b *block) encode(element func(b *block, i int)) {
	const enough = 1 << 20 // bytes
	b.content = b.content[:0]
	for ; b.next < b.end && len(b.content) < enough; b.next++ {
		if b.next > 0 {
			b.text(",")
		}
		element(b, b.next)
	}
}

func (b *block) text(s string) *block {
	b.content = append(b.content, s...)
	return b
}

func (b *block) number(n int64) *block {
	b.content = strconv.AppendInt(b.content, n, 10)
	return b
}

// quoted writes a JSON string (RFC 8259, section 7) with only the necessary escapes.
func (b *block) quoted(s string) *block {
	const hex = "0123456789abcdef"
	dst := append(b.content, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[c>>4], hex[c&15])
		case c == 0xed && i+2 < len(s) && s[i+1] >= 0xa0: // half of a surrogate pair: see Type
			dst = append(dst, `\ud`...)
			dst = append(dst, hex[s[i+1]>>2&15], hex[s[i+1]<<2&12|s[i+2]>>4&3], hex[s[i+2]&15])
			i += 2
		default:
			dst = append(dst, c)
		}
	}
	b.content = append(dst, '"')
	return b
}

func (b *block) record(s Section, i int) {
	p := b.p
	var types iter.Seq2[int, TypeCount]
	switch s {
	case Monitors:
		b.text(`{"ctx":"0:0","records":[`)
		types = slices.All(p.Monitors)
	case Calls, Samples:
		tree, r := p.Contexts, p.counts(s).At(i)
		if s == Samples {
			tree = p.Stacks
		}
		b.context(tree, r.Node, r.BCI).number(r.Value)
	case Conditionals:
		r := p.Conditionals.At(i)
		b.context(p.Contexts, r.Node, r.BCI)
		b.successors = p.OwnSuccessors(b.successors[:0], r)
		for i, s := range b.successors {
			if i > 0 {
				b.text(",")
			}
			b.number(int64(s.Target)).text(",").number(int64(s.Index)).text(",").number(s.Count)
		}
	default:
		r := p.typeProfiles(s).At(i)
		b.context(p.Contexts, r.Node, r.BCI)
		types = p.TypeCounts(r)
	}
	if types != nil {
		for i, t := range types {
			if i > 0 {
				b.text(",")
			}
			b.number(int64(t.Type)).text(",").number(t.Count)
		}
	}
	b.text("]}")
}

// context writes the start of a record, up to its values.
func (b *block) context(t *Tree, id NodeID, bci BCI) *block {
	b.text(`{"ctx":"`)
	for {
		n := t.Node(id)
		b.number(int64(n.Method)).text(":").number(int64(bci))
		if n.Parent == NoNode {
			break
		}
		b.text("<")
		id, bci = n.Parent, n.Site
	}
	return b.text(`","records":[`)
}
