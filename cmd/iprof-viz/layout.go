package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/render"
)

// A graphPicture has the flags of commands that draw with a layout engine.
type graphPicture struct {
	engine  string
	timeout time.Duration
	theme   render.Theme
	force   bool
	less    string // what flags make a picture smaller, for hints
	label   string // what it is, for those who cannot see it; "": a call graph
}

// pictureFlags bind them. Less says which flags of the command make a picture smaller.
func (a *app) pictureFlags(c *cobra.Command, to *graphPicture, less string) {
	to.timeout, to.less = render.DefaultLayoutTimeout, less
	choiceFlag(c, &to.theme, "theme", "", "the background; auto: as the reader's system is set, in PNG light",
		byName(render.AutoTheme, render.LightTheme, render.DarkTheme)...)
	c.Flags().StringVar(&to.engine, "dot", "", "lay out with this `PROGRAM`; else GRAPHVIZ_DOT, iprof-viz-dot or dot")
	c.Flags().DurationVar(&to.timeout, "layout-timeout", to.timeout, "give up when the layout takes longer than this `TIME`, such as 1m")
	c.Flags().BoolVar(&to.force, "force", false, fmt.Sprintf("lay out graphs of more than %d nodes", render.MaxNodes))
}

// layOut has an engine draw a graph as SVG.
func (a *app) layOut(to *graphPicture, dot []byte, nodes int) ([]byte, error) {
	if to.timeout <= 0 {
		return nil, usage("", "--layout-timeout: %v is no time to lay anything out", to.timeout)
	}
	if nodes > render.MaxNodes && !to.force {
		return nil, &failure{status: statusLimit, err: fmt.Errorf("a graph of %d nodes takes too long to lay out, and nobody can read it", nodes),
			hint: to.less + " draw less; --force tries"}
	}
	engine, err := render.FindEngine(to.engine)
	if err != nil {
		f := &failure{status: statusLimit, err: err}
		if errors.Is(err, render.ErrNoEngine) {
			f.hint = "go install github.com/iprof-viz/iprof-viz/cmd/iprof-viz-dot@latest, or install Graphviz; --format dot needs neither"
		} else {
			f.err = fmt.Errorf("the layout engine: %w", err)
		}
		return nil, f
	}
	engine.Timeout = to.timeout
	a.engine.Store(engine)
	picture, err := engine.Draw(dot, "svg")
	switch {
	case errors.Is(err, render.ErrStopped): // by a signal, which ends the program
		return nil, &failure{status: statusLimit}
	case err != nil:
		return nil, a.layoutFailed(to, dot, err)
	}
	return picture, nil
}

// layoutFailed keeps the graph, so that it can be looked at or laid out otherwise.
func (a *app) layoutFailed(to *graphPicture, dot []byte, err error) error {
	f := &failure{status: statusLimit, err: fmt.Errorf("the layout engine failed: %w", err)}
	if errors.Is(err, render.ErrLayoutTimeout) {
		f.hint = to.less + " draw less; --layout-timeout 1m waits longer"
	}
	kept, keepErr := os.CreateTemp("", "iprof-viz-*.dot")
	if keepErr != nil {
		return f
	}
	_, keepErr = kept.Write(dot)
	if closeErr := kept.Close(); keepErr != nil || closeErr != nil {
		os.Remove(kept.Name())
		return f
	}
	f.err = fmt.Errorf("%w; the graph is in %s", f.err, printable(kept.Name()))
	return f
}

// percentOf words a share in whole percents, rounded down.
func percentOf(share float64) string { return fmt.Sprintf("%d %%", int(math.Floor(100*share))) }
