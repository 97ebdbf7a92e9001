package code

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Find returns the method of a class path that a method of a profile, by its slot, is. The error is [classfile.ErrNotFound]
// if the path does not have it, and otherwise that of its class.
func Find(p *iprof.Profile, slot int, path *classfile.Path) (*classfile.Method, error) {
	m, ok := p.MethodAt(slot)
	if !ok || m.Declaring == iprof.NoType {
		return nil, classfile.ErrNotFound
	}
	declaring, ok := p.Type(m.Declaring)
	if !ok {
		return nil, classfile.ErrNotFound
	}
	class, err := path.Class(declaring.Name)
	if err != nil {
		return nil, err
	}
	returned, _ := p.Type(m.Return) // a type that is not listed matches no method
	params := make([]string, len(m.Params))
	for i, id := range m.Params {
		param, _ := p.Type(id)
		params[i] = param.Name
	}
	method, ok := class.Method(m.Name, params, returned.Name)
	if !ok {
		return nil, classfile.ErrNotFound
	}
	return method, nil
}
