package page

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A MethodsPart holds the methods and the types that a profile refers to: their names in pictures, in patterns and in addresses,
// and their kinds of code.
type MethodsPart struct {
	// The kinds of code, by number.
	Kinds   []KindColors   `page:"kinds"`
	Methods []MethodRecord `page:"methods"`
	// Types of locks.
	Types []TypeRecord `page:"types"`
}

// A KindColors is a kind of code, with its shades on a light and on a dark page.
type KindColors struct {
	Label string   `page:"label"`
	Light []string `page:"light"`
	Dark  []string `page:"dark"`
}

// A MethodRecord is a method.
type MethodRecord struct {
	ID iprof.MethodID `page:"id"`
	// As in frames of pictures.
	Name string `page:"name"`
	// package.Class.method, which patterns match; absent: the name.
	Plain string `page:"plain,optional"`
	// Parameters with parentheses, which patterns match as well.
	Params string `page:"params,optional"`
	// As the JVM writes it; absent: the name.
	JVM  string       `page:"jvm,optional"`
	Kind convert.Kind `page:"kind"`
	// In the optimized image, as a root or inlined; absent: unknown.
	Copies records.Maybe[int32] `page:"copies,optional"`
}

// A TypeRecord is a type of locks.
type TypeRecord struct {
	ID   iprof.TypeID `page:"id"`
	Kind convert.Kind `page:"kind"`
}

// NewMethods returns the methods that contexts and stacks refer to, and the types of locks. There may be millions of methods.
func NewMethods(p *iprof.Profile, names *convert.Names) *MethodsPart {
	all := &MethodsPart{}
	for kind := range convert.NumKinds {
		color := flame.PageColorOf(palette.KindLabels[convert.Kind(kind)], palette.KindSwatches[convert.Kind(kind)]...)
		all.Kinds = append(all.Kinds, KindColors{color.Label, color.Light, color.Dark})
	}
	referenced := convert.ReferencedMethods(p)
	count := 0
	for _, used := range referenced {
		if used {
			count++
		}
	}
	all.Methods = make([]MethodRecord, 0, count)
	signatures := &convert.JVMSignatures{Profile: p}
	for slot, used := range referenced {
		if used {
			all.Methods = append(all.Methods, methodRecordOf(names, slot, signatures))
		}
	}
	for _, m := range p.Monitors {
		all.Types = append(all.Types, TypeRecord{m.Type, names.ClassKind(m.Type)})
	}
	return all
}

// named returns a name that can be seen and clicked: a placeholder for an empty or blank one, as stacks of other tools may have.
func named(name string) string {
	switch {
	case strings.TrimSpace(name) != "":
		return name
	case name != "":
		return `<"` + name + `">`
	}
	return "<unnamed method>"
}

// methodRecordOf returns a method by its slot.
func methodRecordOf(names *convert.Names, slot int, signatures *convert.JVMSignatures) MethodRecord {
	m, _ := names.Profile.MethodAt(slot)
	m.ID = names.Profile.MethodIDAt(slot)
	name, plain := names.Method(slot), names.PlainName(slot)
	shown := fitname.Bound(plaintext.Visible(name))
	of := MethodRecord{
		ID: m.ID, Name: named(shown), Kind: names.Kind(slot),
		Params: fitname.Bound(plaintext.Visible(names.Params(slot))),
	}
	if plain != name { // few are
		shown = fitname.Bound(plaintext.Visible(plain))
	}
	if shown != of.Name {
		of.Plain = shown
	}
	if s := fitname.Bound(plaintext.Visible(signatures.Of(m))); s != of.Name {
		of.JVM = s
	}
	return of
}

// AddCopies adds how often methods are in the optimized image, by slot; negative: unknown.
func (all *MethodsPart) AddCopies(p *iprof.Profile, copies func(slot int32) int) {
	for i := range all.Methods {
		n := copies(int32(p.MethodSlot(all.Methods[i].ID)))
		all.Methods[i].Copies = records.KnownIf(int32(n), n >= 0)
	}
}
