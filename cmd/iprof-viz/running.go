package main

import (
	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
)

// running returns the function that runs a command with its options.
func running[O interface{ IO() cli.IOOptions }](e *cli.Env, o *O, run func(e *cli.Env, o O, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		e, err := e.With(c.Name(), (*o).IO())
		if err != nil {
			return err
		}
		if err := load.ApplySettings(e, c); err != nil {
			return err
		}
		return run(e, *o, args)
	}
}
