//go:build unix

package layout

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/render/dot"
)

// An illegible graph is not laid out unless one overrides, and the hint says how to cut it.
func TestTooManyNodes(t *testing.T) {
	engine := filepath.Join(t.TempDir(), "dot")
	if err := os.WriteFile(engine, []byte("#!/bin/sh\necho drawn\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	e := cli.NewEnv(nil, io.Discard, io.Discard)
	for _, tt := range []struct {
		nodes int
		force bool
		drawn bool
	}{{1500, false, true}, {1501, false, false}, {1501, true, true}} {
		d := Sketch{Nodes: tt.nodes, Less: "--nodes 80"}
		picture, err := d.engineSVG(e, Options{Engine: engine, Timeout: time.Minute, Force: tt.force})
		if tt.drawn {
			if err != nil || string(picture) != "drawn\n" {
				t.Errorf("%+v: %q, %v", tt, picture, err)
			}
			continue
		}
		var f *cli.Failure
		if !errors.As(err, &f) || f.Status != cli.StatusLimit || f.Hint != "--nodes 80 make it smaller; --force tries anyway" {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if dot.MaxNodes != 1500 {
		t.Errorf("the limit is %d", dot.MaxNodes)
	}
}
