package main

import (
	"io"
	"testing"

	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/promises"
)

// Commands, flags and the words that flags accept stay, as scripts have them.
func TestCommandsAndFlagsStay(t *testing.T) {
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	var lines []string
	for _, c := range append(root.Commands(), root) {
		lines = append(lines, c.CommandPath())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			name := c.CommandPath() + " --" + f.Name
			noun, _ := pflag.UnquoteUsage(f)
			if noun != "" {
				name += " VALUE"
			}
			lines = append(lines, name)
			if f.Shorthand != "" {
				lines = append(lines, name+", -"+f.Shorthand)
			}
			for _, word := range cli.Words(f) {
				lines = append(lines, c.CommandPath()+" --"+f.Name+" "+word)
			}
		})
	}
	promises.Listing{ModuleDir: "../..", Name: "flags.txt", Update: *update}.Check(t, lines)
}
