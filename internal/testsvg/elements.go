package testsvg

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
)

// An Element is an element of a picture.
type Element struct {
	Name string
	Attr map[string]string
	Text string // including its children's
}

// Elements reads a picture with encoding/xml, which accepts only well-formed documents.
func Elements(t *testing.T, svg string) []*Element {
	t.Helper()
	var all, open []*Element
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &Element{Name: token.Name.Local, Attr: map[string]string{}}
			for _, a := range token.Attr {
				e.Attr[a.Name.Local] = a.Value
			}
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				e.Text += string(token)
			}
		}
	}
}

func Find(all []*Element, name string) []*Element {
	return slices.DeleteFunc(slices.Clone(all), func(e *Element) bool { return e.Name != name })
}

// Attribute returns the value of the first attribute with a name in a part of a picture; "" without one.
func Attribute(part, name string) string {
	_, value, _ := strings.Cut(" "+part, " "+name+`="`)
	value, _, _ = strings.Cut(value, `"`)
	return value
}
