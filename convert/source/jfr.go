package source

import (
	"bytes"
	"cmp"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/recording"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/jfr"
)

// JFR is the format of package recording.
var JFR = &Format{
	Name:        "jfr",
	Noun:        recording.Format,
	Extensions:  []string{".jfr"},
	SampleTypes: true,
	Detect:      func(head []byte) bool { return bytes.HasPrefix(head, []byte(jfr.Magic)) },
	read:        readJFR,
}

func readJFR(r io.Reader, opts Options) (*File, error) {
	var sum *recording.Summary
	s, err := readText(r, opts.MaxInput, func(r io.Reader) (s stacks.Source, err error) {
		s, sum, err = recording.Read(r, recording.Options{SampleType: opts.SampleType, Tags: opts.Tags, MaxInput: opts.MaxInput, MaxNodes: opts.MaxNodes})
		return s, err
	})
	if err != nil {
		return nil, err
	}
	f := &File{Source: s, recording: sum}
	f.describeRecording(s.Profile.Origin().Unit)
	return f, nil
}

// describeRecording adds to a file what the summary of its recordings says.
func (f *File) describeRecording(unit string) {
	f.Notes = append(f.Notes, f.recording.Notes()...)
	f.Caveats = append(f.Caveats, f.recording.Caveats()...)
	var threads []runningThread
	for _, c := range f.recording.Threads {
		threads = append(threads, runningThread{c.Name, c.Events})
	}
	f.Tables = append(f.Tables, eventTable(f.recording), runningTable(unit, threads))
}

// An eventRow is a type of events with stacks.
type eventRow struct {
	name   string
	events int64
	read   bool
}

var eventColumns = []table.ColumnOf[eventRow]{
	table.Of(table.Column{Key: "events", Heading: "events", Kind: table.CountColumn, Unit: "events",
		Doc: "Events of the type."}, func(r eventRow) table.Cell { return table.IntCell(r.events) }),
	table.Of(table.Column{Key: "read", Heading: "read", Kind: table.FlagColumn,
		Doc: "Whether their stacks were read; --sample-type chooses."}, func(r eventRow) table.Cell { return table.BoolCell(r.read) }),
	table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn,
		Doc: "The name of the type."}, func(r eventRow) table.Cell { return table.TextCell(cmp.Or(r.name, "<unnamed>")) }),
}

// eventTable has a row for each type of events with stacks.
func eventTable(sum *recording.Summary) *table.Table {
	t := &table.Table{Name: "events", Title: "Events with stacks"}
	row := table.Declare(t, eventColumns)
	for _, of := range sum.Events {
		t.Rows = append(t.Rows, row(eventRow{of.Name, of.Events, of.Name == sum.Event}))
	}
	return t
}

// maxThreads is the maximum number of rows of threads: a server may have started a million.
const maxThreads = 20

// A runningThread is a thread with its samples.
type runningThread struct {
	name    string
	samples int64
}

// runningTable has a row for each of the first threads, and one for all others.
func runningTable(unit string, threads []runningThread) *table.Table {
	t := &table.Table{Name: "threads", Title: "Threads"}
	row := table.Declare(t, []table.ColumnOf[runningThread]{
		table.Of(table.Column{Key: "samples", Heading: unit, Kind: table.CountColumn, Unit: unit,
			Doc: "Samples of the thread that were read."}, func(r runningThread) table.Cell { return table.IntCell(r.samples) }),
		table.Of(table.Column{Key: "thread", Heading: "thread", Kind: table.NameColumn,
			Doc: "The name of the thread, or of all threads with that name."}, func(r runningThread) table.Cell { return table.TextCell(cmp.Or(r.name, "<unnamed>")) }),
	})
	rest := int64(0)
	for i, r := range threads {
		if i < maxThreads {
			t.Rows = append(t.Rows, row(r))
		} else {
			rest += r.samples
		}
	}
	if n := len(threads) - maxThreads; n > 0 {
		t.Rows = append(t.Rows, row(runningThread{table.More(n, "threads"), rest}))
	}
	return t
}
