//go:build distfiles

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/manpages"
)

// With the build tag distfiles this is another program, which writes manual pages and completions for packages and archives, as its
// commands are those of this package: go run -tags distfiles ./cmd/iprof-viz DIR VERSION DATE. The program itself does not link that.
func init() {
	if err := writeDistFiles(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func writeDistFiles(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: DIR VERSION DATE, not %q", args)
	}
	dir, version := args[0], args[1]
	date, err := time.Parse(time.DateOnly, args[2])
	if err != nil {
		return err
	}
	for shell, name := range map[string]string{"bash": "iprof-viz.bash", "zsh": "_iprof-viz", "fish": "iprof-viz.fish", "powershell": "iprof-viz.ps1"} {
		var script, messages bytes.Buffer
		if status := run([]string{"completion", shell}, bytes.NewReader(nil), &script, &messages); status != cli.StatusOK {
			return fmt.Errorf("completion %s: %s", shell, messages.String())
		}
		if err := write(filepath.Join(dir, "completions", name), script.Bytes()); err != nil {
			return err
		}
	}
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	for name, page := range manpages.Of(root, version, date) {
		if err := write(filepath.Join(dir, "man", "man1", name), []byte(page)); err != nil {
			return err
		}
	}
	return nil
}

func write(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o666)
}
