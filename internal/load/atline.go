package load

import (
	"fmt"
	"regexp"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// AtLines replaces patterns that stand for a source line, such as Parser:118, by patterns for the methods that contain it. Others, and
// nil, stay. It fails if no method contains the line, or if there are no class files: found may be nil.
func (f *ClassFinder) AtLines(names *convert.Names, patterns ...**regexp.Regexp) error {
	for _, re := range patterns {
		if *re == nil {
			continue
		}
		at, ok := pattern.LineOf(*re)
		if !ok {
			continue
		}
		if err := f.atLine(names, re, at); err != nil {
			return err
		}
	}
	return nil
}

func (f *ClassFinder) atLine(names *convert.Names, re **regexp.Regexp, at pattern.Line) error {
	recorded := slotsWithRecords(names.Profile)
	for _, slot := range recorded {
		if names.Matches(*re, int(slot)) { // in stacks of another tool
			return nil
		}
	}
	text := pattern.Text(*re)
	var lines *sourceline.Lines
	if f != nil {
		lines = f.Lines(names.Profile)
	}
	if lines == nil {
		return cli.Usage("class files have the line numbers: --classpath app.jar", "%s is a source line, which needs --classpath", cli.Printable(text))
	}
	byName, err := at.Names()
	if err != nil {
		return cli.Usage("", "%w", err)
	}
	var of []int32
	known := false
	for _, slot := range recorded {
		if byName != nil && !byName.MatchString(names.PlainName(int(slot))) || byName == nil && !at.IsFile(lines.File(slot)) {
			continue
		}
		of = append(of, slot)
		known = known || lines.File(slot) != ""
	}
	found := lines.Containing(of, at.Number)
	switch {
	case len(of) == 0:
		return NoMatch(convert.NewNoMatchError(*re, nil, false))
	case !known:
		return &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("%s is a source line of a class that has no class file in --classpath", cli.Printable(text))}
	case len(found) == 0:
		return &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("no method with records contains the source line %s", cli.Printable(text))}
	}
	var signatures []string
	for _, slot := range found {
		signatures = append(signatures, names.Signature(int(slot)))
	}
	*re, err = pattern.Exactly(text, signatures)
	return err
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
