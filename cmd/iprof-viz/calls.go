package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// callsOptions are the options of calls.
type callsOptions struct {
	cli.IOOptions
	names    convert.NameOptions
	calls    rank.CallOptions
	table    tablejob.Options
	classes  load.ClassOptions
	optlog   string // the log of the compiler; "": none
	sorted   bool   // the user chose the order
	limited  bool   // the user chose the number of rows
	patterns int    // how many there are at most; 0: all
}

func newCalls(e *cli.Env, o *callsOptions) *cobra.Command {
	o.calls.Filter.View, o.calls.Sort = convert.ExpertView, rank.CallOrders[0]
	c := &cobra.Command{
		Use:   "calls [flags] [REGEXP] PROFILE...",
		Short: "Rank calls: who calls what, how often, inlined or not",
		Long: `calls ranks the calls of a program. Each row is a call site and a method that it
calls. Calls that were not inlined, which stayed calls, come first. With REGEXP,
only calls from matching methods are shown; with --to, only calls of matching
methods.

A profile alone has inlined calls and receiver types. --classpath adds all
others: class files say what an instruction can call, and how often it ran
follows from the counts around it. evidence says how the called method is known:

inlined     its entries where it was inlined
receivers   types of objects that it was called on
code        the instruction can call no other method
hierarchy   no other given class has such a method
dynamic     the receiver type is a lambda, which runs the method

≤ and ≥ are bounds. The lines below a method say what may have kept the call
from being inlined. The real reason is in a log of the compiler, which
native-image writes with
` + strings.Replace(load.LogRecipe, " -H:OptimizationLogPath", "\n-H:OptimizationLogPath", 1) + `.
--optlog DIR adds what became of each call in the optimized image, and the
compiler's last reason in its own words. One of these is not a reason: "bytecode
parser did not replace invoke" is where each call begins. CSV and JSON have
these words; text says "no later phase took the call up" instead, as for a
virtual call with several targets. --missed shows only calls that are left
there, the most frequent first. --format patterns writes one line for
-H:PriorityForceInline= of native-image, an option for experts: at most 10
methods that these calls enter directly. Measure whether it helps. Virtual calls
have no method that could be inlined, so they are left out.`,
		Example: `  iprof-viz calls --classpath app.jar app.iprof
  iprof-viz calls --to 'HashMap\.get$' --classpath app.jar app.iprof
  iprof-viz calls --inlined no --kind virtual --classpath app.jar app.iprof
  iprof-viz calls --optlog DIR --missed --classpath app.jar app.iprof
  iprof-viz calls --optlog DIR --missed --format patterns app.iprof
  iprof-viz calls --format csv --classpath app.jar app.iprof`,
		Args: cli.PatternAndProfiles,
		PreRun: func(c *cobra.Command, _ []string) {
			o.sorted, o.limited = c.Flags().Changed("sort"), c.Flags().Changed("limit")
		},
		RunE: running(e, o, runCalls),
	}
	cli.Bind(c, cli.PatternValue(&o.calls.To), "to", "", "only calls of matching methods")
	cli.Bind(c, cli.ListValue(&o.calls.Kinds, "KINDS", cli.ByName(calls.Static, calls.Special, calls.Virtual, calls.Interface, calls.Dynamic), cli.ByPrefix), "kind", "",
		"only these calls, comma-separated: static, special, virtual, interface, dynamic")
	cli.Bind(c, cli.ListValue(&o.calls.Inlined, "PARTS", cli.ByName(calls.AllInlined, calls.PartlyInlined, calls.NotInlined), cli.ByPrefix), "inlined", "",
		"only calls that are inlined so, comma-separated: yes, partly, no")
	cli.ChoiceFlag(c, &o.calls.Sort, "sort", "", "stayed: how many stayed calls; samples: in the method, called from there", cli.WordPicks(rank.CallOrders...)...)
	load.OptlogFlag(c, &o.optlog)
	c.Flags().BoolVar(&o.calls.Missed, "missed", false, "with --optlog: only calls left in the optimized image")
	tablejob.Flags(c, &o.table, &o.IOOptions, cli.Pick[tablejob.Format]{Word: "patterns", Value: tablejob.OwnFormat})
	load.ClassFlags(c, &o.classes)
	load.FilterFlags(c, &o.calls.Filter)
	load.NameFlags(c, &o.names)
	cli.InputFlags(c, &o.IOOptions)
	return c
}

// settle sets what follows from other options.
func (o callsOptions) settle(out *cli.Output) (callsOptions, error) {
	var err error
	o.table, err = o.table.Settle(out)
	if o.table.Format == tablejob.OwnFormat {
		if !o.calls.Missed {
			return o, cli.Usage("iprof-viz calls --optlog DIR --missed --format patterns PROFILE", "--format patterns needs --missed")
		}
		if o.patterns = o.table.Limit; !o.limited {
			o.patterns = 10 // each makes the image larger
		}
	}
	o.calls.Limit = o.table.Limit
	if o.calls.Missed && o.optlog == "" {
		return o, load.NeedsLog("--missed")
	}
	if o.calls.Missed && !o.sorted {
		o.calls.Sort = "calls" // stayed is of the instrumented image
	}
	return o, err
}

func runCalls(e *cli.Env, o callsOptions, args []string) error {
	expr, files := e.CutPattern(args)
	var err error
	if len(files) < len(args) {
		if o.calls.Callers, err = cli.ParsePattern(expr); err != nil {
			return cli.Usage("", "%w", err)
		}
	}
	if o, err = o.settle(e.Out); err != nil {
		return err
	}
	opts := o.calls
	opts.Input = append(o.classes.Arguments(), sameInput(o.names, load.SourceOptions{}, files)...)
	log, err := load.OptimizationLog(e, o.optlog, o.MaxInput)
	if err != nil {
		return err
	}
	var patterns []optimized.Pattern
	job := tablejob.Job{
		Load:  load.Options{MaxInput: o.MaxInput, Needs: load.InliningContexts},
		Names: o.names, Filter: opts.Filter, AtLine: []**regexp.Regexp{&opts.Callers, &opts.To}, Metric: convert.Calls, Table: o.table, Lines: o.classes, Code: &opts.Code,
		Make: func(p *iprof.Profile, names *convert.Names, lines *sourceline.Lines) (*table.Table, error) {
			if opts.Kinds != nil && opts.Code.Class == nil {
				return nil, cli.Usage("", "--kind needs --classpath: class files have the instructions")
			}
			opts.Lines = lines
			if log != nil {
				opts.Optimized = optimized.New(p, log)
			}
			if o.table.Format == tablejob.OwnFormat {
				opts.Code.Contexts = convert.Project(p, p.Contexts, names, opts.Filter)
				opts.Graph = calls.New(p, opts.Code)
				patterns = opts.Optimized.ForceInline(opts.Graph, opts.Keeps(names))
			}
			return makeCalls(p, names, opts)
		},
	}
	if o.table.Format == tablejob.OwnFormat {
		job.Write = func(w io.Writer) error {
			if left := len(patterns) - o.patterns; o.patterns > 0 && left > 0 {
				e.Console.Tell("", cli.Notef("%s of %s; -n 0 shows all. Virtual calls have no method that could be inlined", words.Thousands(int64(o.patterns)), words.Count(int64(len(patterns)), "method")))
			}
			return o.writePatterns(w, patterns)
		}
	}
	return job.Run(e, files)
}

// writePatterns writes the methods that are called in one line, for native-image -H:PriorityForceInline=; nothing if there are none.
func (o callsOptions) writePatterns(w io.Writer, patterns []optimized.Pattern) error {
	if len(patterns) == 0 {
		return nil
	}
	if o.patterns > 0 {
		patterns = patterns[:min(o.patterns, len(patterns))]
	}
	var texts []string
	for _, p := range patterns {
		texts = append(texts, p.Text)
	}
	_, err := fmt.Fprintln(w, strings.Join(texts, ","))
	return err
}

// makeCalls ranks calls.
func makeCalls(p *iprof.Profile, names *convert.Names, opts rank.CallOptions) (*table.Table, error) {
	if err := load.HintAtCommand(p, load.CheckMetric(p, convert.Calls)); err != nil {
		return nil, err
	}
	t, err := rank.Calls(p, names, opts)
	if err != nil {
		return nil, load.NoMatch(err)
	}
	return tablejob.RowsLeft(t, nil)
}
