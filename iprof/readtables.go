package iprof

import (
	"errors"
	"fmt"
)

// readType reads {"id":9,"name":"java.lang.Object"}.
func (ps *parser) readType() error {
	var id int64
	var has struct{ id, name bool }
	ps.next()
	start := ps.offset()
	err := ps.object("typeName", "name", func(key string) (err error) {
		switch key {
		case "id":
			has.id = true
			id, err = ps.integer("a type id", -1, 1<<31-1)
		case "name":
			has.name = true
			err = ps.readName()
		default:
			return errUnknown
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !has.id || !has.name:
		return &placed{start, fmt.Errorf("a type without %s", missing(has.id))}
	case id < 0 && len(ps.name) == 0: // the placeholder of a stripped file
		return nil
	case id < 0:
		return &placed{start, fmt.Errorf("type id %d is negative", id)}
	case !ps.p.types.add(int32(id)):
		return &placed{start, fmt.Errorf("type %d is listed twice", id)}
	}
	addType(&ps.p.Types, TypeID(id), ps.name)
	return nil
}

// missing returns the quoted name of the field that is missing.
func missing(hasID bool) string {
	if hasID {
		return `"name"`
	}
	return `"id"`
}

// readMethod reads {"id":19547,"name":"main","signature":[10,8,4823]}.
func (ps *parser) readMethod() error {
	var id int64
	var has struct{ id, name, signature bool }
	ps.next()
	start, signatureAt := ps.offset(), int64(0)
	err := ps.object("methodName", "name", func(key string) (err error) {
		switch key {
		case "id":
			has.id = true
			id, err = ps.integer("a method id", -1, 1<<31-1)
		case "name":
			has.name = true
			err = ps.readName()
		case "signature":
			has.signature = true
			ps.params = ps.params[:0]
			ps.next()
			signatureAt = ps.offset()
			err = ps.integers(func() error {
				v, err := ps.integer("a type id", 0, 1<<31-1)
				ps.params = append(ps.params, TypeID(v))
				return err
			})
		default:
			return errUnknown
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !has.id || !has.name:
		return &placed{start, fmt.Errorf("a method without %s", missing(has.id))}
	case !has.signature:
		return &placed{start, errors.New(`a method without "signature"`)}
	case id < 0 && len(ps.name) == 0: // the placeholder of a stripped file
		return nil
	case id < 0:
		return &placed{start, fmt.Errorf("method id %d is negative", id)}
	case len(ps.params) < 2:
		ps.field = "signature"
		return &placed{signatureAt, fmt.Errorf("expected a declaring type and a return type, found %d ids", len(ps.params))}
	case !ps.p.methods.add(int32(id)):
		return &placed{start, fmt.Errorf("method %d is listed twice", id)}
	}
	addMethod(&ps.p.Methods, MethodID(id), ps.name, ps.params)
	ps.p.refer(ps.params)
	return nil
}

// readName reads a string into ps.name.
func (ps *parser) readName() error {
	ps.next()
	start := ps.offset()
	ps.halves = false
	text, err := ps.str("a string")
	ps.name = append(ps.name[:0], text...)
	if ps.halves && err == nil {
		ps.warnAt(start, WarnHalfPair, "")
	}
	return err
}
