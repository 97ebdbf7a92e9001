package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/drawing"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// pictureOptions are those of commands that draw with a layout engine.
type pictureOptions struct {
	engine  string        // a program with the command line of dot; "": one is looked for
	timeout time.Duration // of the layout, above 0
	theme   palette.Theme
	force   bool // lay out graphs of more than dot.MaxNodes nodes
}

func pictureFlags(c *cobra.Command, to *pictureOptions) {
	to.timeout = drawing.DefaultLayoutTimeout
	cli.ChoiceFlag(c, &to.theme, "theme", "", "background; auto: the reader's system setting, in PNG light",
		cli.ByName(palette.AutoTheme, palette.LightTheme, palette.DarkTheme)...)
	c.Flags().StringVar(&to.engine, "dot", "", "use this `PROGRAM` as the layout engine (default: GRAPHVIZ_DOT, iprof-viz-dot or dot)")
	c.Flags().DurationVar(&to.timeout, "layout-timeout", to.timeout, "stop the layout engine after this `TIME`, such as 1m")
	c.Flags().BoolVar(&to.force, "force", false, fmt.Sprintf("lay out graphs of more than %s nodes", words.Thousands(dot.MaxNodes)))
}

// A sketch is a graph in DOT.
type sketch struct {
	dot   []byte
	svg   []byte // of the layout engine; nil: it has not been asked
	nodes int
	label string // for those who cannot see the picture; "": a call graph
	parts drawing.Parts
	tree  *drawing.Trees // replaces what an engine would draw; nil: nothing does
	less  string         // the flags that make it smaller, for hints
}

// write writes the graph as svg or png.
func (d sketch) write(e *cli.Env, o pictureOptions, format string) error {
	if err := d.layOut(e, o); err != nil {
		return err
	}
	var out bytes.Buffer
	if format == "png" {
		scale, err := d.writePNG(&out, d.svg, o.theme)
		if err != nil {
			return d.failed(err)
		}
		if scale < 1 {
			e.Console.Tell("", cli.Notef("the picture is scaled down to %s; SVG has full resolution", cli.PercentOf(scale)))
		}
	} else if err := d.writeSVG(&out, d.svg, drawing.SVGOptions{Theme: o.theme, Label: d.label, Parts: d.parts}); err != nil {
		return d.failed(err)
	}
	return e.Out.WriteResult(func(w io.Writer) error { _, err := out.WriteTo(w); return err })
}

func (d sketch) writePNG(w io.Writer, drawn []byte, theme palette.Theme) (scale float64, err error) {
	if d.tree != nil {
		return d.tree.WritePNG(w, theme)
	}
	return drawing.PNG(w, drawn, theme, d.parts)
}

func (d sketch) writeSVG(w io.Writer, drawn []byte, opts drawing.SVGOptions) error {
	if d.tree != nil {
		return d.tree.WriteSVG(w, opts)
	}
	return drawing.SVG(w, drawn, opts)
}

// smallestText returns the size of the smallest text of the picture in pixels.
func (d *sketch) smallestText(e *cli.Env, o pictureOptions) (float64, error) {
	if err := d.layOut(e, o); err != nil {
		return 0, err
	}
	if d.tree != nil {
		return d.tree.SmallestText(), nil
	}
	pixels, err := d.parts.SmallestText(d.svg)
	if err != nil {
		return 0, d.failed(err)
	}
	return pixels, nil
}

// layOut has an engine draw the graph as SVG, unless it has or need not.
func (d *sketch) layOut(e *cli.Env, o pictureOptions) (err error) {
	if d.svg == nil && d.tree == nil {
		d.svg, err = d.engineSVG(e, o)
	}
	return err
}

// engineSVG is the graph as an engine draws it.
func (d sketch) engineSVG(e *cli.Env, o pictureOptions) ([]byte, error) {
	if o.timeout <= 0 {
		return nil, cli.Usage("", "--layout-timeout: %v is not above 0", o.timeout)
	}
	if d.nodes > dot.MaxNodes && !o.force {
		return nil, &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("a graph of %s nodes is too large to lay out, and to read", words.Thousands(int64(d.nodes))),
			Hint: d.less + " make it smaller; --force tries anyway"}
	}
	engine, err := drawing.FindEngine(o.engine)
	if err != nil {
		f := &cli.Failure{Status: cli.StatusLimit, Err: err}
		if errors.Is(err, drawing.ErrNoEngine) {
			f.Hint = "go install github.com/iprof-viz/iprof-viz/cmd/iprof-viz-dot@latest, or install Graphviz; --format dot needs neither"
		} else {
			f.Err = fmt.Errorf("the layout engine: %w", err)
		}
		return nil, f
	}
	engine.Timeout = o.timeout
	e.Cleanup.Add(engine.Stop)
	svg, err := engine.Draw(d.dot, "svg")
	switch {
	case errors.Is(err, drawing.ErrStopped): // by a signal, which ends the program
		return nil, &cli.Failure{Status: cli.StatusLimit}
	case err != nil:
		return nil, d.failed(err)
	}
	return svg, nil
}

// failed keeps the graph, so that it can be looked at or laid out otherwise.
func (d sketch) failed(err error) error {
	f := &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("the layout engine failed: %w", err)}
	if errors.Is(err, drawing.ErrLayoutTimeout) {
		f.Hint = d.less + " make it smaller; --layout-timeout 1m waits longer"
	}
	kept, keepErr := os.CreateTemp("", "iprof-viz-*.dot")
	if keepErr != nil {
		return f
	}
	_, keepErr = kept.Write(d.dot)
	if closeErr := kept.Close(); keepErr != nil || closeErr != nil {
		os.Remove(kept.Name())
		return f
	}
	f.Err = fmt.Errorf("%w; the graph is in %s", f.Err, cli.Printable(kept.Name()))
	return f
}
