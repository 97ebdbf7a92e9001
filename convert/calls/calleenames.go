package calls

import (
	"iter"
	"slices"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// calleeNames are callees of a site, and the name that they have in common.
type calleeNames struct {
	callees []*Callee     // each once
	called  classfile.Ref // of an empty name: they differ
}

// add takes a callee into account.
func (n *calleeNames) add(callee *Callee) {
	if slices.Contains(n.callees, callee) {
		return
	}
	switch {
	case len(n.callees) == 0:
		n.called.Name, n.called.Descriptor = callee.Method, callee.Ref().Descriptor
	case n.called.Name != callee.Method || n.called.Descriptor != callee.Ref().Descriptor:
		n.called.Name = "" // no method has this name
	}
	n.callees = append(n.callees, callee)
}

// siteTypes are the receiver types of a site.
type siteTypes struct {
	places[iprof.TypeID]
	saturated bool // in some context, and so there may be others
}

// add adds those of a context.
func (s *siteTypes) add(counts iter.Seq2[int, iprof.TypeCount]) {
	n := 0
	for _, c := range counts {
		s.of(c.Type)
		n++
	}
	s.saturated = s.saturated || n >= iprof.SaturatedTypes
}
