package page

import (
	"reflect"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/encode"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A part is a part of a page by name, in bytes.
type part struct {
	name  string
	bytes []byte
}

// methodsPart is the name of the part with the methods that other parts refer to by id.
const methodsPart = "methods"

// dataOf returns the bytes of the existing parts, preceded by the strings that they share. It takes the parts: none is kept longer than it is needed.
func dataOf(parts *Parts, theme palette.Theme) ([]part, error) {
	about := 0
	if parts.Methods != nil {
		about = 2 * len(parts.Methods.Methods) // each has a name and a signature, and these are most strings
	}
	texts := pagedata.NewStrings(about)
	var tables, graphs []func() part
	var pages []*flame.Page
	samples, calls := parts.Samples, parts.Calls
	parts.Samples, parts.Calls = nil, nil
	err := background.All(
		func() error { tables = collect(parts, texts); return nil },
		func() (err error) { pages, err = flamePages(theme, samples, calls); return err },
	)
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if page != nil {
			page.Share(texts)
			name := "flame." + []convert.Metric{convert.Samples, convert.Calls}[i].String()
			graphs = append(graphs, func() part { return part{name, pagedata.BytesOfColumns(page.Write)} })
		}
	}
	strings := texts.Settle()
	first := func() part {
		return part{"strings", pagedata.BytesOfColumns(func(c *pagedata.Writer) {
			c.Number(uint64(len(strings)))
			c.Texts(strings)
		})}
	}
	var data, last []part
	err = background.All(
		func() error { data = makeAll(append([]func() part{first}, tables...)); return nil },
		func() error { last = makeAll(graphs); return nil },
	)
	return append(data, last...), err
}

// collect takes the records of parts, and returns functions that make their bytes.
func collect(parts *Parts, texts *pagedata.Strings) (all []func() part) {
	encoder := encode.New(texts, placesOf(parts.Methods))
	v := reflect.ValueOf(parts).Elem()
	for _, f := range records.Of(v.Type()).Fields {
		record := v.FieldByIndex(f.Index)
		if record.IsNil() {
			continue
		}
		of := encoder
		if f.Name == methodsPart { // it maps ids to places
			of = encode.New(texts, encode.Places{})
		}
		columns := of.Collect(record.Interface())
		record.SetZero()
		all = append(all, func() part { return part{f.Name, of.Bytes(columns)} })
	}
	return all
}

// flamePages returns the flame graphs of trees; nil for nil.
func flamePages(theme palette.Theme, trees ...*stacks.Tree) ([]*flame.Page, error) {
	pages := make([]*flame.Page, len(trees))
	for i, t := range trees {
		if t == nil {
			continue
		}
		look, err := flame.Options{Theme: theme}.Settle(t)
		if err != nil {
			return nil, err
		}
		pages[i] = flame.NewPage(t, look)
	}
	return pages, nil
}

// makeAll makes parts one after the other, and keeps nothing of what they are made of.
func makeAll(all []func() part) (data []part) {
	for i, write := range all {
		data = append(data, write())
		all[i] = nil
	}
	return data
}

// placesOf returns the places of methods in their list.
func placesOf(part *MethodsPart) encode.Places {
	if part == nil {
		return encode.Places{}
	}
	return encode.NewPlaces(len(part.Methods), func(i int) iprof.MethodID { return part.Methods[i].ID })
}
