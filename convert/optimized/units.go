package optimized

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// Units are the units of a log with counts, as contexts of a profile: all views of the inlining of a profile can show that of the
// optimized image.
type Units struct {
	// Profile has the units as its Contexts. Its methods are those of the profile that was joined, with their ids, followed by names of the log
	// that no method of it has, or several. Its call counts are the certain entries of each copy, so they add up to no more than the
	// entries of the methods; a copy that may have none has no record. There are no other records.
	Profile *iprof.Profile

	Entries []code.Range // by node of Profile.Contexts: entries of the copy
	New     []bool       // by node: the profile has the caller and the callee, but never inlined there
	Calls   [][]Call     // by node: those that are left, in the order of the log

	Image   *Image       // the log and the profile that was joined: slots of its methods are those of Profile
	Graph   *calls.Graph // of that profile
	Methods []int64      // by slot: the entries of the method in the profile that was joined; -1: unknown
	Notes   []string     // how much of that profile the log is about, one sentence each
}

// A Call is left in the code of a copy.
type Call struct {
	BCI     iprof.BCI
	Slot    int32 // of the callee in Units.Profile
	Count   calls.Count
	Virtual bool   // a virtual or interface call: the callee is the method that it names
	Reason  string // the compiler's last one; "": none
	Copies  int    // how often the compiler copied the call, with the code around it
	Lost    bool   // it was inlined there in the instrumented image
}

// Known returns the bound of the calls, or their certain number if there is none.
func (c *Call) Known() int64 {
	if c.Count.High == code.Unlimited {
		return c.Count.Low
	}
	return c.Count.High
}

// Outcome says which calls are left: call; virtual call in 2 copies.
func (c *Call) Outcome() string {
	of := "call"
	if c.Virtual {
		of = "virtual call"
	}
	if c.Copies > 1 {
		of += " in " + words.CountOf(int64(c.Copies), "copies")
	}
	return of
}

// Leaving returns the call as one that leaves its unit, given the slot of the caller, and frames as in [convert.CalledFrames].
func (c *Call) Leaving(caller int32, frames []int32) calls.LeavingCall {
	of := calls.LeavingCall{
		Site:   &calls.Site{Slot: caller, BCI: c.BCI, Made: c.Count},
		Target: &calls.Target{Callee: &calls.Callee{Slot: c.Slot}, Evidence: calls.NoEvidence, Calls: c.Count, Stayed: c.Count},
		Frame:  frames[c.Slot], Outcome: c.Outcome(), Reason: c.Reason, WasInlined: c.Lost,
	}
	if of.Frame == convert.NotEntered {
		of.Frame = c.Slot
	}
	return of
}

// Most returns, by node, the upper bound of the inclusive entries. Nodes whose entries have no bound do not count: nothing is known of them,
// and they do not make their callers hot. Caller returns the node that a node belongs to, or a negative number.
func (u *Units) Most(caller func(node int32) int32) []int64 {
	most := make([]int64, len(u.Entries))
	for i := int32(len(most)) - 1; i >= 0; i-- {
		if high := u.Entries[i].High; high != code.Unlimited {
			most[i] = code.AddBounds(most[i], high)
		}
		if parent := caller(i); parent >= 0 && parent != i {
			most[parent] = code.AddBounds(most[parent], most[i])
		}
	}
	return most
}

// NewUnits counts the units of an image. The graph is that of its profile; class finds the same classes, nil: none. The error is that of a tree
// that is too large.
func (m *Image) NewUnits(g *calls.Graph, class code.Finder) (*Units, error) {
	b := &unitsBuilder{image: m, iprof: iprof.NewBuilder(m.profile.Version), ids: map[loggedMethod]iprof.MethodID{}, types: map[string]iprof.TypeID{}}
	b.copyMethods()
	counter := newCounter(m, g, class)
	counts := counter.count()
	var left []nodeCall
	for i := range m.Log.Units {
		var err error
		if left, err = b.unit(i, counts[i], counter.usual[i], left); err != nil {
			return nil, err
		}
	}
	u := &Units{Image: m, Graph: g}
	for node, r := range b.entries {
		if r.Low > 0 || r.Fixed() {
			if err := b.iprof.AddCount(iprof.Calls, iprof.Count{Node: iprof.NodeID(node), Value: r.Low}); err != nil {
				return nil, err
			}
		}
	}
	u.Entries, u.New = b.entries, b.isNew
	b.iprof.Declare(iprof.Calls)
	u.Profile = b.iprof.Profile()
	u.addMethods(m.profile, counter.entries.Methods)
	u.Notes = append(m.Notes(), u.note(m.Entries)...)
	u.Calls = make([][]Call, len(u.Entries))
	at := map[callKey]int{} // index in Calls of the node
	for _, c := range left {
		c.call.Slot = int32(u.Profile.MethodSlot(c.method))
		u.addCall(c.node, c.call, at)
	}
	return u, nil
}

// A callKey is a call of a copy.
type callKey struct {
	node    iprof.NodeID
	bci     iprof.BCI
	slot    int32
	virtual bool
}

// addCall adds a call, or one more copy of it.
func (u *Units) addCall(node iprof.NodeID, call Call, at map[callKey]int) {
	key := callKey{node, call.BCI, call.Slot, call.Virtual}
	if i, known := at[key]; known {
		of := &u.Calls[node][i]
		of.Copies++
		of.Count.Range = together(of.Count.Range, call.Count.Range)
		of.Count.Usual = of.Count.Usual && (call.Count.Usual || call.Count.High == 0)
		return
	}
	at[key] = len(u.Calls[node])
	call.Copies = 1
	u.Calls[node] = append(u.Calls[node], call)
}

// Joined reports whether a slot of Profile is that of a method of the profile that was joined.
func (u *Units) Joined(slot int32) bool { return int(slot) < u.Image.profile.Methods.Len() }

func (u *Units) addMethods(joined *iprof.Profile, entries []convert.MethodEntries) {
	u.Methods = make([]int64, u.Profile.MethodSlots())
	for slot := range u.Methods {
		u.Methods[slot] = -1
	}
	for slot, of := range entries[:joined.Methods.Len()] {
		if of.Known() {
			u.Methods[u.Profile.MethodSlot(joined.MethodIDAt(slot))] = of.Total()
		}
	}
}

// note says how many entries are certain.
func (u *Units) note(all int64) []string {
	if all == 0 {
		return nil
	}
	certain := u.Profile.Total(iprof.Calls)
	return []string{fmt.Sprintf("of %s of the %s it is certain which copy they entered", words.Percent(float64(certain)/float64(all)), words.CountOf(all, "entries"))}
}

// A nodeCall is a call of a node. The slot of its callee is known once there are no more methods to add.
type nodeCall struct {
	node   iprof.NodeID
	method iprof.MethodID
	call   Call
}

// A loggedMethod is a method by its name in the log. A bridge has the name of the method that it calls.
type loggedMethod struct {
	name   string
	bridge bool
}

type unitsBuilder struct {
	image   *Image
	iprof   *iprof.Builder
	entries []code.Range // by node
	isNew   []bool

	ids      map[loggedMethod]iprof.MethodID // methods that only the log has
	types    map[string]iprof.TypeID         // by name
	next     iprof.MethodID
	nextType iprof.TypeID
}

func (b *unitsBuilder) copyMethods() {
	p := b.image.profile
	for slot := range p.Types.Len() {
		t, _ := p.TypeAt(slot)
		b.iprof.AddType(t)
		b.types[t.Name] = t.ID
	}
	for slot := range p.Methods.Len() {
		method, _ := p.MethodAt(slot)
		b.iprof.AddMethod(method)
	}
}

// unit adds a unit, and appends the calls that are left.
func (b *unitsBuilder) unit(number int, counts []code.Range, usual map[int32]bool, left []nodeCall) ([]nodeCall, error) {
	u, slots := &b.image.Log.Units[number], b.image.slots[number]
	nodes := make([]iprof.NodeID, len(u.Nodes))
	for k := range u.Nodes {
		n := &u.Nodes[k]
		nodes[k] = iprof.NoNode
		kind := n.Kind()
		switch {
		case kind == optlog.Root:
			nodes[k] = b.iprof.Contexts().Child(iprof.NoNode, 0, b.method(loggedMethod{n.Method, isBridge(u, k)}, slots[k]))
		case nodes[n.Parent] == iprof.NoNode:
			continue
		case kind == optlog.Inlined:
			nodes[k] = b.iprof.Contexts().Child(nodes[n.Parent], siteOf(n), b.method(loggedMethod{name: n.Method}, slots[k]))
		case kind == optlog.Direct || kind == optlog.Indirect:
			left = append(left, nodeCall{nodes[n.Parent], b.method(loggedMethod{name: n.Method}, b.image.slotOf(n.Method)), Call{
				BCI: siteOf(n), Count: calls.Count{Range: counts[k], Usual: usual[int32(k)]}, Virtual: kind == optlog.Indirect, Reason: n.Reason, Lost: b.image.wasInlined(slots[n.Parent], n),
			}})
			continue
		default:
			continue
		}
		if nodes[k] == iprof.NoNode {
			return nil, b.iprof.Contexts().Full()
		}
		isNew := k > 0 && slots[k] >= 0 && slots[n.Parent] >= 0 && !b.image.wasInlined(slots[n.Parent], n)
		b.add(nodes[k], counts[k], isNew)
	}
	return left, nil
}

// add adds the entries of a copy. The compiler may have copied a call, with the methods inlined there.
func (b *unitsBuilder) add(node iprof.NodeID, r code.Range, isNew bool) {
	if int(node) < len(b.entries) {
		sum := &b.entries[node]
		*sum = together(*sum, r)
		return
	}
	b.entries, b.isNew = append(b.entries, r), append(b.isNew, isNew)
}

// together returns the count of two copies of a call: each has at most the part of the same count that the other leaves.
func together(x, y code.Range) code.Range {
	return code.Range{Low: x.Low + y.Low, High: max(code.AddBounds(x.High, y.Low), code.AddBounds(y.High, x.Low))}
}

// siteOf returns the BCI of a call.
func siteOf(n *optlog.Node) iprof.BCI {
	if n.BCI < 0 || n.BCI > int32(iprof.MaxBCI) {
		return iprof.BCIUnknown
	}
	return iprof.BCI(n.BCI)
}

// method returns the id of a method of the profile, given its slot, or of one with a name that only the log has.
func (b *unitsBuilder) method(logged loggedMethod, slot int32) iprof.MethodID {
	if slot >= 0 {
		return b.image.profile.MethodIDAt(int(slot))
	}
	if id, known := b.ids[logged]; known {
		return id
	}
	name := logged.name
	head, params, _ := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	holder, method := "?", head
	if dot := strings.LastIndexByte(head, '.'); dot > 0 {
		holder, method = head[:dot], head[dot+1:]
	}
	of := iprof.Method{Name: method, Declaring: b.typeID(holder), Return: iprof.NoType}
	if params != "" {
		for t := range strings.SplitSeq(params, ", ") {
			of.Params = append(of.Params, b.typeID(binaryName(t)))
		}
	}
	for of.ID = b.next; !b.iprof.AddMethod(of); of.ID++ {
	}
	b.next = of.ID + 1
	b.ids[logged] = of.ID
	return of.ID
}

func (b *unitsBuilder) typeID(name string) iprof.TypeID {
	id, known := b.types[name]
	if known {
		return id
	}
	for id = b.nextType; !b.iprof.AddType(iprof.Type{ID: id, Name: name}); id++ {
	}
	b.nextType = id + 1
	b.types[name] = id
	return id
}

// binaryName returns the name of a type in a profile: [LString; for String[].
func binaryName(source string) string {
	element := strings.TrimRight(source, "[]")
	dims := (len(source) - len(element)) / 2
	if dims == 0 {
		return source
	}
	if letter, ok := primitives[element]; ok {
		return strings.Repeat("[", dims) + letter
	}
	return strings.Repeat("[", dims) + "L" + element + ";"
}

var primitives = map[string]string{"boolean": "Z", "byte": "B", "char": "C", "short": "S", "int": "I", "long": "J", "float": "F", "double": "D"}

// slotOf returns the slot of the only method of the profile with a name; -1: none, or several.
func (m *Image) slotOf(name string) int32 {
	if slots := m.targets[name]; len(slots) == 1 {
		return slots[0]
	}
	return -1
}

// wasInlined reports whether the profile has an inlined copy of a node's method at its place in the caller, given its slot.
func (m *Image) wasInlined(caller int32, n *optlog.Node) bool {
	if caller < 0 || n.BCI < 0 {
		return false
	}
	for _, slot := range m.bridges.calls[convert.PlaceKey(caller, iprof.BCI(n.BCI))] {
		for _, meant := range m.targets[n.Method] {
			if slot == meant {
				return true
			}
		}
	}
	return false
}
