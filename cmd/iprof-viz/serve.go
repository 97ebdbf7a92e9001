package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/judge"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/localweb"
	"github.com/iprof-viz/iprof-viz/internal/serve"
	"github.com/iprof-viz/iprof-viz/render/page"
	"github.com/iprof-viz/iprof-viz/render/palette"
)

// serveOptions are the options of serve.
type serveOptions struct {
	cli.IOOptions
	sources load.SourceOptions
	names   convert.NameOptions
	page    page.Options // only Theme
	addr    string
	open    bool
	remote  bool

	base       string // the file that the first page compares with; "": none
	classes    load.ClassOptions
	pairing    compare.Options
	against    string // the file with the program's methods; "": none
	production string // the file with production samples; "": none

	given map[string]string // the flags that were set, with texts that set them again
}

func newServe(e *cli.Env, o *serveOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "serve [flags] [PROFILE...]",
		Short: "Show profiles in the browser, with live reload",
		Long: `serve shows each PROFILE as report does, in a browser on this machine. It prints
the address of the page, and runs until Ctrl-C.

It opens the first profile or, with --base, the changes since the base. The page
lists all profiles, and compares any two as report --base does. Drop files onto
it to add more profiles; these stay in memory. Changed files are reloaded, and
the page shows the new content at the same place. While a file is unreadable,
for example half written, the page keeps the old content.

The address has a random token: requests without it are rejected, as are
requests from other sites. Other machines cannot connect unless --allow-remote
is set; then the connection is not encrypted.

ADDRESS/api/profiles lists the profiles as JSON, and ADDRESS/api/profiles/1/top
is the JSON output of top for the first. The same works for info, flame, peek,
calls, branches, receivers, instanceof, monitors, graph, inline, into (inline
--into), list, check, diff, variance and speedscope, and as text for folded and
callgrind. The flags of these commands are parameters, except those for files
and appearance, by their long or short names: top?by=class&limit=5. peek, calls,
inline, into and list take regexp=REGEXP, diff?base=2 compares with the second
profile, variance?runs=2,3 with both others. Flags of serve apply to all views.`,
		Example: `  iprof-viz serve --open app.iprof
  iprof-viz serve --base lastweek.iprof app.iprof
  iprof-viz serve --classpath app.jar --source-path src before.iprof after.iprof
  iprof-viz serve --addr 127.0.0.1:8080 app.iprof`,
		Args: profilesOrNone,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = givenValues(c)
			return running(e, o, runServe)(c, args)
		},
	}
	c.Flags().StringVar(&o.addr, "addr", "127.0.0.1:0", "the `HOST:PORT` to listen on; port 0: a free one")
	cli.Complete(c, "addr")
	c.Flags().BoolVar(&o.open, "open", false, "open the page in the browser")
	c.Flags().BoolVar(&o.remote, "allow-remote", false, "allow a HOST that other machines can reach")
	cli.ChoiceFlag(c, &o.page.Theme, "theme", "", "background; auto: the reader's system setting",
		cli.ByName(palette.AutoTheme, palette.LightTheme, palette.DarkTheme)...)
	c.Flags().StringVar(&o.base, "base", "", "open with the changes since this `PROFILE`")
	c.Flags().StringVar(&o.against, "against", "", "report profiled methods missing from this `FILE`")
	c.Flags().StringVar(&o.production, "production", "", "compare with production samples in this `FILE` (JFR, pprof, …)")
	load.ClassFlags(c, &o.classes)
	load.NameFlags(c, &o.names)
	load.RenamesFlag(c, &o.pairing)
	load.SourceFlags(c, &o.sources)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// profilesOrNone checks the arguments of a command that works without a profile as well.
func profilesOrNone(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return cli.SomeProfiles(c, args)
}

func runServe(e *cli.Env, o serveOptions, files []string) error {
	if app := o.names.Application; app != nil { // from a flag or from the settings
		o.given["app"] = pattern.Text(app)
	}
	if os.Getenv(workerVar) != "" {
		e.Memory.Expect(0, false) // the amount is unknown
		return serve.Answer(e, o.served())
	}
	if err := o.checkClasses(e); err != nil {
		return err
	}
	if o.base != "" && len(files) == 0 {
		return cli.Usage("iprof-viz serve --base lastweek.iprof app.iprof", "--base needs a PROFILE to compare with it")
	}
	profiles, err := serve.NewProfiles(e, o.served(), files)
	if err != nil {
		return err
	}
	e.Memory.Expect(0, false) // the amount is unknown
	site, err := localweb.Listen(o.addr, o.remote)
	if err != nil {
		return listenFailure(o.addr, err)
	}
	ctx := e.Ending.Wait()
	server := serve.NewServer(profiles)
	watch := watchFiles(e, profiles)
	if watch != nil {
		go watch.Run(ctx, func(file string) {
			if profiles.ReadAgain(file) {
				server.Events.Changed()
			}
		})
	}
	if o.remote {
		e.Console.Warn("", "the connection is not encrypted: anyone who can observe it learns the token")
	}
	err = e.Out.WriteResult(func(w io.Writer) error {
		_, err := fmt.Fprintln(w, site.Address())
		return err
	})
	if err != nil {
		return err
	}
	shown := "showing " + cli.Count(len(profiles.List()), "profile")
	if len(files) == 0 {
		shown = "no profile yet: the page adds some"
	}
	e.Console.Tell("", cli.Notef("%s; Ctrl-C stops", shown))
	if o.open {
		if err := localweb.OpenBrowser(site.OpeningAddress()); err != nil {
			e.Console.Warn("", fmt.Sprintf("--open: could not open a browser: %v; open the address above", err))
		}
	}
	if err := site.Serve(ctx, server.Routes()); err != nil {
		return &cli.Failure{Status: cli.StatusOutput, Err: fmt.Errorf("--addr %s: %w", o.addr, err)}
	}
	return nil
}

// served returns the options of the server. The page of a profile is report's.
func (o serveOptions) served() serve.Options {
	return serve.Options{
		MaxInput: o.MaxInput, Sources: o.sources, Page: o.page, Base: o.base, Production: o.production, Given: o.given,
		Worker:   o.worker,
		Commands: func(e *cli.Env) []*cobra.Command { return newRoot(e, io.Discard).Commands() },
		Report: func(e *cli.Env, look page.Options, base string) *cobra.Command {
			report := &reportOptions{}
			c := newReport(e, report)
			report.page, report.base = look, base
			return c
		},
	}
}

// workerVar is set in the environment of a server's workers.
const workerVar = "IPROF_VIZ_SERVE_WORKER"

// worker returns a process of this program that works for a server with these options.
func (o serveOptions) worker(ctx context.Context) *exec.Cmd {
	args := []string{"serve"}
	for _, name := range slices.Sorted(maps.Keys(o.given)) {
		args = append(args, "--"+name+"="+o.given[name])
	}
	program := "/proc/self/exe" // even if its file has been replaced
	if runtime.GOOS != "linux" {
		program, _ = os.Executable() // otherwise starting it fails
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Args[0] = "iprof-viz" // the program of tests is this one by its name only
	c.Env = append(os.Environ(), workerVar+"=1")
	return c
}

// checkClasses fails if the classes or the list of methods, which are read for each page, cannot be read.
func (o serveOptions) checkClasses(e *cli.Env) error {
	found, err := o.classes.OpenForLines()
	if err != nil {
		return err
	}
	found.Close()
	_, err = judge.ReadMethods(e, o.against)
	return err
}

// watchFiles begins to watch the files among profiles; nil: none. If a file cannot be watched, it prints a warning.
func watchFiles(e *cli.Env, profiles *serve.Profiles) *localweb.Watcher {
	files := profiles.Files()
	if len(files) == 0 {
		return nil
	}
	w, err := localweb.NewWatcher()
	if err != nil {
		e.Console.Warn("", fmt.Sprintf("cannot watch files for changes: %v", err))
		return nil
	}
	for _, file := range files {
		if err := w.Add(file); err != nil {
			e.Console.Warn(file, fmt.Sprintf("changes will not be noticed: %v", cli.Cause(err)))
		}
	}
	return w
}

// listenFailure explains why no server can listen at an address.
func listenFailure(addr string, err error) error {
	switch {
	case errors.Is(err, localweb.ErrAddress):
		example := "127.0.0.1:8080"
		if strings.Trim(addr, "0123456789") == "" && addr != "" {
			example = "127.0.0.1:" + addr
		} else if addr != "" && !strings.Contains(addr, ":") {
			example = net.JoinHostPort(addr, "8080")
		}
		return cli.Usage("--addr "+example, "--addr: %q is not HOST:PORT", addr)
	case errors.Is(err, localweb.ErrRemote):
		return cli.Usage("--addr 127.0.0.1:0 is for this machine alone; --allow-remote allows other machines, without encryption",
			"--addr %s: other machines could reach it", cli.Printable(addr))
	}
	f := &cli.Failure{Status: cli.StatusUsage, Err: fmt.Errorf("--addr %s: %w", cli.Printable(addr), listenCause(err))}
	if errno := syscall.Errno(0); errors.As(err, &errno) { // the command is right: the system refuses, as it may refuse a file
		f.Status = cli.StatusOutput
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		f.Err = fmt.Errorf("--addr %s: the port is already in use", cli.Printable(addr))
		f.Hint = "port 0 picks a free port"
	}
	return f
}

// listenCause is an error of package net without the address, which is printed anyway.
func listenCause(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// givenValues returns the flags of a command that were set, with texts that set them again.
func givenValues(c *cobra.Command) map[string]string {
	values := map[string]string{}
	c.Flags().Visit(func(f *pflag.Flag) { values[f.Name] = f.Value.String() })
	return values
}
