package source

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A Sum is the sum of files of other tools. The zero Sum is empty.
type Sum struct {
	builder *stacks.Builder
	sum     File // without its profile
	mixed   bool // not only recordings
	origin  iprof.Origin
	events  map[*Format]string // of the files of each format
}

// Add adds a file. It fails if its unit, or the kind of its samples, differs from that of the previous files,
// and with [iprof.ErrOverflow] if the sum exceeds 2^63-1.
func (s *Sum) Add(other *File) error {
	origin := other.Profile.Origin()
	if s.builder != nil {
		s.origin.Truncated = sumOfTruncated(s.origin.Truncated, origin.Truncated)
	} else {
		s.builder, s.origin, s.events = stacks.NewBuilder(-1), origin, map[*Format]string{}
		s.sum.Format, s.sum.Quantity = other.Format, other.Quantity
	}
	if other.Quantity != s.sum.Quantity {
		s.sum.Quantity = ""
	}
	event, known := s.events[other.Format]
	switch {
	case known && event != origin.Event:
		return fmt.Errorf("samples of %s cannot be added to samples of %s, as their rates differ; --sample-type reads the same of all files",
			words.QuoteShort(origin.Event, 80), words.QuoteShort(event, 80))
	case origin.Unit != s.origin.Unit:
		return fmt.Errorf("%s cannot be added to %s", origin.Unit, s.origin.Unit)
	case origin.PerSample != s.origin.PerSample:
		s.origin.PerSample = 0
	}
	s.origin = s.origin.WithFrames(origin)
	s.origin.Lines = s.origin.Lines || origin.Lines
	nodes, err := s.builder.AddProfile(other.Profile)
	if err != nil {
		return err
	}
	s.events[other.Format] = origin.Event
	if other.Tags != nil {
		s.sum.Tags = cmp.Or(s.sum.Tags, &stacks.Tags{})
		s.sum.Tags.AddAll(other.Tags, nodes)
	}
	for node, role := range other.Roles {
		at := int(nodes[node])
		s.sum.Roles = append(s.sum.Roles, make([]stacks.Role, max(0, at+1-len(s.sum.Roles)))...)
		s.sum.Roles[at] |= role
	}
	if other.recording != nil { // which has the notes and caveats of all
		if s.sum.recording == nil {
			first := *other.recording
			s.sum.recording = &first
		} else {
			s.sum.recording.Add(other.recording)
		}
		return nil
	}
	s.mixed = true
	for _, note := range other.Notes {
		if !slices.Contains(s.sum.Notes, note) {
			s.sum.Notes = append(s.sum.Notes, note)
		}
	}
	s.sum.Caveats = append(s.sum.Caveats, other.Caveats...)
	return nil
}

// sumOfTruncated returns the truncated stacks of two files; nil: neither has marked any, truncated or not.
func sumOfTruncated(a, b *iprof.Truncated) *iprof.Truncated {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &iprof.Truncated{Frames: max(a.Frames, b.Frames), Samples: a.Samples + b.Samples}
}

// File returns the sum. Do not call Add afterwards.
func (s *Sum) File() *File {
	s.sum.Profile = s.builder.Profile(s.origin)
	if s.sum.recording != nil {
		s.sum.describeRecording(s.origin.Unit)
		if s.mixed { // the tables have a part alone
			s.sum.Tables = nil
		}
	}
	return &s.sum
}
