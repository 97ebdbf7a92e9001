package listing

import (
	"io"
	"slices"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/render/internal/csvtext"
)

// CSV writes a listing as comma-separated values, like [tables.CSV]: one row for each instruction or, without bytecode, for each
// BCI with records, followed by one for each successor, receiver, type at instanceof and callee. These have a target and its count,
// but no executions and samples, so that sums count nothing twice. A callee's count is the number of its inlined calls.
func CSV(w io.Writer, l *code.Listing) error {
	out := csvtext.NewWriter(w)
	out.Write([]string{"method", "line", "bci", "instruction", "executions", "bound", "samples_self", "samples_total", "target_bci", "target", "count"})
	for i := range l.Methods {
		m := &l.Methods[i]
		name := csvtext.Name(l.Names.Method(int(m.Slot)))
		for k := range m.Places {
			p := &m.Places[k]
			at := []string{name, "", strconv.Itoa(int(p.BCI)), csvtext.Name(instructionOf(m, p))}
			if m.Recorded {
				at[2] = "" // the recorder has the line instead
			}
			if p.Line > 0 {
				at[1] = strconv.Itoa(p.Line)
			}
			row := []string{"", p.Execution.Bound.String(), "", "", "", "", ""}
			if p.Execution.Bound != code.None {
				row[0] = strconv.FormatInt(p.Execution.Count, 10)
			}
			if l.Samples {
				self, total := samplesAt(p)
				row[2], row[3] = strconv.FormatInt(self, 10), strconv.FormatInt(total, 10)
			}
			out.Write(slices.Concat(at, row)) // the writer keeps its error
			for _, t := range targetsOf(l.Names, p) {
				out.Write(slices.Concat(at, []string{"", "", "", "", t.bci, t.name, t.count}))
			}
		}
	}
	return out.Flush()
}

// A csvTarget is a successor, a type or a callee, as fields of a row.
type csvTarget struct{ bci, name, count string }

func targetsOf(names *convert.Names, p *code.Place) []csvTarget {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	var targets []csvTarget
	if p.Branch != nil {
		for _, s := range p.Branch.Successors {
			targets = append(targets, csvTarget{strconv.Itoa(int(s.Target)), "", number(s.Count)})
		}
	}
	for _, t := range []*sites.TypeSite{p.Receivers, p.InstanceOf} {
		if t != nil {
			for _, c := range t.Ranked() {
				targets = append(targets, csvTarget{"", csvtext.Name(names.Type(c.Type)), number(c.Count)})
			}
		}
	}
	if p.Call != nil {
		for _, c := range p.Call.Callees {
			if c.Inlined.Contexts == 0 {
				continue
			}
			t := csvTarget{"", csvtext.Name(convert.SlotName(names, c.Slot)), ""}
			if c.Inlined.Known {
				t.count = number(c.Inlined.Count)
			}
			targets = append(targets, t)
		}
	}
	return targets
}

// instructionOf returns the instruction at a place, as javap -c prints it; "" if none.
func instructionOf(m *code.Method, p *code.Place) string {
	if p.Instruction < 0 {
		return ""
	}
	return m.Code.Instructions[p.Instruction].String()
}

// samplesAt returns the samples at a place.
func samplesAt(p *code.Place) (self, total int64) {
	if p.Samples == nil {
		return 0, 0
	}
	return p.Samples.Self, p.Samples.Total
}
