package code

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Finder returns a class by its name, as [classpath.Path.Class] does. The error is [classpath.ErrNotFound] if none.
type Finder func(name string) (*classfile.Class, error)

// Find returns the method of a class for the slot of a method in a profile. The error is [classpath.ErrNotFound] if the class or
// the method does not exist, and otherwise the error from reading the class.
func Find(p *iprof.Profile, slot int, class Finder) (*classfile.Method, error) {
	m, ok := p.MethodAt(slot)
	if !ok || m.Declaring == iprof.NoType {
		return nil, classpath.ErrNotFound
	}
	declaring, ok := p.Type(m.Declaring)
	if !ok {
		return nil, classpath.ErrNotFound
	}
	found, err := class(declaring.Name)
	if err != nil {
		return nil, err
	}
	returned, _ := p.Type(m.Return) // a type that is not listed matches no method
	params := make([]string, len(m.Params))
	for i, id := range m.Params {
		param, _ := p.Type(id)
		params[i] = param.Name
	}
	method, ok := found.Method(m.Name, params, returned.Name)
	if !ok {
		return nil, classpath.ErrNotFound
	}
	return method, nil
}
