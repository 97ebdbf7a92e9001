package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/render"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program. It returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup leaves it
			signal.Notify(signals, s)
		}
	}
	// No signal.Stop, which takes its time: the process ends with run.

	a := newApp(stdin, stdout, stderr)
	done := make(chan int, 1)
	go func() { done <- a.execute(args) }()
	select {
	case status := <-done:
		return status
	case s := <-signals:
		a.progress.stop()
		a.target.abandon()
		if engine := a.engine.Load(); engine != nil {
			engine.Stop()
		}
		if n, ok := s.(syscall.Signal); ok {
			return 128 + int(n)
		}
		return 130
	}
}

// An app is one run of the program.
type app struct {
	stdin        io.Reader
	stdout       io.Writer
	stderr       io.Writer
	progress     *progress
	target       target // where the result goes
	reading      readOptions
	several      bool                          // profiles are read
	engine       atomic.Pointer[render.Engine] // that lays out; nil: none has been needed
	samplesFirst bool                          // of profiles with samples, only these are needed
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *app {
	return &app{stdin: stdin, stdout: stdout, stderr: stderr, progress: newProgress(stderr)}
}

// execute runs the command that args name and reports what went wrong.
func (a *app) execute(args []string) int {
	root := a.root()
	root.SetArgs(args)
	var text bytes.Buffer // of help, the version, completions; written by cobra, which does not look at errors
	root.SetOut(&text)
	c, err := root.ExecuteC()
	if err == nil {
		err = finish("standard output", a.stdout, func(w io.Writer) error { _, err := text.WriteTo(w); return err })
	}
	a.progress.stop()
	if err == nil {
		return statusOK
	}
	hintAtSignatures(c, err)
	return a.report(err)
}

// root returns the program's commands.
func (a *app) root() *cobra.Command {
	bare := &infoCommand{}
	root := a.newInfo(bare)
	root.Use = "iprof-viz [COMMAND] [flags] PROFILE..."
	root.Short = "See what is in a GraalVM profile"
	root.Long = `iprof-viz shows what is in an iprof, the profile that a GraalVM native image
writes when it was built with --pgo-instrument: as a flame graph, for go tool
pprof, as folded stacks, in tables. Without a COMMAND it tells what the PROFILE
holds.

PROFILE is a file, plain or gzipped, or "-" for standard input. Several are
added up first. The result goes to standard output or to the file that -o names,
everything else to standard error.`
	root.Example = `  iprof-viz app.iprof                     what the profile holds
  iprof-viz flame -o app.svg app.iprof    a flame graph, for a browser
  iprof-viz pprof -o app.pb.gz app.iprof  then: go tool pprof -http : app.pb.gz`
	root.Args = a.bareArgs
	root.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault // files
	}
	root.Version = version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.DisableSuggestions = true // bareArgs gives them
	root.SetVersionTemplate("iprof-viz {{.Version}}\n")
	root.SetUsageTemplate(strings.NewReplacer(
		".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", helpWidth),
		"{{if .HasAvailableSubCommands}}\n  {{.CommandPath}} [command]{{end}}", "", // the line above says it
		"for more information about a command", "for more about a command", // has 80 columns for completion
	).Replace(root.UsageTemplate()) + exitStatuses)
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long = fill(c.Long, helpWidth)
		help(c, args)
	})
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		_, _, err := a.target.look() // what cannot be written is better told before the work than behind it
		return err
	}
	root.AddCommand(a.newInfo(&infoCommand{}), a.newTop(&topCommand{}), a.newPeek(&peekCommand{}),
		a.newBranches(&branchesCommand{}), a.newReceivers(&typesCommand{}),
		a.newInstanceOf(&typesCommand{}), a.newMonitors(&monitorsCommand{}),
		a.newInline(&inlineCommand{}),
		a.newGraph(&graphCommand{}), a.newFlame(&flameCommand{}), a.newPprof(&pprofCommand{}), a.newFolded(&foldedCommand{}),
		a.newDiff(&diffCommand{}), a.newVariance(&varianceCommand{}), a.newMerge(&mergeCommand{}), a.newStrip(&stripCommand{}),
		a.newCheck(&checkCommand{}))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		c.Flags().SortFlags = false
		c.DisableFlagsInUseLine = true
		switch c.Name() {
		case "help":
			c.Args = a.helpArgs
		case "completion": // without this, help takes the place of a script
			c.Use = "completion SHELL"
			c.Args = completionArgs
			c.RunE = func(*cobra.Command, []string) error { return nil }
		}
	}
	root.Flags().SortFlags = false
	root.DisableFlagsInUseLine = true
	return root
}

// bareArgs are the arguments where no command is named: a profile. What is no file may be a command misspelt.
func (a *app) bareArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		c.SetOut(a.stderr)
		c.Help()
		return errSilentUsage
	}
	if _, err := os.Stat(args[0]); err != nil && args[0] != "-" && !strings.ContainsAny(args[0], `./\`) {
		return usage(suggest("", near(args[0], names(c.Commands()))),
			"%q is neither a command nor a file", args[0])
	}
	return someProfiles(c, args)
}

// someProfiles checks the arguments of a command that reads a profile, or the sum of several.
func someProfiles(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage(`name a file, or "-" for standard input`, "a PROFILE is missing")
	}
	return onlyOneStdin(args)
}

// version tells this build from others: the module's version, which names the commit where there is no tag, and what
// built it.
func version() string {
	v := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		v = info.Main.Version
	}
	return fmt.Sprintf("%s (%s, %s/%s)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
