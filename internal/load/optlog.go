package load

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/optlog"
)

// OptlogFlag adds the flag for the log of the optimized image's compiler.
func OptlogFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "optlog", "", "log of the optimizing compiler: its `DIR`, or a file")
}

// OptimizationLog reads the log of --optlog; nil without a path.
func OptimizationLog(path string) (*optlog.Log, error) {
	if path == "" {
		return nil, nil
	}
	log, err := optlog.Read(path, optlog.Options{})
	var of *fs.PathError
	if errors.As(err, &of) { // without the name of the system call
		err = fmt.Errorf("%s: %w", of.Path, of.Err)
	}
	if err != nil {
		return nil, &cli.Failure{Status: cli.StatusInput, File: "--optlog", Err: err}
	}
	return log, nil
}
