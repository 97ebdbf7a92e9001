package testprofile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Fields writes all exported fields of a model that are not zero, so that a comparison with the text leaves none out: those of a struct
// on a line, each list of structs below it, indented. Fields with the given names are left out, as are functions.
func Fields(model any, except ...string) string {
	var b strings.Builder
	writeStruct(&b, "", reflect.ValueOf(model), except)
	return b.String()
}

func writeStruct(b *strings.Builder, indent string, v reflect.Value, except []string) {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	line, below := fieldsOf(v, except)
	b.WriteString(indent + strings.Join(line, ", ") + "\n")
	for _, list := range below {
		b.WriteString(indent + "  " + list.name + "\n")
		for _, x := range list.values {
			writeStruct(b, indent+"    ", x, except)
		}
	}
}

type structs struct {
	name   string
	values []reflect.Value
}

// fieldsOf returns what a line says of a struct, and the lists of structs that belong below it.
func fieldsOf(v reflect.Value, except []string) (line []string, below []structs) {
	for i := range v.NumField() {
		field, x := v.Type().Field(i), v.Field(i)
		for x.Kind() == reflect.Pointer && !x.IsNil() {
			x = x.Elem()
		}
		if !field.IsExported() || x.IsZero() || x.Kind() == reflect.Func || slices.Contains(except, field.Name) {
			continue
		}
		switch {
		case x.Kind() == reflect.Struct:
			inner, lists := fieldsOf(x, except)
			if below = append(below, lists...); len(inner) > 0 {
				line = append(line, field.Name+"{"+strings.Join(inner, ", ")+"}")
			}
		case x.Kind() == reflect.Slice && isStruct(x.Type().Elem()):
			list := structs{name: field.Name}
			for k := range x.Len() {
				list.values = append(list.values, x.Index(k))
			}
			below = append(below, list)
		case x.Kind() == reflect.Float64:
			line = append(line, fmt.Sprintf("%s %.6g", field.Name, x.Float()))
		case x.Kind() == reflect.Bool:
			line = append(line, field.Name)
		case x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.String:
			line = append(line, fmt.Sprintf("%s %q", field.Name, x.Interface()))
		default:
			line = append(line, fmt.Sprintf("%s %v", field.Name, x.Interface()))
		}
	}
	return line, below
}

func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
}
