package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/exportjob"
	"github.com/iprof-viz/iprof-viz/internal/helptopics"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/version"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// newRoot returns the program's commands. Without a command, it is info. Help, the version and completions are written to text.
func newRoot(e *cli.Env, text io.Writer) *cobra.Command {
	root := newInfo(e, &infoOptions{})
	root.Use = "iprof-viz [COMMAND] [flags] PROFILE..."
	root.Short = "Analyze and visualize GraalVM profiles"
	root.Long = `iprof-viz visualizes an iprof, the profile written by a GraalVM native image
built with --pgo-instrument, as flame graphs, call graphs, folded stacks, pprof
profiles and tables. Without a COMMAND it summarizes the PROFILE. Commands that
show samples also read Java flight recordings (.jfr), the text of perf script,
pprof profiles and folded stacks.

PROFILE is a file, plain or gzipped, or "-" for standard input. Several profiles
are merged first. The result goes to standard output or to the file given by -o,
messages to standard error.`
	root.Example = `  iprof-viz app.iprof                     a summary
  iprof-viz top app.iprof                 the hottest methods
  iprof-viz flame -o app.svg app.iprof    a flame graph, for a browser
  iprof-viz report -o app.html app.iprof  a page with all of it, for a browser
  iprof-viz report -o app.html app.jfr    the same of a Java flight recording
  iprof-viz pprof -o app.pb.gz app.iprof  then: go tool pprof -http : app.pb.gz`
	root.Args = func(c *cobra.Command, args []string) error { return bareArgs(c, e, args) }
	root.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault // files
	}
	root.Version = version.OfProgram()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.DisableSuggestions = true                      // set by bareArgs
	root.SetVersionTemplate("iprof-viz {{.Version}}\n") // as main has it
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages | trimTrailingWhitespaces", helptopics.FlagsOf,
		"{{if .HasAvailableSubCommands}}\n  {{.CommandPath}} [command]{{end}}", "", // the line above says it
		"for more information about a command", "for more about a command", // cobra's own text has 80 columns for completion
	).Replace(root.UsageTemplate()) + helptopics.List() + cli.ExitStatuses)
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long = cli.Fill(c.Long, cli.HelpWidth)
		helptopics.ShowHelp(c, e, func() { help(c, args) })
	})
	root.SetOut(text) // before the completion command is made, which keeps it
	root.SetErr(e.Console.W)
	helptopics.AddGroup(root, "Look", "into a profile", newInfo(e, &infoOptions{}), newTop(e, &topOptions{}), newPeek(e, &peekOptions{}),
		newCalls(e, &callsOptions{}), newBranches(e, &branchesOptions{}), newReceivers(e, &typesOptions{}), newInstanceOf(e, &typesOptions{}), newMonitors(e, &monitorsOptions{}),
		newInline(e, &inlineOptions{}), newList(e, &listOptions{}))
	helptopics.AddGroup(root, "Draw", "pictures and pages", newFlame(e, &flameOptions{}), newGraph(e, &graphOptions{}), newReport(e, &reportOptions{}), newServe(e, &serveOptions{}))
	helptopics.AddGroup(root, "Convert", "for other programs", newPprof(e, &pprofOptions{}), newFolded(e, &exportjob.Options{}), newSpeedscope(e, &exportjob.Options{}),
		newCallgrind(e, &exportjob.Options{}), newLcov(e, &lcovOptions{}))
	helptopics.AddGroup(root, "Compare", "several profiles", newDiff(e, &diffOptions{}), newVariance(e, &varianceOptions{}))
	helptopics.AddGroup(root, "Prepare", "for a build", newCheck(e, &checkOptions{}), newMerge(e, &mergeOptions{}), newStrip(e, &stripOptions{}))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		c.Flags().SortFlags = false
		c.DisableFlagsInUseLine = true
		acceptColor(c)
		switch c.Name() {
		case "help":
			helptopics.Add(c, e)
		case "completion": // without this, help takes the place of a script
			c.Use = "completion SHELL"
			c.Args = cli.CompletionArgs
			c.RunE = func(*cobra.Command, []string) error { return nil }
		}
	}
	root.Flags().SortFlags = false
	root.DisableFlagsInUseLine = true
	acceptColor(root)
	return root
}

// acceptColor adds the color flag to a command that prints nothing in color, so that scripts can pass it to all.
func acceptColor(c *cobra.Command) {
	if c.Flags().Lookup("color") == nil && c.Name() != "help" && c.Name() != "completion" {
		cli.ColorFlag(c, new(cli.ColorWhen))
		c.Flags().Lookup("color").Hidden = true
	}
}

// bareArgs checks the arguments if no command is named: a profile. What is not a file may be a misspelled command.
func bareArgs(c *cobra.Command, e *cli.Env, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(c.ErrOrStderr(), helptopics.Brief(c.Root(), e))
		return cli.ErrSilentUsage
	}
	if _, err := os.Stat(args[0]); err != nil && args[0] != "-" && !strings.ContainsAny(args[0], `./\`) {
		hint := cli.CommandHint(args[0], cli.CommandNames(c.Commands()))
		if hint == "" {
			hint = load.HintAtNear(args[0])
		}
		if hint == "" {
			hint = "iprof-viz help lists the commands"
		}
		return cli.Usage(hint, "%q is not a command or a file", args[0])
	}
	for i, arg := range args[1:] {
		if !cli.Exists(arg) && slices.Contains(cli.CommandNames(c.Commands()), arg) {
			files := append(append([]string(nil), args[:i+1]...), args[i+2:]...)
			return cli.Usage(fmt.Sprintf("iprof-viz %s %s", arg, cli.ShellWords(words.FileArguments(files))), "the COMMAND goes first")
		}
	}
	return cli.SomeProfiles(c, args)
}
