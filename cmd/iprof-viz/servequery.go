package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
)

// An apiView is a command whose output has an address: api/profiles/ID/VIEW. It is JSON, unless the command has none.
type apiView struct {
	command string
	regexp  regexpUse
}

// A regexpUse says how a view takes the parameter regexp.
type regexpUse int

const (
	noRegexp regexpUse = iota
	mayHaveRegexp
	needsRegexp
	needsInto // as the value of --into
)

var apiViews = map[string]apiView{
	"flame":      {"flame", noRegexp},
	"folded":     {"folded", noRegexp},
	"info":       {"info", noRegexp},
	"top":        {"top", noRegexp},
	"peek":       {"peek", needsRegexp},
	"branches":   {"branches", noRegexp},
	"receivers":  {"receivers", noRegexp},
	"instanceof": {"instanceof", noRegexp},
	"monitors":   {"monitors", noRegexp},
	"graph":      {"graph", noRegexp},
	"inline":     {"inline", mayHaveRegexp},
	"into":       {"inline", needsInto},
	"check":      {"check", noRegexp},
	"diff":       {"diff", noRegexp},
	"list":       {"list", needsRegexp},
	"variance":   {"variance", noRegexp},
}

// A flagUse says whether a flag is a parameter of views.
type flagUse int

const (
	isParameter  flagUse = iota + 1
	namesProfile         // a parameter whose value is the id of a profile, where the flag's is a file
	readsFiles           // no parameter: whoever has the address may not read files
	isOfOutput           // no parameter: the answer is data, not a picture
	isOfServe            // no parameter: iprof-viz serve has it
	isOfStatus           // no parameter: it changes only the exit status
)

// Why flags are no parameters.
var refusals = map[flagUse]string{
	readsFiles: "the API reads and writes no files",
	isOfOutput: "the answer is always the JSON of the command, of folded its text",
	isOfServe:  "it is a flag of iprof-viz serve",
	isOfStatus: "there is no exit status",
}

// apiFlags decides for every flag of the commands of views. An entry with a command is of its flag alone.
var apiFlags = map[string]flagUse{
	"app": isParameter, "by": isParameter, "callees": isParameter, "callers": isParameter, "contexts": isParameter, "depth": isParameter,
	"edge-fraction": isParameter, "exact": isParameter, "fail-under": isParameter, "fail-under-production": isParameter, "focus": isParameter,
	"hide": isParameter, "ignore": isParameter, "into": isParameter, "kind": isParameter, "limit": isParameter, "lines": isParameter, "merge-recursion": isParameter, "metric": isParameter,
	"min-share": isParameter, "names": isParameter, "near-even": isParameter, "never": isParameter, "no-renames": isParameter,
	"node-fraction": isParameter, "nodes": isParameter, "normalize": isParameter, "one-sided": isParameter, "reverse": isParameter, "section": isParameter,
	"show-from": isParameter, "sites": isParameter, "sort": isParameter, "strict": isParameter, "threshold": isParameter,
	"unit": isParameter, "units": isParameter, "view": isParameter,

	"base": namesProfile, "production": namesProfile,

	"against": readsFiles, "classpath": readsFiles, "jdk": readsFiles, "new": readsFiles, "old": readsFiles, "output": readsFiles,
	"salvage": readsFiles, "source-path": readsFiles,

	"all": isOfOutput, "ascii": isOfOutput, "color": isOfOutput, "dot": isOfOutput, "flame": isOfOutput, "force": isOfOutput, "format": isOfOutput, "icicle": isOfOutput,
	"inverted": isOfOutput, "layout-timeout": isOfOutput, "min-width": isOfOutput, "no-notes": isOfOutput, "palette": isOfOutput, "quiet": isOfOutput, "slide": isOfOutput,
	"theme": isOfOutput, "title": isOfOutput, "width": isOfOutput,
	"graph units": isOfOutput, // inline has them as data

	"column": isOfServe, "from": isOfServe, "max-input": isOfServe, "sample-type": isOfServe,

	"fail-over": isOfStatus,
}

// flagUse decides for a flag of the view's command; 0: that is not known.
func (v apiView) flagUse(name string) flagUse {
	return cmp.Or(apiFlags[v.command+" "+name], apiFlags[name])
}

// Parameters that are not flags.
const (
	regexpParameter = "regexp"
	baseParameter   = "base" // of diff
	runsParameter   = "runs" // of variance: the ids of other profiles, comma-separated
)

// A query is a command with its flags and arguments, about profiles in memory.
type query struct {
	view     string
	name     string // of the profile
	uses     apiView
	command  *cobra.Command
	profiles *servedProfiles
	held     map[string][]byte // the profiles that the command may read, by name
	formats  []*source.Format  // of these
	regexp   *string           // nil: none
	base     string            // the name of a profile; "": none
	runs     []string          // the names of other profiles
}

// newQuery reads the parameters of a view about a profile. The command writes to out.
func newQuery(out io.Writer, profiles *servedProfiles, view string, p servedProfile, parameters string) (*query, error) {
	uses, ok := apiViews[view]
	if !ok {
		views := slices.Sorted(maps.Keys(apiViews))
		return nil, &failure{status: statusInput, err: fmt.Errorf("there is no view %q", view),
			hint: cmp.Or(suggest("", nearest.Words(view, views)), "there are "+strings.Join(views, ", "))}
	}
	q := &query{view: view, name: p.name, uses: uses, profiles: profiles, held: map[string][]byte{}}
	q.hold(p)
	root := newRoot(profiles.env.holding(q.held, out), io.Discard)
	i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == uses.command })
	q.command = root.Commands()[i]
	values, err := url.ParseQuery(parameters)
	if err != nil {
		return nil, usage("write & as %26, % as %25 and + as %2B in values", "the parameters are malformed: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(values[name]) > 1 {
			return nil, usage("", "the parameter %s is there %d times", printable(name), len(values[name]))
		}
		if err := q.set(name, values[name][0]); err != nil {
			return nil, err
		}
	}
	return q, q.complete()
}

// hold lets the command read a profile.
func (q *query) hold(p servedProfile) {
	q.formats = append(q.formats, q.profiles.hold(q.held, p)...)
}

// set takes a parameter.
func (q *query) set(name, value string) error {
	switch {
	case name == regexpParameter && q.uses.regexp != noRegexp:
		q.regexp = &value
		return nil
	case name == baseParameter && q.uses.command == "diff":
		p, err := q.profile(name, value)
		q.base = p.name
		return err
	case name == runsParameter && q.uses.command == "variance":
		for id := range strings.SplitSeq(value, ",") {
			p, err := q.profile(name, id)
			if err != nil {
				return err
			}
			q.runs = append(q.runs, p.name)
		}
		return nil
	}
	flags := q.command.Flags()
	flag := flags.Lookup(name)
	if flag == nil || q.uses.flagUse(flag.Name) == 0 {
		return usage(q.hint(name), "%s has no parameter %q", q.view, name)
	}
	if flag.Changed {
		return usage("", "the parameter %s is there twice", flag.Name)
	}
	switch use := q.uses.flagUse(flag.Name); use {
	case namesProfile:
		p, err := q.profile(name, value)
		if err != nil {
			return err
		}
		value = p.name
	case isParameter:
		if value == "" && flag.Value.Type() == "bool" {
			value = flag.NoOptDefVal
		}
	default:
		return usage("", "--%s is no parameter: %s", flag.Name, refusals[use])
	}
	if err := flags.Set(flag.Name, value); err != nil {
		return flagError(q.command, err)
	}
	return nil
}

// hint suggests parameters in place of one that the command has not.
func (q *query) hint(name string) string {
	var names []string
	q.command.Flags().VisitAll(func(f *pflag.Flag) {
		if use := q.uses.flagUse(f.Name); use == isParameter || use == namesProfile {
			names = append(names, f.Name)
		}
		if f.Shorthand == name && name != "" {
			name = f.Name
		}
	})
	switch {
	case q.uses.regexp != noRegexp:
		names = append(names, regexpParameter)
	case q.uses.command == "diff":
		names = append(names, baseParameter)
	case q.uses.command == "variance":
		names = append(names, runsParameter)
	}
	return cmp.Or(suggest("", nearest.Words(name, names)), "there are "+strings.Join(names, ", "))
}

// profile returns the profile that a parameter names by its id, and lets the command read it.
func (q *query) profile(parameter, id string) (servedProfile, error) {
	p, ok := q.profiles.get(id)
	if !ok {
		return p, &failure{status: statusInput, err: fmt.Errorf("%s: there is no profile %q", parameter, id), hint: "api/profiles lists them"}
	}
	q.hold(p)
	return p, nil
}

// complete sets the flags that are not parameters.
func (q *query) complete() error {
	switch {
	case q.regexp == nil && (q.uses.regexp == needsRegexp || q.uses.regexp == needsInto):
		return usage("", "%s needs the parameter %s", q.view, regexpParameter)
	case q.runs == nil && q.uses.command == "variance":
		return usage("api/profiles lists them", "variance needs the parameter %s, the ids of the other runs, comma-separated", runsParameter)
	case q.base == "" && q.uses.command == "diff":
		return usage("api/profiles lists them", "diff needs the parameter %s, the id of the old profile", baseParameter)
	}
	flags := q.command.Flags()
	o := q.profiles.opts
	o.given = maps.Clone(o.given)
	for name := range o.given {
		if q.contradicts(name) {
			delete(o.given, name)
		}
	}
	if err := o.share(q.command, q.formats...); err != nil {
		return err
	}
	if q.uses.regexp == needsInto {
		if err := flags.Set("into", *q.regexp); err != nil {
			return flagError(q.command, err)
		}
	}
	if flags.Lookup("format") == nil {
		return nil
	}
	return flags.Set("format", "json")
}

// contentType returns the type of the answer.
func (q *query) contentType() string {
	if q.command.Flags().Lookup("format") == nil {
		return "text/plain; charset=utf-8"
	}
	return "application/json"
}

// contradicts reports whether a flag of serve is an error of the command with its other flags.
func (q *query) contradicts(name string) bool {
	switch q.uses.command {
	case "check":
		_, shared := q.profiles.opts.given["production"]
		ofProduction := slices.Contains([]string{"from", "sample-type", "column"}, name)
		return ofProduction && !shared && !q.command.Flags().Changed("production")
	case "folded":
		return slices.Contains([]string{"classpath", "jdk", "source-path"}, name) && !q.command.Flags().Changed("lines")
	case "graph":
		return slices.Contains([]string{"classpath", "jdk", "source-path"}, name) && q.command.Flags().Changed("base")
	}
	return false
}

// run runs the command.
func (q *query) run() (err error) {
	defer recoverDefect(&err)
	args := append([]string{q.name}, q.runs...)
	switch {
	case q.base != "":
		args = []string{q.base, q.name}
	case q.regexp != nil && q.uses.regexp != needsInto:
		args = []string{*q.regexp, q.name}
	}
	err = q.command.RunE(q.command, args)
	var f *failure
	if errors.As(err, &f) && f.err == nil { // the result says it
		return nil
	}
	return err
}
