package graph

import (
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// shownMembers is the number of methods that a box of several names.
const shownMembers = 3

// memberLines names the hottest methods of a box of several, with their self shares, and below each its heaviest caller with the share of
// these calls: the lines of the picture end at the box.
func memberLines(c *costs, n *callgraph.Node) []string {
	const width, callerWidth = 34, 28
	shown := n.Members[:min(shownMembers, len(n.Members))]
	room := func(name string, width int) fitname.NameInRoom {
		return fitname.NameInRoom{Name: fitname.ShortHashes(plaintext.Visible(name)), Room: width}
	}
	var rows []fitname.NameInRoom
	for i := range shown {
		rows = append(rows, room(shown[i].Name, width))
		for _, caller := range shown[i].Callers[:min(1, len(shown[i].Callers))] {
			rows = append(rows, room(caller.Short, callerWidth))
		}
	}
	short := fitname.Fit(rows)
	var lines []string
	for i := range shown {
		m := &shown[i]
		lines = append(lines, c.selfShare(m)+" "+short[room(m.Name, width)])
		if len(m.Callers) > 0 {
			caller := &m.Callers[0]
			lines = append(lines, callerIndent+"← "+short[room(caller.Short, callerWidth)]+" "+numbers.Percent(caller.Count, c.whole))
		}
	}
	if more := len(n.Members) - len(shown); more > 0 {
		lines = append(lines, numbers.MoreText(more))
	}
	return lines
}

// selfShare returns the share of a node's self value; n/a: the file does not have its entries.
func (c *costs) selfShare(n *callgraph.Node) string {
	self, _, known := c.of(n)
	if !known && c.Metric != convert.Samples {
		return "n/a"
	}
	return numbers.Percent(self, c.whole)
}

// callerIndent moves the callers of a method below its name; layout engines drop spaces.
const callerIndent = "\u00a0\u00a0\u00a0"

// memberTooltip lists the methods of a box of several, with their shares.
func memberTooltip(c *costs, n *callgraph.Node) []string {
	const most = 25
	lines := []string{n.Full + ":"}
	for i := range n.Members {
		if i == most && len(n.Members) > most+1 {
			lines = append(lines, numbers.MoreText(len(n.Members)-i))
			break
		}
		m := &n.Members[i]
		_, total, known := c.of(m)
		words := c.selfShare(m) + " of entries"
		switch {
		case c.Metric != convert.Samples && !known:
			words = "entries n/a"
		case c.Metric == convert.Samples:
			words = c.selfShare(m) + " " + numbers.SelfWord(c.Tally) + ", " + numbers.Percent(total, c.whole) + " total"
		}
		lines = append(lines, fmt.Sprintf("%s: %s", m.Full, words))
		for _, caller := range m.Callers {
			lines = append(lines, callerIndent+"← "+caller.Name+": "+numbers.Percent(caller.Count, c.whole))
		}
	}
	return lines
}

// severalOutline marks a box of several nodes.
const severalOutline = ", peripheries=2"

// largestOfSeveral is the maximum font size of the head of a box of several nodes, which is a sentence.
const largestOfSeveral = 17

// severalBox makes the box of a node that stands for several.
func severalBox(c *costs, n *callgraph.Node, b *dot.Box) {
	b.Name, b.NameSize = []string{n.Name}, min(b.NameSize, largestOfSeveral)
	b.Lines = append(b.Lines, memberLines(c, n)...) // after its own numbers, which slides keep
	b.Small, b.Extra = nil, b.Extra+severalOutline
}

// manyOthers is the share of a box's value from which it says that it has callers without a line.
const manyOthers = 0.1

// othersLine says in a box that it has callers without a line: +2 callers, 3.1%; "" if they make up little of it.
func othersLine(c *costs, n *callgraph.Node) string {
	whole := n.Entries.Total()
	if c.Metric == convert.Samples {
		whole = n.Total
	}
	if n.Others.Callers == 0 || numbers.ShareOf(n.Others.Count, whole) < manyOthers {
		return ""
	}
	return "+" + numbers.Plural(n.Others.Callers, "caller") + ", " + numbers.Percent(n.Others.Count, c.whole)
}

// beyondLine says in a box that the picture ends there: +2 callers, +1 callee.
func beyondLine(n *callgraph.Node) string {
	var more []string
	if k := n.Beyond.Callers; k > 0 {
		more = append(more, "+"+numbers.Plural(k, "caller"))
	}
	if k := n.Beyond.Callees; k > 0 {
		more = append(more, "+"+numbers.Plural(k, "callee"))
	}
	return strings.Join(more, ", ")
}

// othersTooltip lists the callers of a box without a line.
func othersTooltip(c *costs, n *callgraph.Node) []string {
	if n.Others.Callers == 0 {
		return nil
	}
	unit := convert.EntriesUnit
	if c.Metric == convert.Samples {
		unit = plaintext.Visible(c.SampleUnit)
	}
	lines := []string{numbers.Plural(n.Others.Callers, "caller") + " without a line here, with " + numbers.Percent(n.Others.Count, c.whole) + " of all " + unit + ":"}
	for _, o := range n.Others.Most {
		lines = append(lines, o.Name+": "+numbers.Percent(o.Count, c.whole))
	}
	if more := n.Others.Callers - len(n.Others.Most); more > 0 {
		lines = append(lines, numbers.MoreText(more))
	}
	return lines
}
