package page

import (
	"reflect"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
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
	texts := pagedata.NewStrings()
	encoder := encode.New(texts, placesOf(parts.Methods))
	var all []func() part
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
	for _, of := range []struct {
		metric convert.Metric
		tree   *stacks.Tree
	}{{convert.Samples, parts.Samples}, {convert.Calls, parts.Calls}} {
		if of.tree == nil {
			continue
		}
		look, err := flame.Options{Theme: theme}.Settle(of.tree)
		if err != nil {
			return nil, err
		}
		graph := flame.NewPage(of.tree, look)
		graph.Share(texts)
		all = append(all, func() part { return part{"flame." + of.metric.String(), pagedata.BytesOfColumns(graph.Write)} })
	}
	parts.Samples, parts.Calls = nil, nil
	strings := texts.Settle()
	data := []part{{"strings", pagedata.BytesOfColumns(func(c *pagedata.Writer) {
		c.Number(uint64(len(strings)))
		c.Texts(strings)
	})}}
	for i, write := range all {
		data = append(data, write())
		all[i] = nil
	}
	return data, nil
}

// placesOf returns the places of methods in their list.
func placesOf(part *MethodsPart) encode.Places {
	if part == nil {
		return encode.Places{}
	}
	return encode.NewPlaces(len(part.Methods), func(i int) iprof.MethodID { return part.Methods[i].ID })
}
