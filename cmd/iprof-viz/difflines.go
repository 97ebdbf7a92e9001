package main

import (
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A diffLines has the classes of both programs, and the lines of their profiles, for --by line.
type diffLines struct {
	classes [2]*load.ClassFinder // nil: none. The old ones are the new ones unless they have their own path
	lines   [2]*sourceline.Lines
}

// openLines opens the classes that the options name.
func (o diffOptions) openLines() (*diffLines, error) {
	d := &diffLines{}
	found, err := o.classes.OpenForLines()
	if err != nil {
		return nil, err
	}
	d.classes = [2]*load.ClassFinder{found, found}
	if o.oldPath != "" {
		old := load.ClassOptions{ClassPath: o.oldPath, JDK: o.classes.JDK}
		if d.classes[compare.OldSide], err = old.OpenAs("--old-classpath"); err != nil {
			found.Close()
			return nil, err
		}
	}
	return d, nil
}

// of returns the lines of both profiles; nil without classes.
func (d *diffLines) of(profiles []*iprof.Profile) [2]*sourceline.Lines {
	for side := range d.lines {
		d.lines[side] = d.classes[side].Lines(profiles[side])
	}
	return d.lines
}

// images returns the optimized images of both sides; nil without logs.
func (d *diffLines) images(e *cli.Env, o diffOptions, profiles []*iprof.Profile) (images [2]*diff.Image, err error) {
	for side, path := range [2]string{o.baseOptlog, o.optlog} {
		if images[side], err = load.OptimizedImage(e, path, o.MaxInput, profiles[side], d.classes[side]); err != nil {
			return images, err
		}
	}
	return images, nil
}

// tell reports which classes could not be read, and how many methods have no lines, given the names of both sides.
func (d *diffLines) tell(e *cli.Env, names [2]string) {
	var problems []error // those of classes that both share are warned about once
	for side := range names {
		if d.classes[side] == nil {
			return
		}
		problems = append(problems, append(d.classes[side].Problems(), d.lines[side].Problems()...)...)
	}
	d.classes[0].TellProblems(e, problems...)
	for side, name := range names {
		load.TellMissing(e, name, d.classes[side], d.lines[side])
	}
	isOther := func(l *sourceline.Lines) bool { return len(l.Changed())+len(l.Gone()) > 0 }
	if d.classes[0] == d.classes[1] && isOther(d.lines[0]) != isOther(d.lines[1]) {
		e.Console.Tell("", cli.Note{Text: "--classpath has the classes of the new program, --old-classpath those of the old one", Hint: true})
	}
	d.classes[1].TellSourceless(e, names[1], d.lines[1])
}

func (d *diffLines) close() {
	for _, classes := range d.classes {
		classes.Close()
	}
}
