package load

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/optlog"
)

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
