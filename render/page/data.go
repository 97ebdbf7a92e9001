package page

import (
	"reflect"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// A part is a part of a page by name, in bytes.
type part struct {
	name  string
	bytes []byte
}

// dataOf returns the bytes of the existing parts, preceded by the strings that they share. It takes the parts: none is kept longer than it is needed.
func dataOf(parts *Parts, theme palette.Theme) ([]part, error) {
	k := parts.packing
	if parts.packing = nil; k == nil {
		var all []MethodRecord
		if parts.Methods != nil {
			all = parts.Methods.Methods
		}
		k = newPacking(len(all), func(i int) iprof.MethodID { return all[i].ID })
	}
	var tables, graphs []func() part
	var pages []*flame.Page
	samples, calls := parts.Samples, parts.Calls
	parts.Samples, parts.Calls = nil, nil
	err := background.All(
		func() error { tables = k.collect(parts); return nil },
		func() (err error) { pages, err = flamePages(theme, samples, calls); return err },
	)
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if page != nil {
			page.Share(k.texts)
			name := "flame." + []convert.Metric{convert.Samples, convert.Calls}[i].String()
			graphs = append(graphs, func() part { return part{name, pagedata.BytesOfColumns(page.Write)} })
		}
	}
	strings := k.texts.Settle()
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

// collect takes the records of parts, and returns functions that make the bytes of these and of those packed before.
func (k *packing) collect(parts *Parts) (all []func() part) {
	v := reflect.ValueOf(parts).Elem()
	for _, f := range records.Of(v.Type()).Fields {
		if part := v.FieldByIndex(f.Index); !part.IsNil() {
			k.add(f.Name, part)
		}
		if columns := k.columns[f.Name]; columns != nil {
			delete(k.columns, f.Name)
			all = append(all, func() part { return part{f.Name, k.encoder(f.Name).Bytes(columns)} })
		}
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
