package serve

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
)

// sharedFlags are the flags of serve that apply to other commands as well.
var sharedFlags = []string{
	"against", "app", "classpath", "column", "from", "jdk", "max-input", "names", "no-renames", "no-settings", "normalize", "production", "sample-type",
	"source-path",
}

// isFor reports whether a shared flag is for profiles in one of some formats: with others it is an error.
func isFor(flag string, formats []*source.Format) bool {
	switch flag {
	case "classpath", "jdk", "source-path":
		return slices.Contains(formats, source.Iprof)
	case "sample-type", "column":
		return slices.ContainsFunc(formats, func(f *source.Format) bool { return load.IsFor(flag, f) })
	}
	return true
}

// share passes to a command the shared flags that were set and that it has as well, unless they are already set. Formats are the
// formats of its profiles.
func (o Options) share(c *cobra.Command, formats ...*source.Format) error {
	for _, name := range slices.Sorted(maps.Keys(o.Given)) {
		flag := c.Flags().Lookup(name)
		if !slices.Contains(sharedFlags, name) || flag == nil || flag.Changed || !isFor(name, formats) {
			continue
		}
		if err := c.Flags().Set(name, o.Given[name]); err != nil {
			return cli.FlagError(c, err)
		}
	}
	return nil
}
