package serve

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// sharedFlags are the flags of serve that apply to other commands as well. Some are for profiles in a format, nil for any: with
// others they are errors.
var sharedFlags = map[string]*source.Format{
	"against": nil, "app": nil, "from": nil, "max-input": nil, "names": nil, "no-renames": nil, "no-settings": nil, "normalize": nil, "production": nil,
	"classpath": source.Iprof, "jdk": source.Iprof, "source-path": source.Iprof,
	"sample-type": source.Pprof, "column": source.Gprofng,
}

// share passes to a command the shared flags that were set and that it has as well, unless they are already set. Formats are the
// formats of its profiles.
func (o Options) share(c *cobra.Command, formats ...*source.Format) error {
	for _, name := range slices.Sorted(maps.Keys(o.Given)) {
		format, shared := sharedFlags[name]
		flag := c.Flags().Lookup(name)
		if !shared || flag == nil || flag.Changed || format != nil && !slices.Contains(formats, format) {
			continue
		}
		if err := c.Flags().Set(name, o.Given[name]); err != nil {
			return cli.FlagError(c, err)
		}
	}
	return nil
}
