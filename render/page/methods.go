package page

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// methodsPartData are the methods that the tables of a report are about. records.ts has the meaning of each field.
type methodsPartData struct {
	Kinds   []flame.PageColor `json:"kinds"` // by convert.Kind
	Methods []pageMethod      `json:"methods"`
	Types   []pageType        `json:"types"`
}

type pageMethod struct {
	ID     iprof.MethodID `json:"id"`
	Name   string         `json:"name"`
	Plain  string         `json:"plain,omitempty"`  // if it is not Name; so are the others empty, as most are of a profile without names
	Params string         `json:"params,omitempty"` // names.Signature without names.PlainName: most methods share theirs with others
	JVM    string         `json:"jvm,omitempty"`
	Kind   convert.Kind   `json:"kind"`
}

type pageType struct {
	ID   iprof.TypeID `json:"id"`
	Kind convert.Kind `json:"kind"`
}

// Methods writes the methods that contexts and stacks refer to, and the types of locks, for a part of [Report]: their names in
// pictures, in patterns and in addresses, and whose code they are.
func Methods(w io.Writer, p *iprof.Profile, names *convert.Names) error {
	all := methodsPartData{Methods: []pageMethod{}, Types: []pageType{}}
	for kind := range convert.NumKinds {
		all.Kinds = append(all.Kinds, flame.PageColorOf(palette.KindLabels[convert.Kind(kind)], palette.KindSwatches[convert.Kind(kind)]...))
	}
	for slot, used := range convert.ReferencedMethods(p) {
		if !used {
			continue
		}
		all.Methods = append(all.Methods, pageMethodOf(p, names, slot))
	}
	for _, m := range p.Monitors {
		all.Types = append(all.Types, pageType{m.Type, names.ClassKind(m.Type)})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // as in the other parts, which have the same names
	return e.Encode(all)
}

// named returns a name that one can see and click: a placeholder for an empty or blank one, as stacks of other tools may have.
func named(name string) string {
	switch {
	case strings.TrimSpace(name) != "":
		return name
	case name != "":
		return `<"` + name + `">`
	}
	return "<unnamed method>"
}

// pageMethodOf returns a method by its slot.
func pageMethodOf(p *iprof.Profile, names *convert.Names, slot int) pageMethod {
	m, _ := p.MethodAt(slot)
	m.ID = p.MethodIDAt(slot)
	plain := names.PlainName(slot)
	of := pageMethod{
		ID: m.ID, Name: named(fitname.Bound(plaintext.Visible(names.Method(slot)))), Kind: names.Kind(slot),
		Params: fitname.Bound(plaintext.Visible(strings.TrimPrefix(names.Signature(slot), plain))),
	}
	if s := fitname.Bound(plaintext.Visible(plain)); s != of.Name {
		of.Plain = s
	}
	if s := fitname.Bound(plaintext.Visible(convert.JVMSignature(p, m))); s != of.Name {
		of.JVM = s
	}
	return of
}
