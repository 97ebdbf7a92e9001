package calls

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// entriesOf returns how often a callee was entered as compilation root. It returns false if that is unknown: a count that the profile
// lacks is 0 only of methods that would have one.
func (b *builder) entriesOf(c *Callee) (root int64, known bool) {
	if c.Slot >= 0 {
		if m := b.contexts.entries.Methods[c.Slot]; m.Known() {
			return m.Root, true
		}
	}
	return 0, b.neverEntered(c)
}

// neverEntered reports whether a method was never entered, as the profile would have a count: one of the application, with bytecode that
// native-image adds counters to, that no context and no stack has. Then lcov has zeros for it, too. Entries of methods that the profile
// does not list may be those of any method.
func (b *builder) neverEntered(c *Callee) bool {
	if b.find == nil || c.Method == "" || c.Inherited || b.profile.Calls.Len() == 0 {
		return false
	}
	never, ok := b.never[c]
	if !ok {
		never = convert.KindOf(c.Class) == convert.Application && !b.mayBeTiny(c) && b.lacks(c)
		b.never[c] = never
	}
	return never
}

// lacks reports whether a method with code is not in the profile, nor anything that may be it.
func (b *builder) lacks(c *Callee) bool {
	if m := b.method(c); m == nil || m.CodeLength == 0 {
		return false
	}
	if b.mentioned == nil {
		b.mention()
	}
	return !b.unlisted && (c.Slot < 0 || !b.mentioned[c.Slot]) && !b.hasRenamed(c)
}

// mention finds out which methods contexts and stacks have.
func (b *builder) mention() {
	b.mentioned = convert.ReferencedMethods(b.profile)
	for slot, is := range b.mentioned {
		if m, listed := b.profile.MethodHeadAt(slot); is && (!listed || m.Declaring == iprof.NoType) {
			b.unlisted = true
		}
	}
}

// hasRenamed reports whether the profile has a method of the name and class of a callee that the class file does not have, so that it may
// be the same with another signature.
func (b *builder) hasRenamed(c *Callee) bool {
	class, known := b.index.types[c.Class]
	if !known {
		return false
	}
	for _, slot := range b.index.slots[class] {
		if m, _ := b.profile.MethodHeadAt(int(slot)); b.mentioned[slot] && m.Name == c.Method {
			if _, err := code.Find(b.profile, int(slot), b.find); err != nil {
				return true
			}
		}
	}
	return false
}
