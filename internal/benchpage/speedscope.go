package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A speedscope is the page of speedscope (https://www.speedscope.app, MIT) in a temporary directory.
type speedscope struct {
	dir   string
	index string
	pages int
}

// fetchSpeedscope fetches speedscope's package with npm.
func fetchSpeedscope(ctx context.Context, dir string) (*speedscope, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, errors.New("no npm on PATH")
	}
	s := &speedscope{dir: filepath.Join(dir, "speedscope")}
	if err := os.Mkdir(s.dir, 0o755); err != nil {
		return nil, err
	}
	pack := exec.CommandContext(ctx, npm, "pack", "--silent", "speedscope")
	pack.Dir = s.dir
	name, err := pack.Output()
	if err != nil {
		return nil, fmt.Errorf("npm pack speedscope: %w", err)
	}
	unpack := exec.CommandContext(ctx, "tar", "xzf", strings.TrimSpace(string(name)))
	unpack.Dir = s.dir
	if err := unpack.Run(); err != nil {
		return nil, fmt.Errorf("unpacking speedscope: %w", err)
	}
	s.index = filepath.Join(s.dir, "package", "dist", "release", "index.html")
	_, err = os.Stat(s.index)
	return s, err
}

// pageOf returns the page with the stacks of a file, opened as speedscope's own command does: by a script that passes them in
// base64.
func (s *speedscope) pageOf(folded string) (string, error) {
	s.pages++
	script := filepath.Join(s.dir, fmt.Sprintf("stacks-%d.js", s.pages))
	in, err := os.Open(folded)
	if err != nil {
		return "", err
	}
	defer in.Close()
	if err := writeTo(script, func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, "speedscope.loadFileFromBase64(%q, \"", filepath.Base(folded)); err != nil {
			return err
		}
		e := base64.NewEncoder(base64.StdEncoding, w)
		if _, err := io.Copy(e, in); err != nil {
			return err
		}
		if err := e.Close(); err != nil {
			return err
		}
		_, err := io.WriteString(w, "\")")
		return err
	}); err != nil {
		return "", err
	}
	return s.index + "#localProfilePath=" + script, nil
}
