package iprof

import (
	"encoding/binary"
	"iter"
)

// A MethodID identifies a method within one file. IDs are sparse.
type MethodID int32

// A TypeID identifies a type within one file. IDs are sparse, and not negative.
type TypeID int32

// NoType stands for the types in a [Method] whose signature is unknown, as in other tools' stacks. No file lists it, and it has no
// slot, see [Profile.TypeSlot].
const NoType TypeID = -1

// A Type is an entry of the types table ("Types"): a class, an array type or a primitive type by its name in Java's binary form,
// such as "[Ljava.lang.String;" or "A$B". Half of a surrogate pair, which names in the JVM may have but valid UTF-8 cannot, is the
// three bytes that UTF-8 would have for it: "\xed\xa0\x80" for \ud800 in the file. [Write] writes it back unchanged.
type Type struct {
	ID   TypeID
	Name string
}

// A Method is an entry of the methods table ("Methods"). The signature in the file is the declaring type, the return type and the
// parameter types, without the receiver. In a profile of another tool's stacks it may be unknown: Declaring and Return are
// then [NoType].
type Method struct {
	ID        MethodID
	Name      string
	Declaring TypeID
	Return    TypeID
	Params    []TypeID
}

// A table stores its entries packed: a method of a real profile takes 40 bytes, half of them its name; a struct with a
// string and a slice would take 130. Reading an entry copies no name.
type table struct {
	runs runs
	refs List[runRef]
}

// add stores an entry: its id, followed by the rest, which encode appends.
func (t *table) add(id int, encode func(b []byte) []byte) {
	t.refs.add(t.runs.add(id, encode))
}

// A TypeTable holds the types of a profile, in the order of the file. The zero table is empty. [Builder.AddType] adds to it.
type TypeTable struct{ table }

// Len returns the number of types.
func (t *TypeTable) Len() int { return t.refs.Len() }

// At returns type i, counted from 0; it panics outside of [0, Len).
func (t *TypeTable) At(i int) Type {
	id, b := t.runs.at(t.refs.At(i))
	return Type{ID: TypeID(id), Name: b.text()}
}

// All yields index and type in order.
func (t *TypeTable) All() iter.Seq2[int, Type] {
	return func(yield func(int, Type) bool) {
		for i := range t.Len() {
			if !yield(i, t.At(i)) {
				return
			}
		}
	}
}

func addType[text string | []byte](t *TypeTable, id TypeID, name text) {
	t.add(int(id), func(b []byte) []byte { return appendText(b, name) })
}

// A MethodTable holds the methods of a profile, in the order of the file. The zero table is empty. [Builder.AddMethod] adds to it.
type MethodTable struct {
	table
	declaring List[TypeID] // most often asked for, and so not packed
}

// Len returns the number of methods.
func (t *MethodTable) Len() int { return t.refs.Len() }

// At returns method i, counted from 0; it panics outside of [0, Len). The caller may change Params.
func (t *MethodTable) At(i int) Method {
	m, b := t.head(i)
	if params := b.uvarint(); params > 0 {
		m.Params = make([]TypeID, params)
		for k := range m.Params {
			m.Params[k] = TypeID(b.uvarint())
		}
	}
	return m
}

// head returns method i without its parameters, and the rest of the run, which contains these.
func (t *MethodTable) head(i int) (Method, packed) {
	id, b := t.runs.at(t.refs.At(i))
	m := Method{ID: MethodID(id), Name: b.text(), Declaring: t.declaring.At(i)}
	m.Return = TypeID(b.uvarint() - 1)
	return m, b
}

// All yields index and method in order.
func (t *MethodTable) All() iter.Seq2[int, Method] {
	return func(yield func(int, Method) bool) {
		for i := range t.Len() {
			if !yield(i, t.At(i)) {
				return
			}
		}
	}
}

func addMethod[text string | []byte](t *MethodTable, id MethodID, name text, signature []TypeID) {
	t.declaring.add(signature[0])
	t.add(int(id), func(b []byte) []byte {
		b = appendText(b, name)
		b = binary.AppendUvarint(b, uint64(signature[1])+1) // 0 for NoType
		b = binary.AppendUvarint(b, uint64(len(signature)-2))
		for _, p := range signature[2:] {
			b = binary.AppendUvarint(b, uint64(p))
		}
		return b
	})
}

func appendText[text string | []byte](b []byte, s text) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
