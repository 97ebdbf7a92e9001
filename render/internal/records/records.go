// Package records describes records of a page: Go structs whose tags say how a page has their fields. From the same description
// package encode writes them, and package pagetypes makes the types and the table of shapes that the page reads them by.
//
//	type SampleRow struct {
//		ID        iprof.MethodID  `page:"id"`
//		Self      int64           `page:"self"`
//		SelfShare records.Derived `page:"self_share" rule:"self / ^base"`
//		Kind      string          `page:"kind,optional" words:"monomorphic megamorphic"`
//		Method    string          `page:"method" nameof:"id"`
//	}
//
// A field is a number, a text, a Boolean, a record, or a list of them. An empty [Maybe], or a nil pointer to a record, is null. The
// zero value of an optional field is absent, so a field that may be either is an optional pointer to a [Maybe]. Fields of an
// embedded struct belong to the record, and are absent if it is embedded by a nil pointer; a field named - is not on the page.
package records

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Maybe is a value that a profile may lack.
type Maybe[T any] struct {
	Value T
	Known bool
}

// KnownIf returns a value, or an empty Maybe.
func KnownIf[T any](value T, known bool) Maybe[T] {
	if !known {
		return Maybe[T]{}
	}
	return Maybe[T]{value, true}
}

// Derived is the type of fields that are not sent: the page computes them by the rule of their tag.
type Derived struct{}

// A Shape describes the records of a struct.
type Shape struct {
	Name   string // name of the struct; for a generic one with its argument's: Table<SampleRow>
	Type   reflect.Type
	Fields []Field // in the order of the struct: operands of a rule come before it
}

// A Field is a field of a record.
type Field struct {
	Name     string // on the page
	Index    []int  // in the struct, as [reflect.Value.FieldByIndex] takes it
	Kind     Kind
	List     bool     // a list of that kind
	Of       *Shape   // for a Record
	Missing  Missing  // how the page may represent an empty field; 0: it is never empty
	Words    []string // all possible values of a Text; nil: any
	Rule     *Rule    // nil: the field is sent
	Optional bool     // according to the tag: records of the page may lack it
	NameOf   string   // for a Text that is the name of a method: the field with the method's id; the name is not sent if the page has that method. "": none
}

// A Kind is a kind of values.
type Kind uint8

// The kinds.
const (
	Number Kind = iota // of any type
	Method             // the id of a method: most are written as its index among the page's methods
	Text
	Flag // Boolean
	Record
)

// Missing says how a page represents a field without a value: in one of these ways, or in either.
type Missing uint8

// The ways.
const (
	Absent Missing = 1 << iota // an optional field
	Null                       // a [Maybe] or a pointer that is not optional
)

var (
	methodID  = reflect.TypeFor[iprof.MethodID]()
	derived   = reflect.TypeFor[Derived]()
	ownPrefix = reflect.TypeFor[Derived]().PkgPath()
)

// Of returns the shape of a struct. It panics if the struct is not a record, which is a bug.
func Of(t reflect.Type) *Shape {
	s := &Shape{Name: nameOf(t), Type: t}
	s.add(t, nil)
	return s
}

// nameOf returns the name of a type, without the packages of its type arguments.
func nameOf(t reflect.Type) string {
	name, arguments, generic := strings.Cut(strings.TrimSuffix(t.Name(), "]"), "[")
	if !generic {
		return name
	}
	return name + "<" + arguments[strings.LastIndexByte(arguments, '.')+1:] + ">"
}

func (s *Shape) add(t reflect.Type, index []int) {
	for i := range t.NumField() {
		of := t.Field(i)
		at := append(append([]int{}, index...), i)
		tag, ok := of.Tag.Lookup("page")
		switch {
		case of.Anonymous:
			before := len(s.Fields)
			s.add(Embedded(of), at)
			for _, f := range s.Fields[before:] {
				if of.Type.Kind() == reflect.Pointer && f.Missing&Absent == 0 {
					panic(fmt.Sprintf("%s.%s is not optional, but its struct may be nil", t.Name(), f.Name))
				}
			}
			continue
		case tag == "-":
			continue
		case !ok:
			panic(fmt.Sprintf("%s.%s has no name on the page", t.Name(), of.Name))
		}
		name, option, _ := strings.Cut(tag, ",")
		f := Field{Name: name, Index: at, Words: strings.Fields(of.Tag.Get("words")), NameOf: of.Tag.Get("nameof"), Optional: option == "optional"}
		if of.Type == derived {
			f.Rule, f.Missing = ruleOf(of.Tag.Get("rule"), s), Null
		} else {
			f.setType(of.Type, f.Optional || f.NameOf != "")
		}
		s.Fields = append(s.Fields, f)
	}
}

// Embedded returns the struct that a field embeds, directly or by a pointer.
func Embedded(f reflect.StructField) reflect.Type {
	if f.Type.Kind() == reflect.Pointer {
		return f.Type.Elem()
	}
	return f.Type
}

func (f *Field) setType(t reflect.Type, optional bool) {
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	maybe := isMaybe(t)
	if maybe {
		t = t.Field(0).Type
	}
	if optional {
		f.Missing = Absent
	}
	if maybe && (pointer || !optional) || pointer && !optional {
		f.Missing |= Null
	}
	if t.Kind() == reflect.Slice {
		f.List, t = true, t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		f.Kind = Text
	case reflect.Bool:
		f.Kind = Flag
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Float64:
		if f.Kind = Number; t == methodID {
			f.Kind = Method
		}
	case reflect.Struct:
		f.Kind, f.Of = Record, Of(t)
	default:
		panic(fmt.Sprintf("a page has no %s", t))
	}
}

// isMaybe reports whether a type is a [Maybe].
func isMaybe(t reflect.Type) bool {
	return t.PkgPath() == ownPrefix && strings.HasPrefix(t.Name(), "Maybe[")
}

// Value returns the value of a field of a record, without its [Maybe] or pointer, or how it is missing; 0: it is not missing.
func (f *Field) Value(record reflect.Value) (reflect.Value, Missing) {
	v := record
	for depth, i := range f.Index {
		if depth > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, Absent
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	if f.Missing&Absent != 0 && v.IsZero() {
		return v, Absent
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return v, Null
		}
		v = v.Elem()
	}
	if isMaybe(v.Type()) {
		if !v.Field(1).Bool() {
			return v, Null
		}
		v = v.Field(0)
	}
	return v, 0
}

// Place returns where a field of a record stores its value, and marks it as known.
func (f *Field) Place(record reflect.Value) reflect.Value {
	v := f.SetNull(record)
	if isMaybe(v.Type()) {
		v.Field(1).SetBool(true)
		v = v.Field(0)
	}
	return v
}

// SetNull makes an empty field null rather than absent, if it may be both.
func (f *Field) SetNull(record reflect.Value) reflect.Value {
	v := record
	for _, i := range f.Index {
		v = v.Field(i)
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	return v
}
