package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/version"
)

// build builds the programs for a target, into a directory.
func build(t target, dir string) (programs []file, err error) {
	extension := ""
	if t.system == "windows" {
		extension = ".exe"
	}
	env := []string{"GOOS=" + t.system, "GOARCH=" + t.arch, "GOAMD64=v1", "GOARM64=v8.0"} // for each machine, regardless of the builder's settings
	if err := goCommand(env, "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", dir+string(filepath.Separator), "./cmd/..."); err != nil {
		return nil, err
	}
	for _, name := range programNames {
		name += extension
		programs = append(programs, file{name, filepath.Join(dir, name), 0o755})
	}
	return programs, nil
}

// goCommand runs the go command, with an environment that gives the same result for everyone.
func goCommand(env []string, args ...string) error {
	command := exec.Command("go", args...)
	command.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT="), env...)
	return runQuietly(command)
}

// runQuietly shows what a command prints only if it fails.
func runQuietly(command *exec.Cmd) error {
	var messages bytes.Buffer
	command.Stdout, command.Stderr = &messages, &messages
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(command.Path), strings.Join(command.Args[1:], " "), err, messages.Bytes())
	}
	return nil
}

// sourceOf reads what the go command recorded in a program.
func sourceOf(program string) (*source, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	recorded := version.SourceOf(info)
	s := &source{version: version.Devel, commit: recorded.Commit, date: recorded.Time.UTC()}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		s.version = strings.TrimPrefix(v, "v")
	}
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("SOURCE_DATE_EPOCH=%s is not a number of seconds", epoch)
		}
		s.date = time.Unix(seconds, 0).UTC()
	}
	if s.date.IsZero() {
		return nil, fmt.Errorf("no date: this is not a git repository, and SOURCE_DATE_EPOCH is not set")
	}
	if recorded.Modified {
		fmt.Println("note: the checkout has changes that are not in the commit; the version says so")
	}
	return s, nil
}
