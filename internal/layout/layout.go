// Package layout holds what commands with a layout engine share: flags, the engine, the picture, hints.
package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// Options are the options of commands that draw with a layout engine.
type Options struct {
	Engine  string        // a program with the command line of dot; "": search for one
	Timeout time.Duration // for the layout, above 0
	Theme   palette.Theme
	Force   bool // lay out graphs of more than dot.MaxNodes nodes
}

// Flags adds the flags of the layout engine.
func Flags(c *cobra.Command, to *Options) {
	to.Timeout = drawing.DefaultLayoutTimeout
	cli.ChoiceFlag(c, &to.Theme, "theme", "", "background; auto: the reader's system setting, in PNG light",
		cli.ByName(palette.AutoTheme, palette.LightTheme, palette.DarkTheme)...)
	c.Flags().StringVar(&to.Engine, "dot", "", "use this `PROGRAM` as the layout engine (default: GRAPHVIZ_DOT, iprof-viz-dot or dot)")
	c.Flags().DurationVar(&to.Timeout, "layout-timeout", to.Timeout, "stop the layout engine after this processor `TIME`, such as 1m")
	c.Flags().BoolVar(&to.Force, "force", false, fmt.Sprintf("lay out graphs of more than %s nodes", words.Thousands(dot.MaxNodes)))
}

// A Sketch is a graph in DOT.
type Sketch struct {
	DOT   []byte
	svg   []byte // the engine's output; nil: it has not run
	Nodes int
	Label string // for those who cannot see the picture; "": a call graph
	Parts drawing.Parts
	Tree  *drawing.Trees // replaces the drawing of an engine; nil: nothing does
	Less  string         // the flags that make it smaller, for hints
}

// Write writes the graph as svg or png.
func (d Sketch) Write(e *cli.Env, o Options, format string) error {
	if err := d.layOut(e, o); err != nil {
		return err
	}
	var out bytes.Buffer
	if format == "png" {
		scale, err := d.writePNG(&out, d.svg, o.Theme)
		if err != nil {
			return d.failed(err, "")
		}
		if scale < 1 {
			e.Console.Tell("", cli.Notef("picture scaled down to %s; use SVG for full resolution", cli.PercentOf(scale)))
		}
	} else if err := d.writeSVG(&out, d.svg, drawing.SVGOptions{Theme: o.Theme, Label: d.Label, Parts: d.Parts}); err != nil {
		return d.failed(err, "")
	}
	return e.Out.WriteResult(func(w io.Writer) error { _, err := out.WriteTo(w); return err })
}

func (d Sketch) writePNG(w io.Writer, drawn []byte, theme palette.Theme) (scale float64, err error) {
	if d.Tree != nil {
		return d.Tree.WritePNG(w, theme)
	}
	return drawing.PNG(w, drawn, theme, d.Parts)
}

func (d Sketch) writeSVG(w io.Writer, drawn []byte, opts drawing.SVGOptions) error {
	if d.Tree != nil {
		return d.Tree.WriteSVG(w, opts)
	}
	return drawing.SVG(w, drawn, opts)
}

// SmallestText returns the size of the smallest text of the picture in pixels.
func (d *Sketch) SmallestText(e *cli.Env, o Options) (float64, error) {
	if err := d.layOut(e, o); err != nil {
		return 0, err
	}
	if d.Tree != nil {
		return d.Tree.SmallestText(), nil
	}
	pixels, err := d.Parts.SmallestText(d.svg)
	if err != nil {
		return 0, d.failed(err, "")
	}
	return pixels, nil
}

// layOut runs an engine that draws the graph as SVG, unless that is done or unnecessary.
func (d *Sketch) layOut(e *cli.Env, o Options) (err error) {
	if d.svg == nil && d.Tree == nil {
		if err := e.Working("layout"); err != nil {
			return err
		}
		d.svg, err = d.engineSVG(e, o)
	}
	return err
}

// engineSVG is the graph as drawn by an engine.
func (d Sketch) engineSVG(e *cli.Env, o Options) ([]byte, error) {
	if o.Timeout <= 0 {
		return nil, cli.Usage("", "--layout-timeout: %v is not positive", o.Timeout)
	}
	if d.Nodes > dot.MaxNodes && !o.Force {
		return nil, &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("a graph of %s nodes is too large to lay out and to read", words.Thousands(int64(d.Nodes))),
			Hint: d.Less + " make it smaller; --force tries anyway"}
	}
	engine, err := drawing.FindEngine(o.Engine)
	if err != nil {
		f := &cli.Failure{Status: cli.StatusLimit, Err: err}
		if errors.Is(err, drawing.ErrNoEngine) {
			f.Hint = "put iprof-viz-dot beside iprof-viz, as archives and packages have it, or install Graphviz; --format dot needs neither"
		} else {
			f.Err = fmt.Errorf("the layout engine: %w", err)
		}
		return nil, f
	}
	engine.Timeout = o.Timeout
	e.Cleanup.Add(engine.Stop)
	svg, err := engine.Draw(d.DOT, "svg")
	switch {
	case errors.Is(err, drawing.ErrStopped): // by a signal, which ends the program
		return nil, &cli.Failure{Status: cli.StatusLimit}
	case err != nil:
		return nil, d.failed(err, d.afterTimeout(err, o.Timeout))
	}
	return svg, nil
}

// afterTimeout returns the hint after a layout that took more than a timeout, "" after other errors.
func (d Sketch) afterTimeout(err error, timeout time.Duration) string {
	if !errors.Is(err, drawing.ErrLayoutTimeout) {
		return ""
	}
	longer := max(time.Minute, (3 * timeout).Truncate(time.Minute))
	return fmt.Sprintf("%s make it smaller; --layout-timeout %s waits longer", d.Less, strings.TrimSuffix(longer.String(), "0s"))
}

// failed saves the graph, so that it can be inspected or laid out otherwise.
func (d Sketch) failed(err error, hint string) error {
	f := &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("the layout engine failed: %w", err), Hint: hint}
	kept, keepErr := os.CreateTemp("", "iprof-viz-*.dot")
	if keepErr != nil {
		return f
	}
	_, keepErr = kept.Write(d.DOT)
	if closeErr := kept.Close(); keepErr != nil || closeErr != nil {
		os.Remove(kept.Name())
		return f
	}
	f.Err = fmt.Errorf("%w; the graph is in %s", f.Err, cli.Printable(kept.Name()))
	return f
}
