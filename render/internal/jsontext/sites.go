package jsontext

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Method is the name of a method and, unless it stands for several, such as <VM>, its id and signature.
type Method struct {
	Method    string          `json:"method"`
	ID        *iprof.MethodID `json:"id,omitempty"`
	Signature string          `json:"signature,omitempty"`
}

// NewMethod returns the method of a slot by its name.
func NewMethod(p *iprof.Profile, name string, slot int32) Method {
	if slot < 0 {
		return Method{Method: name}
	}
	m, _ := p.MethodAt(int(slot))
	signature := convert.JVMSignature(p, m)
	if signature == "" { // only a log of the compiler has it, so it has no id
		return Method{Method: name}
	}
	return Method{name, &m.ID, signature}
}

// A Conditional is a conditional with its successors.
type Conditional struct {
	BCI        iprof.BCI   `json:"bci"`
	Line       any         `json:"line,omitempty"` // see LineOrNull
	Executions int64       `json:"executions"`
	Entropy    Float       `json:"entropy"`
	Successors []successor `json:"successors"`
}

type successor struct {
	Target      iprof.BCI `json:"target_bci"`
	Index       int32     `json:"index"`
	Count       int64     `json:"count"`
	Probability *Float    `json:"probability"`
	Trips       any       `json:"trips,omitempty"` // of one that stays in a loop; null: unknown
}

// NewConditional returns a conditional, with its source line if lines are not nil.
func NewConditional(lines *sourceline.Lines, c *sites.Conditional) *Conditional {
	of := &Conditional{c.BCI, lineOf(lines, c.Site), c.Executions, Float(c.Entropy()), []successor{}}
	for _, s := range c.Successors {
		of.Successors = append(of.Successors, successor{s.Target, s.Index, s.Count, Share(s.Count, c.Executions), nil})
	}
	return of
}

// AddTrips adds the trips of the loop that a conditional ends.
func (of *Conditional) AddTrips(end code.LoopEnd, c *sites.Conditional) {
	for i, s := range c.Successors {
		if trips, ok := end.Of(c, s); ok {
			of.Successors[i].Trips = OrNull(Float(trips), trips > 0)
		}
	}
}

// A TypeSite is a place and the types seen there.
type TypeSite struct {
	BCI        iprof.BCI   `json:"bci"`
	Line       any         `json:"line,omitempty"` // see LineOrNull
	Executions int64       `json:"executions"`
	Entropy    *Float      `json:"entropy"`
	Kind       string      `json:"kind"`
	Saturated  bool        `json:"saturated"` // there may have been more types: executions are at least these, shares at most these
	Types      []typeCount `json:"types"`
}

type typeCount struct {
	Type  string `json:"type"`
	Count int64  `json:"count"`
	Share *Float `json:"share"`
}

// NewTypeSite returns a place with types, with its source line if lines are not nil.
func NewTypeSite(names *convert.Names, lines *sourceline.Lines, t *sites.TypeSite) *TypeSite {
	of := &TypeSite{t.BCI, lineOf(lines, t.Site), t.Executions, OrNull(Float(t.Entropy()), t.Kind() != sites.UnknownTypes), t.Kind().String(), t.Saturated, []typeCount{}}
	for _, c := range t.Ranked() {
		of.Types = append(of.Types, typeCount{names.Type(c.Type), c.Count, Share(c.Count, t.Executions)})
	}
	return of
}

func lineOf(lines *sourceline.Lines, s sites.Site) any {
	if lines == nil {
		return nil
	}
	return LineOrNull(lines, lines.Line(s.Slot, s.BCI))
}

// LineOrNull returns the value of an optional key: nothing without lines, and null if the line is unknown.
func LineOrNull(lines *sourceline.Lines, line int) any {
	if lines == nil {
		return nil
	}
	return OrNull(line, line > 0)
}

// Share returns a share from 0 to 1; null for a share of nothing.
func Share(n, of int64) *Float { return OrNull(Float(float64(n)/float64(of)), of != 0) }
