package load

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// NothingLeft is the failure for filters that keep nothing. The reasons are notes of package convert.
func NothingLeft(why []string) error {
	return &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("nothing left to show%s", cli.Because(why))}
}

// NewNames names the methods of profiles that are shown together, the first of which comes from a file. It fails if --focus or
// --show-from matches no method of any of them, and warns if --ignore or --hide matches none.
func NewNames(e *cli.Env, file string, opts convert.NameOptions, filter convert.FilterOptions, profiles ...*iprof.Profile) ([]*convert.Names, error) {
	if err := e.Working(workOf(e.Command)); err != nil { // what comes next
		return nil, err
	}
	names := convert.NewSharedNames(opts, profiles...)
	for _, none := range filter.Unmatched(names...) {
		if none.IsNeeded() {
			return nil, cli.InFile(file, NoMatch(none))
		}
		e.Console.Warn(file, none.Error())
	}
	return names, nil
}

// workOf returns what a command makes of profiles.
func workOf(command string) string {
	switch command {
	case "calls", "callgrind", "graph":
		return "call graph"
	case "diff", "variance":
		return "comparison"
	case "flame", "folded", "pprof", "speedscope":
		return "stacks"
	case "inline":
		return "inlining trees"
	case "lcov":
		return "coverage"
	case "list":
		return "bytecode"
	case "report":
		return "page"
	}
	return "table"
}

// FilterNotes report the effect of filters on the values of a metric, given their unit, and fail if nothing is left. The tally is
// zero without filters.
func FilterNotes(unit string, m convert.Metric, tally convert.Tally) ([]cli.Note, error) {
	did := tally.Notes(unit, cli.MetricWords[m].Records)
	if tally.IsOutside() {
		return nil, &cli.Failure{Status: cli.StatusCheck, Err: fmt.Errorf("none of the %s are known to be application code", words.CountOf(tally.Hidden().Value, unit)),
			Hint: "--view expert shows library and VM code; --app REGEXP names the application's methods"}
	}
	if tally.Hidden().Value > 0 && tally.Kept().Value == 0 {
		return nil, NothingLeft(did)
	}
	return Notes(did), nil
}

// EntriesLeft is for results that report themselves how much is hidden: it fails if filters keep no entry. An empty result for the
// application is valid.
func EntriesLeft(entries int64, tally convert.Tally) error {
	if entries == 0 && tally.Hidden().Records > 0 && !tally.IsOutside() {
		return NothingLeft(tally.Notes("method entries", cli.MetricWords[convert.Calls].Records))
	}
	return nil
}

// AllFilterNotes report the effect of filters on several metrics, and fail if nothing is left of any.
func AllFilterNotes(all []exchange.FilterEffect) ([]cli.Note, error) {
	if f := all[0]; len(all) == 1 {
		return FilterNotes(f.Unit, f.Metric, f.Tally)
	}
	var kept, hidden bool
	for _, f := range all { // a match in one tree of the profile is enough
		kept = kept || f.Tally.Kept().Value > 0
		hidden = hidden || f.Tally.Hidden().Value > 0
	}
	if hidden && !kept {
		return nil, NothingLeft(nil)
	}
	var notes []cli.Note
	for _, f := range all {
		more, err := FilterNotes(f.Unit, f.Metric, f.Tally)
		if err != nil {
			more = []cli.Note{cli.Notef("no %s left to show", f.Metric)}
		}
		notes = append(notes, more...)
	}
	return notes, nil
}

// NoMatch is the failure of a REGEXP that matches no method. Other errors are returned unchanged.
func NoMatch(err error) error {
	var none *convert.NoMatchError
	if !errors.As(err, &none) {
		return err
	}
	f := &cli.Failure{Status: cli.StatusCheck, Err: err}
	if none.Filter != "" && isLine(none.Pattern) {
		f.Hint = "a source line is accepted by list, peek, calls and inline, as REGEXP and with --classpath"
		return f
	}
	if none.Called {
		f.Hint = "calls --to shows their callers; a call may have the name of the receiver's class, which inherits the method"
	}
	if none.Sampled {
		f.Hint = "peek has their callers and callees in samples"
		if none.Filter != "" {
			f.Hint = "-m samples shows them"
		}
	}
	if none.Counted {
		f.Hint = "-m calls shows them"
	}
	if none.Uncalled || none.Callless {
		f.Hint = noCallHint(none)
	}
	if none.Either != "" {
		f.Hint = "alternatives in a REGEXP have | between them: " + cli.Printable(words.ShellQuote(none.Either))
	}
	if len(none.Nearest) > 0 {
		var quoted []string
		for _, name := range none.Nearest {
			quoted = append(quoted, cli.Printable(patternOf(name)))
		}
		f.Hint = "nearest: " + strings.Join(quoted, ", ")
		if lost := lostToShell(none); lost != "" {
			f.Hint = fmt.Sprintf("the shell expands %s as a variable: use single quotes; %s", cli.Printable(lost), f.Hint)
		}
	}
	if f.Hint == "" && !none.Hidden {
		f.Hint, f.Shows = "this lists the hottest methods", "top"
	}
	return f
}

// noCallHint says where else to look for calls of methods, or by them, of which none is known.
func noCallHint(none *convert.NoMatchError) string {
	var ways []string
	if !none.WithCode && !(none.Callless && none.Sampled) { // what was not counted has no calls to add
		ways = append(ways, "--classpath app.jar adds the calls that were not inlined")
	}
	switch {
	case none.Sampled:
		ways = append(ways, "the profile has only samples of it, and peek shows these")
	case none.Uncalled:
		ways = append(ways, "peek has the callers in samples")
	default:
		ways = append(ways, "--to shows calls of the method")
	}
	return strings.Join(ways, "; ")
}

var hashAtEnd = lazyregexp.New(`[0-9a-f]{16,}$`)

// patternOf returns a shorter text that matches a long name as well: without its package, and with the first digits of a hash at its end.
func patternOf(name string) string {
	const maxNearest = 76 // fits into a line of a terminal
	if len(name) <= maxNearest {
		return name
	}
	plain, _, _ := strings.Cut(name, "(")
	if dots := strings.Split(plain, "."); len(dots) > 2 {
		plain = strings.Join(dots[len(dots)-2:], ".")
	}
	if at := hashAtEnd().FindStringIndex(plain); at != nil && len(plain) > maxNearest {
		plain = plain[:at[0]+6]
	}
	return plain
}

// shellVariables are the parts of names that shells expand, most of them to nothing.
var shellVariables = lazyregexp.New(`(?:\$(?:[0-9]|[A-Za-z_][A-Za-z0-9_]*))+`)

// lostToShell returns the characters of a name that are missing from a pattern without a match, if a shell expands them; "": none.
func lostToShell(none *convert.NoMatchError) string {
	re, err := regexp.Compile(none.Pattern)
	if err != nil {
		return ""
	}
	for _, name := range none.Nearest {
		if lost := shellVariables().FindString(name); lost != "" && re.MatchString(shellVariables().ReplaceAllString(name, "")) {
			return lost
		}
	}
	return ""
}

// AsTyped shows the pattern in an error message as the user typed it: shortened names are compiled to longer expressions.
func AsTyped(err error, typed string) error {
	var none *convert.NoMatchError
	if errors.As(err, &none) && none.Filter == "" {
		none.Pattern = typed
	}
	return err
}
