package convert

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// A NameStyle says how much of a method's name is shown.
type NameStyle int

// The styles of DESIGN's --names.
const (
	FullNames      NameStyle = iota // java.lang.Thread.sleep
	ShortNames                      // Thread.sleep
	SignatureNames                  // java.lang.Thread.sleep(long)
)

// NameOptions say how methods and types are called.
type NameOptions struct {
	Style     NameStyle
	Normalize bool // replace hashes and addresses that differ from build to build
	Apart     bool // add the parameters where methods that are referred to would read alike
}

// Names are the display names of a profile's methods and types.
type Names struct {
	p       *iprof.Profile
	methods []string // by slot, filled as they are asked for
	opts    NameOptions
}

// NewNames names the methods and types of profiles that are shown together: one Names for each of them, in their order.
// With Apart, methods are told apart in all of them if they read alike in one.
func NewNames(opts NameOptions, profiles ...*iprof.Profile) []*Names {
	var all []*Names
	for _, p := range profiles {
		all = append(all, &Names{p: p, methods: make([]string, p.MethodSlots()), opts: opts})
	}
	return all
}

// Method returns the name of the method in a slot of the profile, such as java.lang.Thread.sleep.
func (n *Names) Method(slot int) string {
	if n.methods[slot] == "" {
		n.methods[slot] = n.method(slot)
	}
	return n.methods[slot]
}

func (n *Names) method(slot int) string {
	m, ok := n.p.MethodAt(slot)
	if !ok {
		return fmt.Sprintf("<unknown method %d>", m.ID)
	}
	return n.Type(m.Declaring) + "." + m.Name
}

// Type returns the name of a type as Java writes it: java.lang.String[].
func (n *Names) Type(id iprof.TypeID) string {
	t, ok := n.p.Type(id)
	if !ok {
		return fmt.Sprintf("<unknown type %d>", id)
	}
	return strings.TrimSpace(t.Name)
}
