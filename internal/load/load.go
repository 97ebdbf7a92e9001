// Package load reads what a command is about: profiles of any format, sums of several, settings, class paths; and has the flags that
// say how.
package load

import (
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// Load reads the profile that a command is about: a file's, or the sum of those of several.
func Load(e *cli.Env, files []string, opts Options) (*Loaded, error) {
	l, err := Files(e, files, opts)
	if err == nil {
		err = opts.Sources.Check(l)
	}
	return l, err
}

// Files is [Load] of a profile that is not the only one: an option may be for the format of another.
func Files(e *cli.Env, files []string, opts Options) (*Loaded, error) {
	if len(files) == 1 {
		return File(e, files[0], opts)
	}
	return sumOf(e, files, opts)
}
