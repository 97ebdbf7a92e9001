// Iprof-viz-dot draws a graph: Graphviz, compiled to WebAssembly, with the subset of dot's command line that iprof-viz needs. It
// draws one picture per process, because Graphviz may be in a bad state after a failure.
//
//	iprof-viz-dot -Tsvg < graph.dot > graph.svg
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-graphviz"
	"github.com/goccy/go-graphviz/gvc"

	"github.com/iprof-viz/iprof-viz/cmd/iprof-viz-dot/internal/cache"
)

// formats are the supported ones. Asking Graphviz for another one breaks the process.
var formats = []string{"svg", "png", "jpg", "ps", "json"}

// maxInput is far more than can be laid out.
const maxInput = 64 << 20

const usage = `usage: iprof-viz-dot -T(svg|png|jpg|ps|json) < graph.dot > picture

  -T FORMAT   the format of the picture
  -V          print the version
`

func main() {
	if cache.Filling() {
		return
	}
	bound()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	format := ""
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-V" || arg == "--version":
			fmt.Fprintln(stderr, "iprof-viz-dot - graphviz version 12.1.2 (go-graphviz v0.2.10)") // dot prints it there too
			return 0
		case arg == "-?" || arg == "-h" || arg == "--help":
			fmt.Fprint(stdout, usage)
			return 0
		case arg == "-T" && i+1 < len(args):
			i++
			format = args[i]
		case strings.HasPrefix(arg, "-T"):
			format = arg[2:]
		default:
			fmt.Fprintf(stderr, "iprof-viz-dot: unknown argument %q\n%s", arg, usage)
			return 2
		}
	}
	if !slices.Contains(formats, format) {
		fmt.Fprintf(stderr, "iprof-viz-dot: the format %q is not one of %s\n", format, strings.Join(formats, ", "))
		return 2
	}
	if err := convert(format, stdin, stdout); err != nil {
		fmt.Fprintf(stderr, "iprof-viz-dot: %v\n", err)
		return 1
	}
	return 0
}

// convert reads a graph and writes either its complete picture or nothing.
func convert(format string, r io.Reader, w io.Writer) error {
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return err
	}
	if len(text) > maxInput {
		return fmt.Errorf("the graph has more than %d bytes", maxInput)
	}
	var picture strings.Builder
	if err := draw(context.Background(), format, text, &picture); err != nil {
		return err
	}
	_, err = io.WriteString(w, picture.String())
	return err
}

// draw lays out and renders. It frees nothing, because the process ends.
func draw(ctx context.Context, format string, text []byte, w *strings.Builder) (err error) {
	defer func() {
		if p := recover(); p != nil { // go-graphviz panics if a call into WebAssembly fails
			err = fmt.Errorf("%v", p)
		}
	}()
	graph, err := graphviz.ParseBytes(text)
	if err != nil {
		return err
	}
	if graph == nil {
		return errors.New("the input has no graph")
	}
	graphs, err := gvc.New(ctx)
	if err != nil {
		return err
	}
	if err := graphs.Layout(ctx, graph, string(graphviz.DOT)); err != nil {
		return err
	}
	if err := graphs.RenderData(ctx, graph, format, w); err != nil {
		return err
	}
	if w.Len() == 0 {
		return errors.New("nothing was drawn")
	}
	return nil
}
