package optimized

import (
	"cmp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// An Image holds the decisions of an optimization log about the calls of a profile.
type Image struct {
	Log *optlog.Log

	Units     int   // with a root that the profile has
	Ambiguous int   // methods of the log that could be several of the profile
	InCode    int64 // entries of methods that have a copy
	Unclear   int64 // entries of methods that an ambiguous name could mean
	Entries   int64 // of all methods

	profile  *iprof.Profile
	coverage *Coverage
	presence []Presence // by slot
	copies   []int32    // by slot
	slots    [][]int32  // by unit of the log and node: that of the method; -1: it is not inlined, or not clear
	bridges  *bridges
	calls    map[uint64][]decision // by place, see convert.PlaceKey: those of each copy follow each other
	targets  map[string][]int32    // by name in the log: slots
	renamed  renamedMethods
}

// A decision is a node of the log at a place, in a copy of its caller.
type decision struct {
	copy    int32
	method  string
	kind    optlog.Kind
	reason  string
	reasons int32
}

// New joins a profile with a log.
func New(p *iprof.Profile, log *optlog.Log) *Image {
	m := &Image{Log: log, profile: p, copies: make([]int32, p.MethodSlots()), calls: map[uint64][]decision{}, targets: map[string][]int32{}}
	for slot := range p.Methods.Len() {
		if name := logName(p, slot); name != "" {
			m.targets[name] = append(m.targets[name], int32(slot))
		}
	}
	unclear := map[string]bool{}
	copies := int32(0)
	var slotOf []int32 // by copy
	bridges := newBridges(p)
	m.bridges = bridges
	for i := range log.Units {
		u := &log.Units[i]
		of := make([]int32, len(u.Nodes)) // by node: its copy; -1: not one of a method of the profile
		m.slots = append(m.slots, make([]int32, len(u.Nodes)))
		for k := range u.Nodes {
			n := &u.Nodes[k]
			if of[k], m.slots[i][k] = -1, -1; n.Inlined {
				slots := m.targets[n.Method]
				slot, clear := int32(-1), len(slots) == 1
				if clear {
					slot = slots[0]
				} else if len(slots) > 1 {
					caller := int32(-1)
					if k > 0 && of[n.Parent] >= 0 {
						caller = slotOf[of[n.Parent]]
					}
					if slot, clear = bridges.choose(u, k, caller, slots); !clear {
						unclear[n.Method] = true
					}
				}
				if clear {
					m.slots[i][k] = slot
					of[k] = copies
					copies++
					m.copies[slot]++
					slotOf = append(slotOf, slot)
				}
			}
			if k == 0 {
				if len(m.targets[n.Method]) > 0 {
					m.Units++
				}
				continue
			}
			if caller := of[n.Parent]; caller >= 0 && n.BCI >= 0 {
				key := convert.PlaceKey(slotOf[caller], iprof.BCI(n.BCI))
				m.calls[key] = append(m.calls[key], decision{caller, n.Method, n.Kind(), n.Reason, n.Reasons})
			}
		}
	}
	for _, all := range m.calls { // copies of a recursive method are among the nodes of one
		slices.SortStableFunc(all, func(a, b decision) int { return cmp.Compare(a.copy, b.copy) })
	}
	m.findRenamed()
	m.Ambiguous = len(unclear)
	m.coverage = m.cover(unclear)
	m.Entries, m.InCode, m.Unclear = m.coverage.Entries, m.coverage.Of[Compiled], m.coverage.Of[Unclear]
	return m
}

// logName returns the name of a method of the profile in a log; "" if the profile does not have all of it.
func logName(p *iprof.Profile, slot int) string {
	method, ok := p.MethodAt(slot)
	holder, known := p.Type(method.Declaring)
	if !ok || !known {
		return ""
	}
	params := make([]string, len(method.Params))
	for i, id := range method.Params {
		t, known := p.Type(id)
		if !known {
			return ""
		}
		params[i] = t.Name
	}
	return nameOf(holder.Name, method.Name, params)
}

// nameOf returns the name of a method in a log: java.lang.String.charAt(int).
func nameOf(holder, method string, params []string) string {
	short := make([]string, len(params))
	for i, t := range params {
		short[i] = javaname.WithoutPackage(javaname.Type(t))
	}
	return javaname.Type(holder) + "." + method + "(" + strings.Join(short, ", ") + ")"
}

// Called returns the name of the method that the instruction at a place of a method calls, given the slot of that, with the parameters as the
// log writes them: "?" if the methods that it has there differ in these. It returns false if they differ in the name, or if there are none. Which
// class has the method is for the receiver to say.
func (m *Image) Called(caller int32, bci iprof.BCI) (method string, params []string, ok bool) {
	list := ""
	for i, d := range m.calls[convert.PlaceKey(caller, bci)] {
		head, of, _ := strings.Cut(d.method, "(")
		name := head[strings.LastIndexByte(head, '.')+1:]
		switch of = strings.TrimSuffix(of, ")"); {
		case i == 0:
			method, list = name, of
		case name != method:
			return "", nil, false
		case of != list:
			list = "?"
		}
	}
	if list != "" {
		params = strings.Split(list, ", ")
	}
	return method, params, method != ""
}

// KnownCopies is Copies, but negative if the log may mean the method by a name that others share, or the profile does not have its name.
func (m *Image) KnownCopies(slot int32) int {
	if slot < 0 || m.presence[slot] == Unclear || m.presence[slot] == Unnamed {
		return -1
	}
	return m.Copies(slot)
}

// Copies returns how often a method of the profile is in compiled code, given its slot: as the root of a unit, or inlined.
func (m *Image) Copies(slot int32) int {
	if slot < 0 {
		return 0
	}
	return int(m.copies[slot])
}
