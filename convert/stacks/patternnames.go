package stacks

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/generated"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// nameForPatterns sets Plain and Params of a frame, for the method in a slot. One without a signature has its name only.
func (f *Frame) nameForPatterns(names *convert.Names, slot int) {
	m, ok := names.Profile.MethodAt(slot)
	if !ok {
		return
	}
	name := m.Name
	if names.Options.Normalize {
		name = generated.Normalize(name)
	}
	if m.Declaring == iprof.NoType {
		f.Plain = name
		return
	}
	f.Plain = names.FullType(m.Declaring) + "." + name
	params := make([]string, len(m.Params))
	for i, t := range m.Params {
		params[i] = names.FullType(t)
	}
	f.Params = "(" + strings.Join(params, ", ") + ")"
}
