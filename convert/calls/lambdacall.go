package calls

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// lambdaCall sets the only call of a lambda's method, which calls its body once: the class is made at run time, so that it has no class
// file, but its name tells the class with the body. The body is the one that was inlined there, or the only one that has the method. It
// returns nil if neither is known, or the class is not a lambda's.
func (b *builder) lambdaCall(slot int32, class string) (iprof.BCI, *instruction) {
	if b.find == nil { // before the name, which may be long, is searched for each of its methods
		return 0, nil
	}
	host, _, ok := strings.Cut(class, "$$Lambda")
	m, listed := b.profile.MethodHeadAt(int(slot))
	if !ok || !listed || strings.HasPrefix(m.Name, "<") {
		return 0, nil
	}
	var bodies []*Callee
	for _, l := range b.lambdasOf(host) {
		if body := b.bodyOfLambda(l); l.made.Name == m.Name && body != nil && !slices.Contains(bodies, body) {
			bodies = append(bodies, body)
		}
	}
	bci := iprof.BCIUnknown
	for _, node := range b.contexts.of.in(slot) {
		for _, n := range b.contexts.inlinedInto(node) {
			if body := b.slot(n.slot); slices.Contains(bodies, body) {
				bci, bodies = n.site, []*Callee{body}
			}
		}
	}
	if len(bodies) != 1 {
		return 0, nil
	}
	x := &instruction{only: bodies[0], evidence: ByLambda}
	x.called = bodies[0].Ref()
	return bci, x
}
