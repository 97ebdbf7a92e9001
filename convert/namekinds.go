package convert

import (
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Kind returns the kind of the method in a slot of the profile: the kind of its declaring class or, without one, of the frame that
// its name stands for, or of the file that has its code. Threads and states of a VM are VM code.
func (n *Names) Kind(slot int) Kind {
	if kind, ok := n.kinds.get(slot); ok {
		return kind
	}
	kind, origin := UnknownKind, n.Profile.Origin()
	class, ok := n.Profile.DeclaringAt(slot)
	name := ""
	if class == iprof.NoType || origin.States != nil { // as of other tools' stacks
		m, _ := n.Profile.MethodHeadAt(slot)
		name = m.Name
	}
	switch app := n.Options.Application; {
	case !ok:
	case app != nil && n.Matches(app, slot):
		kind = Application
	case origin.States[name]:
		kind = NativeImage
	case class == iprof.NoType:
		if kind = kindOfOwner[origin.Owners[name]]; kind == UnknownKind {
			kind = n.notTheApplication(KindOf(name))
		}
	default:
		kind = n.notTheApplication(n.knownKind(class))
	}
	n.kinds.set(slot, kind)
	return kind
}

// StatesNote says that some frames are no methods; none if all are.
func (n *Names) StatesNote() []string {
	states := n.Profile.Origin().States
	if len(states) == 0 {
		return nil
	}
	return []string{words.Count(int64(len(states)), "frame is a thread, a kind of code (interpreted, compiled, stub) or a state of the VM, not a method",
		"frames are threads, kinds of code (interpreted, compiled, stub) or states of the VM, not methods")}
}

// notTheApplication returns the kind of a method that Options.Application does not match, given its kind without that option.
func (n *Names) notTheApplication(kind Kind) Kind {
	if n.Options.Application != nil && kind == Application {
		return Library
	}
	return kind
}

// ClassKind returns the kind of a type that the profile refers to. With Options.Application it is application code if the pattern
// matches its name followed by a dot, as in the names of its methods.
func (n *Names) ClassKind(id iprof.TypeID) Kind {
	if app := n.Options.Application; app != nil {
		if t, ok := n.Profile.Type(id); ok && t.Name != "" && app.MatchString(n.FullType(id)+".") {
			return Application
		}
	}
	return n.notTheApplication(n.knownKind(id))
}

// knownKind returns the kind of a type by its package.
func (n *Names) knownKind(id iprof.TypeID) Kind {
	slot := n.Profile.TypeSlot(id)
	if kind, ok := n.classes.get(slot); ok {
		return kind
	}
	kind := UnknownKind
	if t, ok := n.Profile.Type(id); ok && t.Name != "" {
		kind = KindOf(t.Name)
	}
	n.classes.set(slot, kind)
	return kind
}
