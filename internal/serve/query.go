package serve

import (
	"cmp"
	"context"
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
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
)

// Parameters that are not flags.
const (
	regexpParameter = "regexp"
	baseParameter   = "base" // of diff
	runsParameter   = "runs" // of variance: the ids of other profiles, comma-separated
)

// A Query is a command with its flags and arguments, about profiles in memory.
type Query struct {
	view     string
	id, name string // of the profile
	Uses     View
	Command  *cobra.Command
	commands map[string]*cobra.Command // all, by name
	profiles *Profiles
	held     map[string][]byte // the profiles that the command may read, by name
	formats  []*source.Format  // formats of these
	regexp   *string           // nil: none
	base     string            // the name of a profile; "": none
	runs     []string          // the names of other profiles
}

// NewQuery reads the parameters of a view about a profile. The command writes to out, and ends soon after the context has.
func NewQuery(ctx context.Context, out io.Writer, profiles *Profiles, view string, p Profile, parameters string) (*Query, error) {
	uses, ok := Views[view]
	if !ok {
		views := slices.Sorted(maps.Keys(Views))
		return nil, &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("unknown view %q", view),
			Hint: cmp.Or(cli.Suggest("", nearest.Words(view, views)), "there are "+strings.Join(views, ", "))}
	}
	q := &Query{view: view, id: p.id, name: p.name, Uses: uses, profiles: profiles, held: map[string][]byte{}}
	q.hold(p)
	commands := profiles.opts.Commands(profiles.env.Holding(ctx, q.held, out))
	q.commands = map[string]*cobra.Command{}
	for _, c := range commands {
		q.commands[c.Name()] = c
	}
	q.Command = q.commands[uses.Command]
	values, err := url.ParseQuery(parameters)
	if err != nil {
		return nil, cli.Usage("write & as %26, % as %25 and + as %2B in values", "the parameters are malformed: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(values[name]) > 1 {
			return nil, cli.Usage("", "the parameter %s is there %d times", cli.Printable(name), len(values[name]))
		}
		if err := q.set(name, values[name][0]); err != nil {
			return nil, q.inParameters(err)
		}
	}
	return q, q.inParameters(q.complete())
}

// hold lets the command read a profile.
func (q *Query) hold(p Profile) {
	q.formats = append(q.formats, q.profiles.hold(q.held, p)...)
}

// set sets a parameter.
func (q *Query) set(name, value string) error {
	switch {
	case name == regexpParameter && q.Uses.regexp != noRegexp:
		q.regexp = &value
		return nil
	case name == baseParameter && q.Uses.Command == "diff":
		p, err := q.profile(name, value)
		q.base = p.name
		return err
	case name == runsParameter && q.Uses.Command == "variance":
		for id := range strings.SplitSeq(value, ",") {
			p, err := q.profile(name, id)
			if err != nil {
				return err
			}
			if p.name == q.name || slices.Contains(q.runs, p.name) { // a run agrees with itself
				return cli.Usage("runs are of other profiles, each once", "%s: profile %s is there twice", name, id)
			}
			q.runs = append(q.runs, p.name)
		}
		return nil
	}
	flags := q.Command.Flags()
	flag := flags.Lookup(name)
	if flag == nil && len(name) == 1 {
		flag = flags.ShorthandLookup(name)
	}
	if flag == nil || q.Uses.FlagUse(flag.Name) == 0 {
		return cli.Usage(q.hint(name), "%s: unknown parameter %q", q.view, name)
	}
	if flag.Changed {
		return cli.Usage("", "duplicate parameter %s", flag.Name)
	}
	switch use := q.Uses.FlagUse(flag.Name); use {
	case NamesProfile:
		p, err := q.profile(name, value)
		if err != nil {
			return err
		}
		value = p.name
	case IsParameter:
		if value == "" && flag.Value.Type() == "bool" {
			value = flag.NoOptDefVal
		}
	default:
		return cli.Usage("", "%s is not a parameter: %s", flag.Name, Refusals[use])
	}
	if err := flags.Set(flag.Name, value); err != nil {
		return cli.FlagError(q.Command, err)
	}
	return nil
}

// hint suggests parameters for one that the command does not have.
func (q *Query) hint(name string) string {
	var names []string
	q.Command.Flags().VisitAll(func(f *pflag.Flag) {
		if use := q.Uses.FlagUse(f.Name); use == IsParameter || use == NamesProfile {
			names = append(names, f.Name)
		}
	})
	switch {
	case q.Uses.regexp != noRegexp:
		names = append(names, regexpParameter)
	case q.Uses.Command == "diff":
		names = append(names, baseParameter)
	case q.Uses.Command == "variance":
		names = append(names, runsParameter)
	}
	return cmp.Or(cli.Suggest("", nearest.Words(name, names)), "there are "+strings.Join(names, ", "))
}

// profile returns the profile that a parameter names by its id, and lets the command read it.
func (q *Query) profile(parameter, id string) (Profile, error) {
	p, ok := q.profiles.Get(id)
	if !ok {
		return p, &cli.Failure{Status: cli.StatusInput, Err: fmt.Errorf("%s: unknown profile %q", parameter, id), Hint: "api/profiles lists them"}
	}
	q.hold(p)
	return p, nil
}

// complete sets the flags that are not parameters.
func (q *Query) complete() error {
	switch {
	case q.regexp == nil && (q.Uses.regexp == needsRegexp || q.Uses.regexp == needsInto):
		return cli.Usage("", "%s needs the parameter %s", q.view, regexpParameter)
	case q.runs == nil && q.Uses.Command == "variance":
		return cli.Usage("api/profiles lists them", "variance needs the parameter %s, the ids of the other runs, comma-separated", runsParameter)
	case q.base == "" && q.Uses.Command == "diff":
		return cli.Usage("api/profiles lists them", "diff needs the parameter %s, the id of the old profile", baseParameter)
	}
	flags := q.Command.Flags()
	o := q.profiles.opts
	o.Given = maps.Clone(o.Given)
	for name := range o.Given {
		if q.contradicts(name) {
			delete(o.Given, name)
		}
	}
	if err := o.share(q.Command, q.formats...); err != nil {
		return err
	}
	if q.Uses.regexp == needsInto {
		if err := flags.Set("into", *q.regexp); err != nil {
			return cli.FlagError(q.Command, err)
		}
	}
	if flags.Lookup("format") == nil {
		return nil
	}
	return flags.Set("format", "json")
}

// contentType returns the type of the answer.
func (q *Query) contentType() string {
	if q.Uses.IsText {
		return "text/plain; charset=utf-8"
	}
	return "application/json"
}

// contradicts reports whether a flag of serve is invalid for the command together with its other flags.
func (q *Query) contradicts(name string) bool {
	switch q.Uses.Command {
	case "check":
		_, shared := q.profiles.opts.Given["production"]
		ofProduction := slices.Contains([]string{"from", "sample-type", "column"}, name)
		return ofProduction && !shared && !q.Command.Flags().Changed("production")
	case "diff":
		return slices.Contains([]string{"classpath", "jdk", "source-path"}, name) && q.Command.Flags().Lookup("by").Value.String() != "line"
	case "folded":
		return slices.Contains([]string{"classpath", "jdk", "source-path"}, name) && !q.Command.Flags().Changed("lines")
	case "graph":
		return slices.Contains([]string{"classpath", "jdk", "source-path"}, name) && q.Command.Flags().Changed("base")
	}
	return false
}

// Run runs the command.
func (q *Query) Run() (err error) {
	defer recoverDefect(&err)
	args := append([]string{q.name}, q.runs...)
	switch {
	case q.base != "":
		args = []string{q.base, q.name}
	case q.regexp != nil && q.Uses.regexp != needsInto:
		args = []string{*q.regexp, q.name}
	}
	err = q.Command.RunE(q.Command, args)
	var f *cli.Failure
	if errors.As(err, &f) && f.Err == nil { // the result says it
		return nil
	}
	return q.inParameters(err)
}

// flagInText matches a flag in a message, as -n/--limit, --limit, or -n followed by its value.
var flagInText = lazyregexp.New(`(^|[ (])(?:(?:-[a-zA-Z]/)?--([a-z][a-z-]*[a-z])\b|-([a-zA-Z]) ([^- ]))`)

// inParameters returns the failure of a command in words of a request: a flag that is a parameter has no dashes, and -n 0 is limit=0.
func (q *Query) inParameters(err error) error {
	var f *cli.Failure
	if !errors.As(err, &f) || f.Err == nil {
		return err
	}
	flags := q.Command.Flags()
	isParameter := func(flag *pflag.Flag) bool {
		use := FlagUse(0)
		if flag != nil {
			use = q.Uses.FlagUse(flag.Name)
		}
		return use == IsParameter || use == NamesProfile
	}
	words := func(text string) string {
		return flagInText().ReplaceAllStringFunc(text, func(found string) string {
			m := flagInText().FindStringSubmatch(found)
			if flag := flags.Lookup(m[2]); m[2] != "" && isParameter(flag) {
				return m[1] + flag.Name
			}
			if m[3] != "" {
				if flag := flags.ShorthandLookup(m[3]); isParameter(flag) {
					return m[1] + flag.Name + "=" + m[4]
				}
			}
			return found
		})
	}
	named := *f
	named.Err, named.Hint = errors.New(words(f.Err.Error())), words(f.Hint)
	if named.Shows != "" {
		named.Hint, named.Shows = named.Hint+": "+q.address(named.Shows), ""
	}
	return &named
}

// address returns the address of a command with flags that each have a value, for the profile of the query: of "top -m samples",
// api/profiles/1/top?metric=samples.
func (q *Query) address(command string) string {
	words := strings.Fields(command)
	address, flags := "api/profiles/"+q.id+"/"+words[0], q.commands[words[0]].Flags()
	separator := "?"
	for i := 1; i+1 < len(words); i += 2 {
		name := strings.TrimPrefix(words[i], "--")
		if flag := flags.ShorthandLookup(strings.TrimPrefix(words[i], "-")); len(words[i]) == len("-m") && flag != nil {
			name = flag.Name
		}
		address += separator + name + "=" + url.QueryEscape(words[i+1])
		separator = "&"
	}
	return address
}
