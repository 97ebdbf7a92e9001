package code

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// realFirst moves methods before their bridges, which the compiler of Java makes for callers of a less specific method: these count as much,
// and show nothing.
func (l *lister) realFirst(methods []Method) {
	if l.opts.Class == nil {
		return
	}
	type signature struct {
		class  iprof.TypeID
		name   string
		params int
	}
	groups := map[signature][]int{}
	for i := range methods {
		if m, ok := l.p.MethodAt(int(methods[i].Slot)); ok {
			s := signature{m.Declaring, m.Name, len(m.Params)}
			groups[s] = append(groups[s], i)
		}
	}
	places := map[int32]int{} // by slot: that of the group's first bridge
	bridges := map[int32]bool{}
	for _, group := range groups {
		if len(group) == 1 {
			continue
		}
		first := -1
		for _, i := range group {
			slot := methods[i].Slot
			if bridges[slot] = l.isBridge(slot); bridges[slot] && first < 0 {
				first = i
			}
			if first >= 0 {
				places[slot] = first
			}
		}
	}
	if len(places) == 0 {
		return
	}
	for i := range methods {
		if _, moved := places[methods[i].Slot]; !moved {
			places[methods[i].Slot] = i
		}
	}
	slices.SortStableFunc(methods, func(a, b Method) int {
		return cmp.Or(cmp.Compare(places[a.Slot], places[b.Slot]), convert.CompareBools(bridges[a.Slot], bridges[b.Slot]))
	})
}

// isBridge reports whether class files mark a method as a bridge.
func (l *lister) isBridge(slot int32) bool {
	m, err := Find(l.p, int(slot), l.opts.Class)
	return err == nil && m.Flags&classfile.AccBridge != 0
}

// objects returns how many types in the signature of a method are java.lang.Object, which bridges have in place of other types.
func (l *lister) objects(slot int32) (n int) {
	m, _ := l.p.MethodAt(int(slot))
	for _, id := range append([]iprof.TypeID{m.Return}, m.Params...) {
		if t, _ := l.p.Type(id); t.Name == "java.lang.Object" {
			n++
		}
	}
	return n
}
