package inlinetree

import (
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/internal/jsontext"
)

// The parts of calls in JSON.
type (
	siteJSON struct {
		BCI  iprof.BCI `json:"bci"`
		Line any       `json:"line,omitempty"` // see jsontext.LineOrNull
		Kind string    `json:"kind"`
		jsontext.Method
		Evidence string `json:"evidence"`
	}
	leavingJSON struct {
		siteJSON
		Stayed      *int64          `json:"stayed"`
		StayedBound string          `json:"stayed_bound"`
		PerEntry    *jsontext.Float `json:"per_entry"`
		Outcome     string          `json:"outcome,omitempty"`
		Reason      string          `json:"reason,omitempty"`
		WasInlined  bool            `json:"was_inlined,omitempty"`
	}
	callerCallsJSON struct {
		jsontext.Method
		File     string      `json:"file,omitempty"`
		Entries  *int64      `json:"entries"`
		Contexts int         `json:"contexts"`
		Calls    []*callJSON `json:"calls"`
	}
	callJSON struct {
		siteJSON
		Calls           *int64          `json:"calls"`
		Bound           string          `json:"bound"`
		PerEntry        *jsontext.Float `json:"per_entry"`
		Inlined         int64           `json:"inlined"`
		InlinedContexts int             `json:"inlined_contexts"`
		Stayed          *int64          `json:"stayed"`
		StayedBound     string          `json:"stayed_bound"`
		Early           bool            `json:"early,omitempty"`
		May             bool            `json:"may,omitempty"`
		Facts           []factJSON      `json:"facts,omitempty"`
		Optimized       string          `json:"optimized,omitempty"`
		Reason          string          `json:"reason,omitempty"`
	}
	factJSON struct {
		Fact string `json:"fact"`
		Text string `json:"text"`
	}
	wayJSON struct {
		From string `json:"from"`
		siteJSON
		Calls *int64 `json:"calls"`
		Bound string `json:"bound"`
	}
)

func newSiteJSON(p *iprof.Profile, lines *sourceline.Lines, s *calls.Site, t *calls.Target, name string, slot int32) siteJSON {
	return siteJSON{s.BCI, jsontext.LineOrNull(lines, lines.Line(s.Slot, s.BCI)), s.Kind.String(), jsontext.NewMethod(p, name, slot), t.Evidence.String()}
}

// boundJSON returns a count, null if it is unknown, and its bound.
func boundJSON(c calls.Count) (*int64, string) {
	e := c.Execution()
	return jsontext.OrNull(e.Count, e.Bound != code.None), e.Bound.String()
}

func newLeavingJSON(in *inlining.Trees, n *inlining.Instance, c *calls.LeavingCall) *leavingJSON {
	of := &leavingJSON{siteJSON: newSiteJSON(in.Profile, in.Lines, c.Site, c.Target, c.Name(in.Names), c.Frame)}
	of.Stayed, of.StayedBound = boundJSON(c.Calls())
	of.Outcome, of.Reason, of.WasInlined = c.Outcome, c.Reason, c.WasInlined
	perEntry, ok := c.Calls().PerEntry(n.Entries, n.Known)
	of.PerEntry = jsontext.OrNull(jsontext.Float(perEntry), ok)
	return of
}

func newCallerCallsJSON(in *inlining.Into, c *inlining.Caller) *callerCallsJSON {
	of := &callerCallsJSON{jsontext.NewMethod(in.Profile, in.Name(c.Slot), c.Slot), in.Lines.File(c.Slot), jsontext.OrNull(c.Entries, c.Known), c.Contexts, nil}
	for i := range c.Calls {
		call := &c.Calls[i]
		t := call.Target
		x := &callJSON{
			siteJSON: newSiteJSON(in.Profile, in.Lines, call.Site, t, call.Name(in.Names), t.Callee.Slot),
			Inlined:  t.Inlined, InlinedContexts: t.Contexts, Early: call.Early, May: call.May,
		}
		x.Calls, x.Bound = boundJSON(t.Calls)
		x.Stayed, x.StayedBound = boundJSON(t.Stayed)
		perEntry, ok := c.PerEntry(call)
		x.PerEntry = jsontext.OrNull(jsontext.Float(perEntry), ok)
		if call.Outcome != nil {
			x.Optimized, x.Reason = call.Outcome.String(), call.Outcome.Reason
		}
		for _, f := range call.Facts {
			x.Facts = append(x.Facts, factJSON{f.Kind.String(), f.Text})
		}
		of.Calls = append(of.Calls, x)
	}
	return of
}

func newWayJSON(in *inlining.Into, s *inlining.WayStep) *wayJSON {
	of := &wayJSON{From: s.From, siteJSON: newSiteJSON(in.Profile, in.Lines, s.Site, s.Target, s.To, s.Target.Callee.Slot)}
	of.Calls, of.Bound = boundJSON(s.Target.Calls)
	return of
}
