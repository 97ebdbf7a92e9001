package main

import (
	"io"
	"os"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// loadOptions say how profiles are read. The zero value reads all of one profile.
type loadOptions struct {
	maxInput     int64           // bytes, decompressed; 0: iprof.DefaultMaxInput, -1: no limit
	sections     []iprof.Section // whose records are needed; nil: all
	samplesFirst bool            // of a profile with samples, only these are needed
	several      bool            // more than one profile is in memory at a time
}

// of returns the options with only the records that a metric needs: less time, less memory, and no warnings that are
// beside the point.
func (o loadOptions) of(m convert.Metric) loadOptions {
	o.samplesFirst = m == convert.DefaultMetric
	o.sections = []iprof.Section{m.Section()}
	if o.samplesFirst {
		o.sections = []iprof.Section{iprof.Samples, iprof.Calls}
	}
	return o
}

// parse reads a profile. Where samples are wanted if there are any, and it is clear early that there are, it keeps nothing
// else. Scratch is nil but for profiles that are read one after the other.
func parse(in *input, o loadOptions, scratch *iprof.Scratch) (*iprof.Profile, error) {
	opts := iprof.Options{MaxInput: o.maxInput, Sections: o.sections, Scratch: scratch}
	guessed := o.samplesFirst && !o.several && in.plainFile != nil && hasSamples(in.plainFile, in.size)
	if guessed {
		opts.Sections = []iprof.Section{iprof.Samples}
	}
	if !o.several && os.Getenv("GOGC") == "" {
		// What is loaded stays, and looking for garbage in it would take a third of the time. What is made of it does
		// not, and half of Go's usual allowance for that takes a seventh less memory and no more time. Where the input
		// is small there is not much of it.
		debug.SetGCPercent(400)
		if !in.small {
			defer debug.SetGCPercent(50)
		}
	}
	p, err := iprof.Parse(in.r, opts)
	if err == nil && guessed && p.Total(iprof.Samples) == 0 { // it was no section of samples, or counts none
		if _, err = in.plainFile.Seek(0, io.SeekStart); err == nil {
			opts.Sections = o.sections
			p, err = iprof.Parse(in.plainFile, opts)
		}
	}
	if err != nil {
		return nil, inputFailure(in.name, err, in.head)
	}
	// Loading leaves as much garbage as a conversion is about to need.
	in.collect()
	return p, nil
}

// warnings are the oddities of a profile.
func warnings(p *iprof.Profile) []note {
	var notes []note
	for _, w := range p.Warnings {
		notes = append(notes, noteOf("warning: %s", w))
	}
	return notes
}
