package optimized

import (
	"cmp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// A Presence says in which way a log has a method.
type Presence uint8

// The presences.
const (
	Absent     Presence = iota // no compilation names it
	OnlyCalled                 // compilations name it as the target of calls, but none has its code
	Unclear                    // it shares a name, and the other method may be meant
	Compiled                   // its code is part of a compilation: as the root, or inlined
	Unnamed                    // the profile does not have its name
	presences
)

// A Coverage says which methods of a profile the optimized image has.
type Coverage struct {
	Entries int64                // of all methods
	Of      [presences]int64     // entries by presence; they add up to Entries
	Methods [presences][]Entered // methods with entries by presence, most entries first

	Units int // in the log
	Idle  int // of these, compiled methods without entries in the profile
}

// An Entered is a method with entries.
type Entered struct {
	Slot    int32
	Entries int64
}

// Share returns the share of the entries of methods with a presence; 0 without entries.
func (c *Coverage) Share(of Presence) float64 {
	return float64(c.Of[of]) / float64(max(c.Entries, 1))
}

// Coverage says which methods with entries the log has.
func (m *Image) Coverage() *Coverage { return m.coverage }

// cover compares the methods with entries with those of the log; unclear are the names in it that may mean several.
func (m *Image) cover(unclear map[string]bool) *Coverage {
	c := &Coverage{Units: len(m.Log.Units)}
	presence := m.presences(unclear)
	m.presence = presence
	byMethod := convert.NewEntries(m.profile).Methods
	for slot, of := range byMethod {
		n := of.Total()
		if n == 0 {
			continue
		}
		c.Entries += n
		c.Of[presence[slot]] += n
		c.Methods[presence[slot]] = append(c.Methods[presence[slot]], Entered{int32(slot), n})
	}
	for _, methods := range c.Methods {
		slices.SortStableFunc(methods, func(a, b Entered) int { return cmp.Compare(b.Entries, a.Entries) })
	}
	for i := range m.Log.Units {
		if !slices.ContainsFunc(m.targets[m.Log.Units[i].Method()], func(slot int32) bool { return byMethod[slot].Total() > 0 }) {
			c.Idle++
		}
	}
	return c
}

// presences returns the presence of each method, by slot.
func (m *Image) presences(unclear map[string]bool) []Presence {
	of := slices.Repeat([]Presence{Unnamed}, m.profile.MethodSlots())
	for _, slots := range m.targets {
		for _, slot := range slots {
			of[slot] = Absent
		}
	}
	for i := range m.Log.Units {
		for k := range m.Log.Units[i].Nodes {
			n := &m.Log.Units[i].Nodes[k]
			named := OnlyCalled
			if unclear[n.Method] {
				named = Unclear
			}
			for _, slot := range m.targets[n.Method] {
				of[slot] = named
			}
		}
	}
	for slot, n := range m.copies {
		if n > 0 {
			of[slot] = Compiled
		}
	}
	return of
}
