package load

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// An AtLine is a source line that a pattern stood for.
type AtLine struct {
	Line    int
	Slots   []int32  // the methods that contain it
	Methods []string // their names, as displayed
}

// Note says which methods are shown instead of the line.
func (a AtLine) Note() cli.Note {
	const most = 3
	names, noun := a.Methods, "method"
	if len(names) > 1 {
		noun = "methods"
	}
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), words.Count(int64(more), "more method"))
	}
	return cli.Notef("line %d is in %s: showing the %s", a.Line, cli.Printable(words.List(names)), noun)
}

// AtLines replaces patterns that stand for a source line, such as Parser:118, by patterns for the methods that contain it. Others, and
// nil, stay. It returns the lines that it replaced. It fails if no method contains a line, or if neither the profile nor class files have lines: f may be nil.
func (f *ClassFinder) AtLines(names *convert.Names, patterns ...**regexp.Regexp) ([]AtLine, error) {
	var all []AtLine
	for _, re := range patterns {
		if *re == nil {
			continue
		}
		at, ok := pattern.LineOf(*re)
		if !ok {
			continue
		}
		found, err := f.atLine(names, re, at)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			of := AtLine{Line: at.Number, Slots: found}
			for _, slot := range found {
				of.Methods = append(of.Methods, names.Method(int(slot)))
			}
			all = append(all, of)
		}
	}
	return all, nil
}

// atLine replaces one pattern, and returns the methods that contain its line; none if it is a pattern of names after all.
func (f *ClassFinder) atLine(names *convert.Names, re **regexp.Regexp, at pattern.Line) ([]int32, error) {
	recorded := slotsWithRecords(names.Profile)
	for _, slot := range recorded {
		if names.Matches(*re, int(slot)) { // in stacks of another tool
			return nil, nil
		}
	}
	text := pattern.Text(*re)
	lines := f.Lines(names.Profile)
	if !lines.AreRecorded() && !names.Profile.Origin().IsIprof() { // class files do not help either: frames have no place in the bytecode
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("%s is a source line, and the frames of this profile have none", cli.Printable(text)),
			Hint: "give the name of the method, without the line"}
	}
	if lines == nil {
		return nil, cli.Usage("class files have the line numbers: --classpath app.jar", "%s is a source line, which needs --classpath", cli.Printable(text))
	}
	byName, err := at.Names()
	if err != nil {
		return nil, cli.Usage("", "%w", err)
	}
	var of []int32
	known := lines.AreRecorded()
	for _, slot := range recorded {
		if byName != nil && !byName.MatchString(names.PlainName(int(slot))) || byName == nil && !at.IsFile(lines.File(slot)) {
			continue
		}
		of = append(of, slot)
		known = known || lines.File(slot) != ""
	}
	found := lines.Containing(of, at.Number)
	switch {
	case byName == nil && !slices.ContainsFunc(recorded, func(slot int32) bool {
		return lines.AreRecorded() || lines.File(slot) != "" && !inJDK(lines.Class(slot))
	}):
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("%s is a source line, and --classpath has no class file of the program", cli.Printable(text)), Hint: f.PlaceHint(true)}
	case len(of) == 0:
		return nil, NoMatch(convert.NewNoMatchError(*re, nil, false))
	case !known:
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("%s is a source line of a class that has no class file in --classpath", cli.Printable(text)), Hint: f.PlaceHint(true)}
	case len(found) == 0:
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("no method with records contains the source line %s", cli.Printable(text))}
	}
	var signatures []string
	for _, slot := range found {
		signatures = append(signatures, names.Signature(int(slot)))
	}
	*re, err = pattern.Exactly(text, signatures)
	return found, err
}

// slotsWithRecords returns the methods that have records, or are callers in their contexts.
func slotsWithRecords(p *iprof.Profile) []int32 {
	var slots []int32
	seen := make([]bool, p.MethodSlots())
	for _, t := range []*iprof.Tree{p.Contexts, p.Stacks} {
		for _, n := range t.All() {
			if slot := p.MethodSlot(n.Method); !seen[slot] {
				seen[slot] = true
				slots = append(slots, int32(slot))
			}
		}
	}
	return slots
}

// isLine reports whether the text of a pattern stands for a source line.
func isLine(text string) bool {
	re, err := pattern.Compile(text)
	if err != nil {
		return false
	}
	_, ok := pattern.LineOf(re)
	return ok
}
