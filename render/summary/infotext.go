package summary

import (
	"bufio"
	"fmt"
	"io"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// InfoOptions are the options of [InfoText].
type InfoOptions struct {
	Title string // such as the name of the file; "": none
	Width int    // columns of the terminal, at which names are shortened and sentences wrapped; 0: unlimited
	Limit int    // maximum number of findings; 0: all

	// Screen, if it is limited, is to hold the text: the parts that fit, with findings and caveats last.
	Screen tables.Screen
}

// InfoText writes a human-readable summary of a profile: findings worth a look, the application's part and its hottest methods, the
// kinds of code, the file's sections and tables, hottest rows, and caveats. Caveats come first if the profile is useless.
func InfoText(w io.Writer, in *info.Info, opts InfoOptions) error {
	b := bufio.NewWriter(w) // keeps the first error
	t := infoText{w: b, in: in, width: opts.Width, short: new(bool)}
	title := ""
	if opts.Title != "" {
		title = plaintext.Visible(opts.Title) + ": "
	}
	if in.OtherTool != nil {
		title = t.sourceLine(title)
	} else {
		title += "iprof " + plaintext.Visible(in.Version.String())
	}
	if opts.Screen.Lines > 0 {
		t.screen(title, opts)
		return b.Flush()
	}
	if in.OtherTool != nil {
		for _, line := range plaintext.Wrap(title, t.width) {
			fmt.Fprintln(b, line)
		}
	} else {
		fmt.Fprintln(b, title)
	}
	useless := len(in.Caveats) > 0 && in.Caveats[0].Severity == caveats.Problem
	if useless {
		t.caveats(len(in.Caveats))
	}
	t.worth(opts.Limit)
	t.application()
	t.uncountedPackages(opts.Limit)
	t.code()
	if in.OtherTool != nil {
		t.source()
	} else {
		t.sections()
		t.tables()
	}
	if in.Entered != nil && !t.hasApplication() { // which lists its own
		t.top(*in.Entered)
	}
	for _, list := range in.Top {
		t.top(list)
	}
	if !useless {
		t.caveats(len(in.Caveats))
	}
	return b.Flush()
}
