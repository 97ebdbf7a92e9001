package optimized

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// renamedMethods are methods of a log whose classes have another name in each build or run, as those of lambdas, by name: without the parts
// that differ, see [javaname.Normalize]. Classes that the profile has under the same name are not among them.
type renamedMethods map[string]renamedMethod

type renamedMethod struct{ class, name string }

func (m *Image) findRenamed() {
	m.renamed = renamedMethods{}
	types, seen := map[string]bool{}, map[string]bool{}
	for _, t := range m.profile.Types.All() {
		types[javaname.Type(t.Name)] = true
	}
	for i := range m.Log.Units {
		for k := range m.Log.Units[i].Nodes {
			name := m.Log.Units[i].Nodes[k].Method
			if seen[name] {
				continue
			}
			seen[name] = true
			class := classOf(name)
			if normal := javaname.Normalize(class); normal != class && !types[class] {
				m.renamed[name] = renamedMethod{normal, javaname.Normalize(name)}
			}
		}
	}
}

// classOf returns the class of a method of a log.
func classOf(method string) string {
	head, _, _ := strings.Cut(method, "(")
	return head[:max(0, strings.LastIndexByte(head, '.'))]
}

// mayMean reports whether the log may mean a target by the name of a method that is not the target's: it is that of a lambda, or of another class
// that is named anew in each build, or one that the receiver's class may inherit.
func (m *Image) mayMean(method string, t *calls.Target) bool {
	c := t.Callee
	if of, ok := m.renamed[method]; ok {
		if name := m.nameOfCallee(c); name != "" && javaname.Normalize(name) == of.name {
			return true
		}
		for _, id := range t.Types { // also of a call whose target is the body of the lambda
			if receiver, ok := m.profile.Type(id); ok && javaname.Normalize(javaname.Type(receiver.Name)) == of.class {
				return true
			}
		}
	}
	if !c.Inherited || c.Slot >= 0 {
		return false
	}
	name := m.nameOfCallee(c)
	return name != "" && strings.TrimPrefix(name, classOf(name)) == strings.TrimPrefix(method, classOf(method))
}

// isLambda reports whether a method is that of a lambda: it calls its body once.
func (m *Image) isLambda(n *optlog.Node) bool {
	of, ok := m.renamed[n.Method]
	return ok && strings.HasSuffix(of.class, "$$Lambda$*")
}
