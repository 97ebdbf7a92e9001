package load

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// LogRecipe are the options of native-image that write a log to DIR, for help and hints. The documentation has them, too.
const LogRecipe = "-H:+UnlockExperimentalVMOptions -H:OptimizationLog=Directory -H:OptimizationLogPath=DIR -H:+TrackNodeSourcePosition"

const hintOfLog = "native-image " + LogRecipe + " writes one"

// NeedsLog is the error of a flag that needs a log.
func NeedsLog(flag string) error {
	return cli.Usage(hintOfLog, "%s needs --optlog, the log of the optimized build", flag)
}

// OptlogFlag adds the flag for the log of the optimized image's compiler.
func OptlogFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "optlog", "", "log of the optimizing compiler: its `DIR`, or a file")
}

// OptimizationLog reads the log of --optlog; nil without a path. MaxInput limits its bytes, decompressed: 0 stands for the default limit, a
// negative number for none.
func OptimizationLog(e *cli.Env, path string, maxInput int64) (*optlog.Log, error) {
	if path == "" {
		return nil, nil
	}
	if err := e.Working("log of the compiler"); err != nil {
		return nil, err
	}
	opts := optlog.Options{MaxBytes: cmp.Or(maxInput, iprof.DefaultMaxInput)}
	if maxInput < 0 {
		opts = optlog.Options{MaxLine: math.MaxInt, MaxNodes: math.MaxInt64}
	}
	log, err := optlog.Read(path, opts)
	if err == nil {
		tellSkipped(e, log)
		return log, nil
	}
	var of *fs.PathError
	if errors.As(err, &of) { // without the name of the system call
		err = fmt.Errorf("%s: %w", of.Path, of.Err)
	}
	failure := &cli.Failure{Status: cli.StatusInput, File: "--optlog", Err: err}
	var at *optlog.SyntaxError
	switch {
	case errors.Is(err, optlog.ErrTooLarge):
		failure.Status, failure.Hint = cli.StatusLimit, "--max-input 0 sets no limit"
	case errors.Is(err, optlog.ErrNoLog), errors.As(err, &at) && at.Line == 1 && at.Column == 1: // it does not even begin like one
		failure.Hint = hintOfLog
	}
	return nil, failure
}

// tellSkipped says which files of the directory are not part of the log.
func tellSkipped(e *cli.Env, log *optlog.Log) {
	if n := len(log.Skipped); n > 0 {
		does, name := "does", cli.Printable(filepath.Base(log.Skipped[0]))
		if n > 1 {
			does, name = "do", name+" and others"
		}
		e.Console.Tell("--optlog", cli.Notef("left out %s that %s not begin like a log: %s", words.Count(int64(n), "file"), does, name))
	}
}

// OptimizedUnits reads the log of --optlog and returns its units with the counts of a profile; nil without a path. Found are the class files
// of the program, or none.
func OptimizedUnits(e *cli.Env, path string, maxInput int64, p *iprof.Profile, found *ClassFinder) (*optimized.Units, error) {
	log, err := OptimizationLog(e, path, maxInput)
	if log == nil {
		return nil, err
	}
	if err := HintAtCommand(p, CheckMetric(p, convert.Calls)); err != nil {
		return nil, err
	}
	image := optimized.New(p, log)
	if image.Units == 0 {
		return nil, &cli.Failure{Status: cli.StatusInput, File: "--optlog", Err: errors.New("the log has no method of this profile: it is of another program"), Hint: "iprof-viz check --optlog compares them"}
	}
	code := found.CallOptions()
	return image.NewUnits(calls.New(p, code), code.Class)
}

// OptimizedRoles sets the roles of frames to those in the optimized image, by the log of --optlog, and returns notes about it; without a path
// nothing. Stacks of other tools have no places in the bytecode.
func OptimizedRoles(e *cli.Env, path string, maxInput int64, l *Loaded, opts *stacks.Options) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	if l.Format != source.Iprof {
		return nil, cli.Usage("", "--optlog needs an iprof; %s is %s", cli.Printable(l.Name), l.Format.Noun)
	}
	log, err := OptimizationLog(e, path, maxInput)
	if err != nil {
		return nil, err
	}
	image := optimized.New(l.Profile, log)
	opts.Optimized = image.Roles
	return image.Notes(), nil
}

// OptimizedImage reads a log and returns the image that was built with a profile, with the profile's call graph, by class files if there are
// any; nil without a path.
func OptimizedImage(e *cli.Env, path string, maxInput int64, p *iprof.Profile, found *ClassFinder) (*diff.Image, error) {
	log, err := OptimizationLog(e, path, maxInput)
	if log == nil {
		return nil, err
	}
	return &diff.Image{Image: optimized.New(p, log), Graph: calls.New(p, found.CallOptions())}, nil
}
