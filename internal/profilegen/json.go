package profilegen

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A form is everything that may differ between files with the same content.
type form struct {
	order    []int // order of the keys of the document, as positions in their usual order
	space    string
	escapes  bool // for all characters of names that are not ASCII
	unknown  bool // a field that is not in any description
	stripped bool // the tables contain the placeholder of stripped files as well
}

// keysOf returns the keys of a version.
type keys struct {
	types, methods, ctx, separator string
	sections                       map[iprof.Section]string
}

var (
	oldKeys = keys{types: "typeName", methods: "methodName", ctx: "methodBciList", separator: ",", sections: map[iprof.Section]string{
		iprof.Calls: "hotnessPoints", iprof.Conditionals: "conditionalPoints", iprof.Receivers: "invokePoints", iprof.Monitors: "monitorsProfile"}}
	newKeys = keys{types: "name", methods: "name", ctx: "ctx", separator: "<", sections: map[iprof.Section]string{
		iprof.Calls: "callCountProfiles", iprof.Conditionals: "conditionalProfiles", iprof.Receivers: "virtualInvokeProfiles",
		iprof.Monitors: "monitorProfiles", iprof.InstanceOf: "instanceofProfiles", iprof.Samples: "samplingProfiles"}}
)

// JSON returns the file, plain.
func (p *Profile) JSON() []byte {
	k := newKeys
	if p.Version == oldVersion {
		k = oldKeys
	}
	w := writer{form: p.form, keys: k}
	fields := []string{
		w.field("version", quote(p.Version, false)),
		w.field("types", w.typeTable(p.Types)),
		w.field("methods", w.methodTable(p.Methods)),
	}
	if p.form.unknown {
		fields = append(fields, w.field("vendor", `{"name":"x","list":[1,-2.5e3,null,true]}`))
	}
	for _, s := range iprof.Sections {
		if key := k.sections[s]; p.Has[s] && key != "" {
			fields = append(fields, w.field(key, w.section(p, s)))
		}
	}
	var ordered []string
	for _, i := range p.form.order {
		if i < len(fields) {
			ordered = append(ordered, fields[i])
		}
	}
	return []byte(w.object(ordered...) + "\n")
}

// Gzip returns the file as gzip writes it.
func (p *Profile) Gzip() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(p.JSON())
	z.Close()
	return b.Bytes()
}

type writer struct {
	form
	keys
}

func (w *writer) field(key, value string) string { return `"` + key + `":` + w.space + value }

func (w *writer) object(fields ...string) string {
	return "{" + w.space + strings.Join(fields, ","+w.space) + w.space + "}"
}

func (w *writer) array(elements ...string) string {
	return "[" + w.space + strings.Join(elements, ","+w.space) + w.space + "]"
}

func (w *writer) typeTable(types []iprof.Type) string {
	var list []string
	if w.stripped {
		list = append(list, `{"id":-1,"name":""}`)
	}
	for _, t := range types {
		list = append(list, w.object(w.field("id", fmt.Sprint(t.ID)), w.field(w.types, quote(t.Name, w.escapes))))
	}
	return w.array(list...)
}

func (w *writer) methodTable(methods []iprof.Method) string {
	var list []string
	if w.stripped {
		list = append(list, `{"id":-1,"name":"","signature":[]}`)
	}
	for _, m := range methods {
		signature := []int64{int64(m.Declaring), int64(m.Return)}
		for _, t := range m.Params {
			signature = append(signature, int64(t))
		}
		list = append(list, w.object(w.field("id", fmt.Sprint(m.ID)), w.field(w.methods, quote(m.Name, w.escapes)), w.field("signature", w.numbers(signature))))
	}
	return w.array(list...)
}

func (w *writer) section(p *Profile, s iprof.Section) string {
	var list []string
	add := func(c iprof.Context, values ...int64) {
		list = append(list, w.object(w.field(w.ctx, `"`+strings.ReplaceAll(c.String(), "<", w.separator)+`"`), w.field("records", w.numbers(values))))
	}
	switch s {
	case iprof.Calls, iprof.Samples:
		for _, c := range p.Counts(s) {
			add(c.Context, c.Value)
		}
	case iprof.Conditionals:
		for _, c := range p.Conditionals {
			var values []int64
			for _, s := range c.Successors {
				values = append(values, int64(s.Target), int64(s.Index), s.Count)
			}
			add(c.Context, values...)
		}
	case iprof.Receivers, iprof.InstanceOf:
		for _, r := range p.TypeProfiles(s) {
			add(r.Context, flat(r.Types)...)
		}
	case iprof.Monitors:
		if w.sections[s] == oldKeys.sections[s] {
			return w.object(w.field("records", w.numbers(flat(p.Monitors))))
		}
		if len(p.Monitors) > 0 {
			add(iprof.Context{{}}, flat(p.Monitors)...)
		}
	}
	return w.array(list...)
}

func (w *writer) numbers(list []int64) string {
	var text []string
	for _, n := range list {
		text = append(text, fmt.Sprint(n))
	}
	return w.array(text...)
}

func flat(types []iprof.TypeCount) []int64 {
	var values []int64
	for _, t := range types {
		values = append(values, int64(t.Type), t.Count)
	}
	return values
}

// quote writes a name, in which half of a surrogate pair is the three bytes that UTF-8 would have for it.
func quote(name string, escape bool) string {
	b := []byte{'"'}
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		switch {
		case r == utf8.RuneError && n == 1:
			b = fmt.Appendf(b, `\u%04x`, 0xd000|int(name[1]&0x3f)<<6|int(name[2]&0x3f))
			n = 3
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || escape && r >= 0x7f && r < 0x10000:
			b = fmt.Appendf(b, `\u%04X`, r)
		case escape && r >= 0x10000:
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			b = append(b, name[:n]...)
		}
		name = name[n:]
	}
	return string(append(b, '"'))
}

// usualOrder is the usual order of a document's keys.
func usualOrder() []int {
	return slices.Collect(func(yield func(int) bool) {
		for i := range 4 + len(iprof.Sections) {
			if !yield(i) {
				return
			}
		}
	})
}
