package fit

import (
	"sync"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// NewByClass returns a function that judges methods as [New] does, but only those of a class. Its arguments are the slots of all methods of
// the class that contexts or stacks refer to; it returns those with code of another version, and those that the code does not have. The
// places of the profile are collected, and code is called, when the result is first called. It is not safe for concurrent use. Nil names
// mean full names.
func NewByClass(p *iprof.Profile, names *convert.Names, code func() Code) func(slots []int32) (changed, gone []int32) {
	judge := sync.OnceValue(func() *judge { return newJudge(p, names.OrDefault(p), code()) })
	return func(slots []int32) (changed, gone []int32) {
		if len(slots) == 0 {
			return nil, nil
		}
		m, _ := p.MethodHeadAt(int(slots[0]))
		t, _ := p.Type(m.Declaring)
		for _, m := range judge().class(classGroup{class: t.Name, slots: slots}) {
			switch m.verdict {
			case Changed:
				changed = append(changed, m.Slot)
			case Gone:
				gone = append(gone, m.Slot)
			}
		}
		return changed, gone
	}
}
