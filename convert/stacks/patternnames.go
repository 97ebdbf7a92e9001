package stacks

import "github.com/iprof-viz/iprof-viz/convert"

// nameForPatterns sets Plain and Params of a frame, for the method in a slot. A method without a signature has only its name.
func (f *Frame) nameForPatterns(names *convert.Names, slot int) {
	if _, ok := names.Profile.MethodHeadAt(slot); !ok {
		return
	}
	f.Plain = names.PlainName(slot)
	f.Params = names.Params(slot)
}
