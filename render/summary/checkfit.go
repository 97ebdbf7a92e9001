package summary

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/markdown"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/places"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/terminal"
)

// maxMisfits is the maximum number of listed places per method.
const maxMisfits = 5

func (p checkWriter) blankLine() { p.B.WriteByte('\n') }

// code writes how well a profile fits the code: sums, then the methods that do not fit.
func (p checkWriter) code(c *CheckedCode, limit int) {
	p.blankLine()
	p.Head([]string{"fit to the code"})
	for _, line := range fitLines(c) {
		p.Labeled("  "+line[0], line[1])
	}
	if len(c.Misfits) == 0 {
		return
	}
	methods := c.Misfits
	if limit > 0 && limit < len(methods) {
		methods = methods[:limit]
	}
	p.blankLine()
	most := maxMisfits
	if limit == 0 {
		most = 0
	}
	p.misfits(c, methods, most)
	if left := len(c.Misfits) - len(methods); left > 0 {
		p.Paragraph(fmt.Sprintf("  … and %s more; --format json lists all", numbers.Thousands(left)), terminal.Plain)
	}
}

// misfits writes methods that do not fit, with a maximum number of places each; 0: all.
func (p checkWriter) misfits(c *CheckedCode, methods []fit.Method, most int) {
	short := p.misfitNames(c, methods)
	for _, m := range methods {
		name := c.Names.Signature(int(m.Slot))
		p.Line(fmt.Sprintf(goneShare, numbers.Percent(m.Weight, judgedWith(c, m)))+short[p.roomFor(name, misfitRoom)]+misfitWords(m), terminal.Plain)
		if m.Candidate != "" {
			p.Line(goneNow+short[p.roomFor(m.Candidate, goneNow+"?")]+"?", terminal.Plain)
		}
		for i, x := range m.Misfits {
			if left := len(m.Misfits) - i; i == most && left > 1 && most > 0 {
				p.Line(fmt.Sprintf("          … and %s more places", numbers.Thousands(left)), terminal.Plain)
				break
			}
			p.Labeled(fmt.Sprintf("          %-6s", places.AtBCI(x.BCI)), plaintext.Visible("recorded: "+x.Recorded+"; the code has: "+x.Code))
		}
	}
}

// misfitRoom is the width of the text around the name of a method that does not fit.
const misfitRoom = "  100.0%  : changed, JDK"

// roomFor shortens a name to the columns left by other text.
func (p checkWriter) roomFor(name, beside string) fitname.NameInRoom {
	room := plaintext.Unlimited
	if p.Width > 0 {
		room = max(p.Width-plaintext.Columns(beside), fitname.MinName)
	}
	return fitname.NameInRoom{Name: plaintext.Visible(name), Room: room}
}

func (p checkWriter) misfitNames(c *CheckedCode, methods []fit.Method) fitname.ShortNames {
	var names []fitname.NameInRoom
	for _, m := range methods {
		names = append(names, p.roomFor(c.Names.Signature(int(m.Slot)), misfitRoom))
		if m.Candidate != "" {
			names = append(names, p.roomFor(m.Candidate, goneNow+"?"))
		}
	}
	return fitname.Fit(names)
}

func misfitWords(m fit.Method) string {
	if m.JDK {
		return ": " + m.Verdict.String() + ", JDK"
	}
	return ": " + m.Verdict.String()
}

// judgedWith returns the weight of all judged methods of the same owner as a method: the program's or the JDK's.
func judgedWith(c *CheckedCode, m fit.Method) int64 {
	if m.JDK {
		return c.JDK.Judged().Weight
	}
	return c.Program.Judged().Weight
}

// fitLines returns labels of equal width, with the sums of a comparison with code.
func fitLines(c *CheckedCode) [][2]string {
	var lines [][2]string
	which := " (entries, branches, types)" // the first line says it: a small screen has no other
	if c.Samples {
		which = " in the methods' own frames"
	}
	for _, of := range []struct {
		label string
		sum   *fit.Verdicts
	}{{"program:    ", &c.Program}, {"JDK:        ", &c.JDK}} {
		all := of.sum.Judged()
		if all.Methods == 0 {
			continue
		}
		part := func(verb string, x fit.MethodSum) string {
			return fmt.Sprintf("%s %s (%s)", numbers.Percent(x.Weight, all.Weight), verb, words.Count(int64(x.Methods), "method", "methods"))
		}
		text := fmt.Sprintf("of %s %s%s, ", numbers.Thousands(all.Weight), c.Unit(), which)
		if all.Weight == 0 { // which has no shares
			text = fmt.Sprintf("no %s to compare: ", c.Unit())
			part = func(verb string, x fit.MethodSum) string {
				return words.Count(int64(x.Methods), "method", "methods") + " " + verb
			}
		}
		text += part("fit", of.sum.Fits)
		if x := of.sum.Changed; x.Methods > 0 {
			text += ", " + part("in changed code", x)
		}
		if x := of.sum.Gone; x.Methods > 0 {
			text += ", " + part("gone", x)
		}
		if x := of.sum.Unproven; x.Methods > 0 {
			text += fmt.Sprintf("; of %s nothing but the name could be compared", words.Count(int64(x.Methods), "method", "methods"))
		}
		lines, which = append(lines, [2]string{of.label, text}), ""
	}
	if all := c.Unjudged(); all.Methods > 0 {
		lines = append(lines, [2]string{"not judged: ", fmt.Sprintf("%s of all %s %s: %s", check.ShareOf(all.Weight, c.Total), numbers.Thousands(c.Total), c.Unit(), strings.Join(check.NotJudged(c.Fit), ", "))})
	}
	if c.NotJudged[fit.NoJDK].Methods > 0 {
		lines = append(lines, [2]string{"hint:       ", "--jdk DIR, or JAVA_HOME, has the classes of the JDK"})
	}
	return lines
}

// codeMarkdown writes the same as code, in Markdown.
func codeMarkdown(b *bufio.Writer, c *CheckedCode, limit int) {
	b.WriteString("\n**fit to the code**\n\n")
	for _, line := range fitLines(c) {
		fmt.Fprintf(b, "- %s: %s\n", markdown.Text(strings.TrimRight(line[0], ": ")), markdown.Text(line[1]))
	}
	if len(c.Misfits) == 0 {
		return
	}
	b.WriteString("\n| share | method | verdict | at | recorded | the code has |\n| ---: | :--- | :--- | ---: | :--- | :--- |\n")
	for i, m := range c.Misfits {
		if limit > 0 && i == limit {
			fmt.Fprintf(b, "| | … and %s more | | | | |\n", numbers.Thousands(len(c.Misfits)-limit))
			break
		}
		row := func(first bool, at, recorded, code string) {
			head := "| | | "
			if first {
				head = fmt.Sprintf("| %s | %s | %s ", markdown.Text(numbers.Percent(m.Weight, judgedWith(c, m))), markdown.Code(plaintext.Visible(c.Names.Signature(int(m.Slot)))), misfitWords(m)[2:])
			}
			fmt.Fprintf(b, "%s| %s | %s | %s |\n", head, at, markdown.Text(plaintext.Visible(recorded)), markdown.Text(plaintext.Visible(code)))
		}
		if len(m.Misfits) == 0 {
			now := ""
			if m.Candidate != "" {
				now = "now " + m.Candidate + "?"
			}
			row(true, "", "", now)
		}
		for k, x := range m.Misfits {
			row(k == 0, markdown.Code(places.AtBCI(x.BCI)), x.Recorded, x.Code)
		}
	}
}
