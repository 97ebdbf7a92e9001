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
	"github.com/iprof-viz/iprof-viz/internal/site"
)

// With the build tag distfiles this is another program, which writes files that are made of the commands of this package. The program
// itself does not link that.
//
//	go run -tags distfiles ./cmd/iprof-viz dist DIR VERSION DATE    manual pages and completions, for packages and archives
//	go run -tags distfiles ./cmd/iprof-viz site DIR                 the site of the documentation, of a checkout
func init() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 4 && args[0] == "dist":
		err = writeDistFiles(args[1], args[2], args[3])
	case len(args) == 2 && args[0] == "site":
		err = writeSite(args[1])
	default:
		err = fmt.Errorf("usage: dist DIR VERSION DATE | site DIR, not %q", args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func writeDistFiles(dir, version, day string) error {
	date, err := time.Parse(time.DateOnly, day)
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

func writeSite(dir string) error {
	files, err := site.Build(os.DirFS("."), manpages.Markdown(newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)))
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil { // pages that are gone
		return err
	}
	for name, content := range files {
		if err := write(filepath.Join(dir, filepath.FromSlash(name)), content); err != nil {
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
