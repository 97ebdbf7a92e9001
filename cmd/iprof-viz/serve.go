package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/localweb"
	"github.com/iprof-viz/iprof-viz/render"
)

// serveOptions are those of serve.
type serveOptions struct {
	ioOptions
	sources sourceOptions
	names   convert.NameOptions
	page    render.PageOptions // Theme only
	addr    string
	open    bool
	remote  bool
	given   map[string]bool // the flags that were set
}

func newServe(e *env, o *serveOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "serve [flags] [PROFILE...]",
		Short: "Show profiles in the browser, read again when they change",
		Long: `serve shows each PROFILE as report does, in a browser on this machine. It prints
the address of the page, and runs until Ctrl-C.

The page lists all profiles. More are added by dropping files onto it; these stay
in memory. Files that change are read again, and the page shows the new content
at the same place. A file that cannot be read, as it is being written, leaves the
page as it is.

The address has a random token: without it there is no answer, nor for pages of
other sites. Other machines cannot connect unless --allow-remote is set; then the
connection is not encrypted.

ADDRESS/api/profiles lists the profiles as JSON, and ADDRESS/api/profiles/1/top is
the JSON of top for the first: the same of info, peek, branches, receivers,
instanceof, monitors, graph, inline, into (inline --into), check and diff. The
flags of these commands are parameters, such as top?by=class&limit=5;
?regexp=REGEXP is for peek, inline and into, diff?base=2 compares with the second
profile.`,
		Example: `  iprof-viz serve --open app.iprof
  iprof-viz serve before.iprof after.iprof
  iprof-viz serve --addr 127.0.0.1:8080 app.iprof`,
		Args: profilesOrNone,
		RunE: func(c *cobra.Command, args []string) error {
			o.given = given(c)
			return running(e, o, runServe)(c, args)
		},
	}
	c.Flags().StringVar(&o.addr, "addr", "127.0.0.1:0", "the `HOST:PORT` to listen on; port 0: a free one")
	c.Flags().BoolVar(&o.open, "open", false, "open the page in the browser")
	c.Flags().BoolVar(&o.remote, "allow-remote", false, "allow a HOST that other machines can reach")
	choiceFlag(c, &o.page.Theme, "theme", "", "background; auto: the reader's system setting",
		byName(render.AutoTheme, render.LightTheme, render.DarkTheme)...)
	nameFlags(c, &o.names)
	sourceFlags(c, &o.sources)
	inputFlags(c, &o.ioOptions)
	return c
}

// profilesOrNone checks the arguments of a command that works without a profile, too.
func profilesOrNone(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return someProfiles(c, args)
}

func runServe(e *env, o serveOptions, files []string) error {
	profiles, err := newServedProfiles(e, o, files)
	if err != nil {
		return err
	}
	e.memory.expect(0, false) // there is no saying how much will come
	site, err := localweb.Listen(o.addr, o.remote)
	if err != nil {
		return listenFailure(o.addr, err)
	}
	ctx := e.ending.wait()
	server := newPageServer(profiles)
	watch := watchFiles(e, profiles)
	if watch != nil {
		go watch.Run(ctx, func(file string) {
			if profiles.readAgain(file) {
				server.events.Changed()
			}
		})
	}
	if o.remote {
		e.console.warn("", "the connection is not encrypted: whoever sees it on the network learns the token")
	}
	err = e.out.write(func(w io.Writer) error {
		_, err := fmt.Fprintln(w, site.Address())
		return err
	})
	if err != nil {
		return err
	}
	e.console.tell("", noteOf("showing %s until Ctrl-C", count(len(files), "profile")))
	if o.open {
		if err := localweb.OpenBrowser(site.OpeningAddress()); err != nil {
			e.console.warn("", fmt.Sprintf("--open: no browser could be opened: %v; open the address above", err))
		}
	}
	if err := site.Serve(ctx, server.routes()); err != nil {
		return &failure{status: statusOutput, err: fmt.Errorf("--addr %s: %w", o.addr, err)}
	}
	return nil
}

// watchFiles begins to watch the files among profiles; nil: there are none. Where a file cannot be watched a warning says so.
func watchFiles(e *env, profiles *servedProfiles) *localweb.Watcher {
	files := profiles.files()
	if len(files) == 0 {
		return nil
	}
	w, err := localweb.NewWatcher()
	if err != nil {
		e.console.warn("", fmt.Sprintf("changes of files will not be noticed: %v", err))
		return nil
	}
	for _, file := range files {
		if err := w.Add(file); err != nil {
			e.console.warn(file, fmt.Sprintf("changes will not be noticed: %v", cause(err)))
		}
	}
	return w
}

// listenFailure says why there is no server at an address.
func listenFailure(addr string, err error) error {
	switch {
	case errors.Is(err, localweb.ErrAddress):
		example := "127.0.0.1:8080"
		if strings.Trim(addr, "0123456789") == "" && addr != "" {
			example = "127.0.0.1:" + addr
		} else if addr != "" && !strings.Contains(addr, ":") {
			example = net.JoinHostPort(addr, "8080")
		}
		return usage("--addr "+example, "--addr: %q is not HOST:PORT", addr)
	case errors.Is(err, localweb.ErrRemote):
		return usage("--addr 127.0.0.1:0 is for this machine alone; --allow-remote allows other machines, without encryption",
			"--addr %s: other machines could reach it", printable(addr))
	}
	f := &failure{status: statusUsage, err: fmt.Errorf("--addr %s: %w", printable(addr), listenCause(err))}
	if errors.Is(err, syscall.EADDRINUSE) {
		f.err = fmt.Errorf("--addr %s: another program uses this port", printable(addr))
		f.hint = "port 0 takes a free one"
	}
	return f
}

// listenCause is an error of package net without the address, which is said anyway.
func listenCause(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}

// share gives a command the flags of serve that it has too, and that are not set already. Of those for a format, only those are
// given that a profile of the command has: for others they are errors.
func (o serveOptions) share(c *cobra.Command, formats ...*source.Format) error {
	for _, shared := range o.sharedFlags() {
		flag := c.Flags().Lookup(shared.name)
		if flag == nil || flag.Changed || shared.format != nil && !slices.Contains(formats, shared.format) {
			continue
		}
		if err := c.Flags().Set(shared.name, shared.value); err != nil {
			return flagError(c, err)
		}
	}
	return nil
}

// A sharedFlag is a flag that was set.
type sharedFlag struct {
	name, value string
	format      *source.Format // that it is for; nil: any
}

// sharedFlags are the flags of serve that hold for other commands, too.
func (o serveOptions) sharedFlags() []sharedFlag {
	var all []sharedFlag
	add := func(set bool, name, value string, format *source.Format) {
		if set {
			all = append(all, sharedFlag{name, value, format})
		}
	}
	add(o.given["names"], "names", o.names.Style.String(), nil)
	if app := o.names.Application; app != nil {
		add(true, "app", pattern.Text(app), nil)
	}
	add(o.names.Normalize, "normalize", "true", nil)
	add(o.maxInput != 0, "max-input", formatSize(o.maxInput), nil)
	if o.sources.from != nil {
		add(true, "from", o.sources.from.Name, nil)
	}
	add(o.sources.sampleType != "", "sample-type", o.sources.sampleType, source.Pprof)
	add(o.sources.column != "", "column", o.sources.column, source.Gprofng)
	return all
}
