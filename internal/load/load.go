// Package load reads the input of a command: profiles of any format, sums of several, settings, class paths; and has the flags for
// that.
package load

import (
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// Load reads the profile that a command is about: a file, or the sum of several.
func Load(e *cli.Env, files []string, opts Options) (*Loaded, error) {
	l, err := Files(e, files, opts)
	if err == nil {
		err = opts.Sources.Check(l)
	}
	return l, err
}

// Files is like [Load], for a profile that is not the only one: an option may be for the format of another.
func Files(e *cli.Env, files []string, opts Options) (*Loaded, error) {
	if len(files) == 1 {
		return File(e, files[0], opts)
	}
	return sumOf(e, files, opts)
}
