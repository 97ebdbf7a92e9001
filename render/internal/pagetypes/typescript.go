package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// A typeWriter writes types of records.
type typeWriter struct {
	bytes.Buffer
	comments comments
	shapes   []*records.Shape // in order of their first use
}

// typesOf returns a TypeScript module with the types of a struct and of everything in it, and the table of their shapes. Comments
// come from the packages with the structs, below the root of the project.
func typesOf(t reflect.Type, root string) ([]byte, error) {
	w := &typeWriter{comments: comments{}}
	for _, dir := range sources {
		if err := w.comments.read(filepath.Join(root, dir)); err != nil {
			return nil, err
		}
	}
	w.collect(records.Of(t))
	w.WriteString("// The records of a page, which package pagetypes writes from the structs of render/page and render/pagegraph: make page. Counts above 2^53 are not exact here.\n")
	known := map[string]bool{}
	for _, s := range w.shapes {
		if name, _, _ := strings.Cut(s.Name, "<"); !known[name] {
			known[name] = true
			w.declare(s.Type)
		}
	}
	w.WriteString("\n/** The fields of each, as data/shapes.ts reads them. */\nexport const shapes: Record<string, string> = {\n")
	for _, s := range w.shapes {
		fmt.Fprintf(w, "\t%s: %q,\n", keyOf(s.Name), s)
	}
	w.WriteString("};\n")
	return w.Bytes(), nil
}

func (w *typeWriter) collect(s *records.Shape) {
	if slices.ContainsFunc(w.shapes, func(known *records.Shape) bool { return known.Name == s.Name }) {
		return
	}
	w.shapes = append(w.shapes, s)
	for _, f := range s.Fields {
		if f.Of != nil {
			w.collect(f.Of)
		}
	}
}

// declare writes the type of a struct, preceded by those that it embeds.
func (w *typeWriter) declare(t reflect.Type) {
	s := records.Of(t)
	name, argument, generic := strings.Cut(strings.TrimSuffix(s.Name, ">"), "<")
	var extended []string
	own := func(text string) string { return text }
	if generic {
		own = func(text string) string {
			if base, isList := strings.CutSuffix(text, "[]"); base == argument && isList {
				return "R[]"
			}
			return strings.Replace(text, "<"+argument+">", "<R>", 1)
		}
	}
	inherited := map[string]bool{}
	for i := range t.NumField() {
		if of := t.Field(i); of.Anonymous {
			embedded := records.Embedded(of)
			e := records.Of(embedded)
			for _, f := range e.Fields {
				inherited[f.Name] = true
			}
			extended = append(extended, own(e.Name))
			if base, _, _ := strings.Cut(e.Name, "<"); !bytes.Contains(w.Bytes(), []byte("export interface "+base+" ")) && !bytes.Contains(w.Bytes(), []byte("export interface "+base+"<")) {
				w.declare(embedded)
			}
		}
	}
	w.WriteByte('\n')
	w.comment("", w.comments[name])
	w.WriteString("export interface " + name)
	if generic {
		w.WriteString("<R>")
	}
	if len(extended) > 0 {
		w.WriteString(" extends " + strings.Join(extended, ", "))
	}
	w.WriteString(" {\n")
	for i := range s.Fields {
		f := &s.Fields[i]
		if inherited[f.Name] {
			continue
		}
		w.comment("\t", w.comments[name+"."+f.Name])
		optional := ""
		if f.Optional {
			optional = "?"
		}
		fmt.Fprintf(w, "\t%s%s: %s;\n", keyOf(f.Name), optional, own(typeOf(f)))
	}
	w.WriteString("}\n")
}

func (w *typeWriter) comment(indent, text string) {
	if text != "" {
		fmt.Fprintf(w, "%s/** %s */\n", indent, text)
	}
}

// typeOf returns the type of a field.
func typeOf(f *records.Field) string {
	text := [...]string{records.Number: "number", records.Method: "number", records.Text: "string", records.Flag: "boolean", records.Record: ""}[f.Kind]
	switch {
	case f.Of != nil:
		text = f.Of.Name
	case len(f.Words) > 0:
		var words []string
		for _, word := range f.Words {
			words = append(words, strconv.Quote(word))
		}
		text = strings.Join(words, " | ")
	}
	if f.List {
		text += "[]"
	}
	if f.Missing&records.Null != 0 {
		text += " | null"
	}
	return text
}

// keyOf returns a key of an object.
func keyOf(name string) string {
	if strings.ContainsAny(name, ".<") {
		return strconv.Quote(name)
	}
	return name
}
