package source

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/perfscript"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// PerfScript is the format of package perfscript.
var PerfScript = &Format{
	Name:        "perf",
	Noun:        perfScriptNoun,
	Extensions:  []string{".perf"},
	SampleTypes: true,
	Detect:      perfscript.Detect,
	DetectLate:  perfscript.Detect,
	read:        readPerfScript,
}

const perfScriptNoun = "perf script text"

func readPerfScript(r io.Reader, opts Options) (*File, error) {
	to, tags := newAdder(opts.MaxNodes), &stacks.Tags{}
	sum, err := readText(r, opts.MaxInput, func(text io.Reader) (*perfscript.Summary, error) {
		return perfscript.Read(text, perfscript.Options{Event: opts.SampleType}, func(stack []string, owners []iprof.Owner, thread string) error {
			node, err := to.node(stack, owners, 1)
			if err == nil && opts.Tags {
				tags.Add(node, 0, stacks.Tag{Thread: thread}, 1)
			}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	s := &File{Caveats: sum.Caveats}
	s.Source = stacks.Source{Profile: to.stacks.Profile(iprof.Origin{Format: perfScriptNoun, Unit: convert.Samples.Unit(), Event: sum.Event, PerSample: 1})}
	if opts.Tags {
		s.Tags = tags
	}
	var others []string
	for _, e := range sum.Events {
		if e.Name != sum.Event {
			others = append(others, words.Visible(e.Name))
		}
	}
	if len(others) > 0 && opts.SampleType == "" {
		s.Notes = append(s.Notes, fmt.Sprintf("samples of %s are shown, those of %s are left out; --sample-type chooses", words.Visible(sum.Event), words.List(others)))
	}
	s.Tables = []*table.Table{perfEventTable(sum), runningTable(convert.Samples.Unit(), perfThreads(sum))}
	return s, nil
}

// perfThreads are the threads with most samples first.
func perfThreads(sum *perfscript.Summary) (all []runningThread) {
	for _, c := range sum.Threads {
		all = append(all, runningThread{c.Name, c.Samples})
	}
	slices.SortFunc(all, func(a, b runningThread) int {
		return cmp.Or(cmp.Compare(b.samples, a.samples), strings.Compare(a.name, b.name))
	})
	return all
}

func perfEventTable(sum *perfscript.Summary) *table.Table {
	t := &table.Table{Name: "events", Title: "Events"}
	row := table.Declare(t, eventColumns)
	for _, e := range sum.Events {
		t.Rows = append(t.Rows, row(eventRow{e.Name, e.Samples, e.Name == sum.Event}))
	}
	return t
}
