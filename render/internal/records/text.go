package records

import "strings"

// String returns the shape on one line, as in the page: name:type for each field. Types are # for numbers, @ for ids of methods, $
// for texts and & for flags, or the name of a shape, with * for a list. A field that may be missing has ? instead of the colon, and
// a derived field is name=rule. $id is a text that is missing if it is the name of the method whose id is in the field id.
func (s *Shape) String() string {
	var fields []string
	for i := range s.Fields {
		fields = append(fields, s.Fields[i].String())
	}
	return strings.Join(fields, " ")
}

// String returns a field of a shape's line.
func (f *Field) String() string {
	if f.Rule != nil {
		return f.Name + "=" + f.Rule.String()
	}
	text := f.Name + ":"
	if f.Missing != 0 {
		text = f.Name + "?"
	}
	if f.Kind == Record {
		text += f.Of.Name
	} else {
		text += string("#@$&"[f.Kind]) + f.NameOf
	}
	if f.List {
		text += "*"
	}
	return text
}
