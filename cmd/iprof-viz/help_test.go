package main

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// The help of every command fits a terminal of 80 columns, and that of ours names the values of flags that have a few.
func TestHelp(t *testing.T) {
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	for _, c := range append(root.Commands(), root) {
		var b strings.Builder
		c.SetOut(&b)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if utf8.RuneCountInString(strings.TrimRight(line, " \n")) > 80 {
				t.Errorf("%s --help has a line of more than 80 columns:\n%s", c.CommandPath(), line)
			}
		}
		if c.Name() == "completion" || c.Name() == "help" { // cobra's
			continue
		}
		if c.Example == "" || c.Short == "" || c.Long == "" {
			t.Errorf("%s has no example, or no description", c.CommandPath())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) { checkFlag(t, c, f) })
	}
}

func checkFlag(t *testing.T, c *cobra.Command, f *pflag.Flag) {
	if f.Usage == "" {
		t.Errorf("%s --%s is not described", c.CommandPath(), f.Name)
	}
	if accepted := cli.Words(f); accepted != nil {
		if words := cli.OneOf(accepted); strings.Count(f.Usage, words) > 1 {
			t.Errorf("%s --%s says %q twice", c.CommandPath(), f.Name, words)
		}
		for _, word := range accepted {
			if !strings.Contains(f.Usage, word) {
				t.Errorf("%s --%s does not name %q", c.CommandPath(), f.Name, word)
			}
			if err := f.Value.Set(word); err != nil && !strings.HasSuffix(word, "=") {
				t.Errorf("%s --%s %s: %v", c.CommandPath(), f.Name, word, err)
			}
		}
	}
}

// TestHelpOfMonitors: the flags that it shares speak of types, as it has no frames and no methods.
func TestHelpOfMonitors(t *testing.T) {
	c := newMonitors(cli.NewEnv(nil, io.Discard, io.Discard), &monitorsOptions{})
	for name, want := range map[string]string{
		"view":  "machine, expert, user or app: all types; without the profiler's; also with the VM's as one; the application's, with the others as one",
		"names": "full, short or signature: how much of a type's name to show; signature is full",
	} {
		if got := c.Flag(name).Usage; got != want {
			t.Errorf("--%s: %s", name, got)
		}
	}
}
