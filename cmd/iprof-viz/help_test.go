package main

import (
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/helptopics"
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

// TestBriefHelp: help without arguments fits a terminal, with its prompt, and names all commands and topics.
func TestBriefHelp(t *testing.T) {
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	brief := helptopics.Brief(root, cli.NewEnv(nil, io.Discard, io.Discard))
	if n := strings.Count(brief, "\n"); n > 22 {
		t.Errorf("%d lines", n)
	}
	for line := range strings.Lines(brief) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
			t.Errorf("a line of more than 80 columns: %s", line)
		}
	}
	words := strings.Fields(brief)
	wanted := []string{"flags"}
	for _, c := range root.Commands() {
		if c.Name() != "help" && c.Name() != "completion" {
			wanted = append(wanted, c.Name())
		}
	}
	for _, page := range docs.Pages() {
		wanted = append(wanted, page.Name)
	}
	for _, name := range wanted {
		if !slices.Contains(words, name) {
			t.Errorf("%s is missing", name)
		}
	}
}

// TestHelpHasAllFlags: the help of a command describes each of its flags or names it, and what it only names is in the topic about
// flags with the same words.
func TestHelpHasAllFlags(t *testing.T) {
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	helpOf := func(args ...string) string {
		var b strings.Builder
		root.SetOut(&b)
		root.SetArgs(args)
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(b.String()), " ")
	}
	topic := helpOf("help", "flags")
	named := 0
	for _, c := range root.Commands() {
		if c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		described, also, _ := strings.Cut(helpOf("help", c.Name()), " Also: ")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			one := pflag.NewFlagSet("", pflag.ContinueOnError)
			one.AddFlag(f)
			text := strings.Join(strings.Fields(one.FlagUsages()), " ")
			only := strings.Contains(also, "--"+f.Name+",") || strings.Contains(also, "--"+f.Name+";")
			switch {
			case only && !strings.Contains(topic, text):
				t.Errorf("%s --%s: %q is not in the topic", c.Name(), f.Name, text)
			case only == strings.Contains(described, text):
				t.Errorf("%s --%s: %q is described: %t, named: %t", c.Name(), f.Name, text, !only, only)
			}
			if only {
				named++
			}
		})
	}
	if named < 100 {
		t.Errorf("%d flags are only named", named)
	}
}
