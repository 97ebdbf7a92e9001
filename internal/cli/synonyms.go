package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// commandWishes maps names that users of other tools try to our commands for the same question.
var commandWishes = map[string][]string{
	"annotate":    {"list"},
	"anonymize":   {"strip --anonymize private.key"},
	"application": {"top --view app"},
	"browser":     {"flame -o app.svg"},
	"callees":     {"peek"},
	"callers":     {"peek"},
	"callgraph":   {"graph"},
	"changed":     {"diff"},
	"changes":     {"diff"},
	"compare":     {"diff"},
	"contention":  {"monitors"},
	"convert":     {"pprof", "folded", "callgrind", "speedscope"},
	"coverage":    {"branches --never", "list"},
	"delta":       {"diff"},
	"disasm":      {"list --classpath app.jar"},
	"dot":         {"graph --format dot"},
	"dump":        {"info", "list"},
	"export":      {"pprof", "folded", "callgrind", "speedscope", "top --format csv"},
	"fit":         {"check --against app.jar"},
	"flamegraph":  {"flame"},
	"gc":          {"top --by module-kind"},
	"hot":         {"top"},
	"hotspots":    {"top"},
	"hottest":     {"top"},
	"html":        {"report -o app.html", "flame -o app.html"},
	"inlining":    {"inline"},
	"lines":       {"top --by line", "list --classpath app.jar"},
	"lint":        {"check"},
	"locks":       {"monitors"},
	"loops":       {"branches --sort trips"},
	"megamorphic": {"receivers --kind megamorphic"},
	"methods":     {"top"},
	"picture":     {"flame -o app.svg", "graph -o app.svg"},
	"optimized":   {"help optimized"},
	"pictures":    {"help pictures"},
	"png":         {"flame -o app.png", "graph -o app.png"},
	"polymorphic": {"receivers --kind polymorphic"},
	"print":       {"info"},
	"redact":      {"strip --anonymize private.key"},
	"reference":   {"help reference"},
	"samples":     {"top -m samples"},
	"show":        {"info", "flame"},
	"slide":       {"flame --slide -o app.png"},
	"source":      {"list --classpath app.jar --source-path src"},
	"stale":       {"check --against app.jar"},
	"stat":        {"info"},
	"stats":       {"info"},
	"summary":     {"info"},
	"svg":         {"flame -o app.svg", "graph -o app.svg"},
	"switch":      {"branches"},
	"tables":      {"help tables"},
	"topics":      {"help"},
	"tree":        {"inline"},
	"trips":       {"branches --sort trips"},
	"trust":       {"check", "info"},
	"types":       {"receivers"},
	"validate":    {"check"},
	"verify":      {"check"},
	"version":     {"--version"},
	"view":        {"info", "flame"},
	"web":         {"flame -o app.svg"},
	"weblist":     {"list --classpath app.jar --source-path src"},

	"worth-a-look": {"help worth-a-look"},
}

// CommandHint returns the hint for a name that is not a command: our command that answers the same question, or similarly spelled names; "":
// there is neither.
func CommandHint(name string, commands []string) string {
	wish, ok := commandWishes[strings.ToLower(name)]
	if !ok {
		return Suggest("", nearest.Words(name, commands))
	}
	var full []string
	for _, command := range wish {
		full = append(full, "iprof-viz "+command)
	}
	return "try " + OneOf(full)
}

// valueWishes maps values of flags that users try to ours.
var valueWishes = map[string]map[string]string{
	"by": {"classes": "class", "function": "method", "functions": "method", "jar": "package", "kind": "module-kind", "kinds": "module-kind", "line": "site", "lines": "line",
		"module": "module-kind", "modules": "module-kind", "pkg": "package", "pkgs": "package", "unit": "root", "units": "root"},
	"format": {"cvs": "csv", "table": "text", "tsv": "csv", "txt": "text"},
	"kind":   {"bi": "bimorphic", "mono": "monomorphic", "poly": "polymorphic"},
	"names":  {"long": "full", "params": "signature", "parameters": "signature", "sig": "signature", "signatures": "signature"},
	"sort":   {"cum": "total", "cumulative": "total", "flat": "self"},
	"view":   {"all": "machine", "application": "app", "everything": "machine", "mine": "app", "raw": "machine"},
}

// flagWishes maps names of flags that users try to ours; a command has it if it has the flag up to the first space.
var flagWishes = map[string][]string{
	"bimorphic":   {"kind bimorphic"},
	"calls":       {"metric calls"},
	"callers":     {"into REGEXP", "contexts"},
	"classes":     {"classpath app.jar", "against app.jar"},
	"count":       {"limit 10"},
	"cp":          {"classpath app.jar"},
	"csv":         {"format csv"},
	"cum":         {"sort total"},
	"cumulative":  {"sort total"},
	"depth":       {"callees 10", "callers 10"},
	"dot":         {"format dot"},
	"even":        {"near-even 5%"},
	"exclude":     {"ignore REGEXP"},
	"filter":      {"focus REGEXP"},
	"full":        {"wide"},
	"grep":        {"focus REGEXP"},
	"group":       {"by package"},
	"include":     {"focus REGEXP"},
	"j":           {"format json"},
	"jar":         {"classpath app.jar", "against app.jar"},
	"json":        {"format json"},
	"line":        {"by line"},
	"lines":       {"by line", "nodes 10", "limit 10"},
	"m":           {"section SECTION"},
	"max":         {"nodes 10", "limit 10"},
	"markdown":    {"format markdown"},
	"md":          {"format markdown"},
	"megamorphic": {"kind megamorphic"},
	"metric":      {"section SECTION"},
	"min-share":   {"limit 10"},
	"n":           {"nodes 10", "limit 10"},
	"no-trunc":    {"wide"},
	"normalize":   {"equal-weight"},
	"package":     {"by package"},
	"packages":    {"by package"},
	"percent":     {"min-share 5%"},
	"png":         {"format png"},
	"polymorphic": {"kind polymorphic"},
	"regex":       {"focus REGEXP"},
	"root":        {"unit REGEXP", "show-from REGEXP"},
	"samples":     {"metric samples"},
	"search":      {"focus REGEXP"},
	"signature":   {"names signature"},
	"source":      {"source-path src"},
	"sourcepath":  {"source-path src"},
	"sources":     {"source-path src"},
	"src":         {"source-path src"},
	"svg":         {"format svg"},
	"threshold":   {"min-share 5%"},
	"to":          {"into REGEXP"},
	"top":         {"nodes 10", "limit 10"},
	"user":        {"view user"},
	"w":           {"wide"},
}

// exampleValues are the values in flagWishes that stand for any.
var exampleValues = []string{"10", "5%", "REGEXP", "SECTION", "app.jar", "src"}

// wishedFlag returns the flag of a command for one that users try, with the value that they gave it, "" for none; or "".
func wishedFlag(c *cobra.Command, name, value string) string {
	for _, wish := range flagWishes[strings.ToLower(name)] {
		flag, example, _ := strings.Cut(wish, " ")
		f := c.Flags().Lookup(flag)
		_, err := strconv.Atoi(value)
		if f == nil || err == nil && example == "line" {
			continue
		}
		if isNumber := err == nil; value != "" && slices.Contains(exampleValues, example) && (isNumber || example != "10") {
			wish = flag + " " + shellQuote(value)
		}
		return "did you mean --" + wish + "?"
	}
	return ""
}

// wishedElsewhere names the commands with a flag for one that users try, if this command has none; or returns "".
func wishedElsewhere(c *cobra.Command, name string) string {
	for _, wish := range flagWishes[strings.ToLower(name)] {
		flag, _, _ := strings.Cut(wish, " ")
		switch others := havingFlag(c, flag); {
		case len(others) == 1:
			return others[0] + " has --" + wish
		case len(others) > 4:
			return fmt.Sprintf("%s and %d more commands have --%s", strings.Join(others[:3], ", "), len(others)-3, wish)
		case len(others) > 1:
			return words.List(others) + " have --" + wish
		}
	}
	return ""
}

// havingFlag returns the names of the commands with a flag.
func havingFlag(c *cobra.Command, flag string) []string {
	var all []string
	for _, other := range c.Root().Commands() {
		if other.Flags().Lookup(flag) != nil {
			all = append(all, other.Name())
		}
	}
	return all
}

// noMetric is the hint for -m in a command without it: the metric that it always counts, and commands with a choice; or "".
func noMetric(c *cobra.Command) string {
	for _, m := range convert.Metrics {
		if MetricWords[m].Command == c.Name() {
			return fmt.Sprintf("%s always counts %s; top, peek and flame have -m", c.Name(), m.Unit())
		}
	}
	switch c.Name() {
	case "inline":
		return "inline always counts calls; top, peek and flame have -m"
	case "list", "info":
		return fmt.Sprintf("%s shows all metrics; top, peek and flame have -m", c.Name())
	}
	return ""
}

// metricWishes are names that users of other tools try for a metric.
var metricWishes = map[convert.Metric][]string{
	convert.Samples:    {"sample", "self", "total", "stacks"},
	convert.Calls:      {"call", "entries", "count", "counts", "invocations", "hits"},
	convert.Branches:   {"branch", "conditionals", "ifs"},
	convert.Receivers:  {"receiver", "types", "virtual"},
	convert.InstanceOf: {"casts", "typechecks"},
	convert.Monitors:   {"monitor", "lock", "locks", "contention"},
}

// Names of metrics that other tools have but a GraalVM profile does not.
var (
	timeWishes       = []string{"time", "cpu", "wall", "seconds", "milliseconds", "nanoseconds", "cycles"}
	allocationWishes = []string{"alloc", "allocs", "allocation", "allocations", "bytes", "heap", "memory", "objects"}
)

// metricHint is the hint for a value that a command's -m does not accept; choices are the accepted ones.
func metricHint(name string, choices []string) string {
	name = strings.ToLower(name)
	switch {
	case slices.Contains(timeWishes, name) && slices.Contains(choices, convert.Samples.String()):
		return "a profile has no times: the closest metric is -m samples"
	case slices.Contains(timeWishes, name):
		return "a profile has no times"
	case slices.Contains(allocationWishes, name):
		return "a profile has no allocations"
	}
	for _, m := range convert.Metrics {
		switch {
		case m.String() != name && !slices.Contains(metricWishes[m], name):
		case slices.Contains(choices, m.String()):
			return Suggest("-m ", []string{m.String()})
		default:
			return fmt.Sprintf("iprof-viz %s shows %s", MetricWords[m].Command, m)
		}
	}
	return Suggest("-m ", nearest.Words(name, choices))
}

// MetricWords name the records of a metric, and the command that shows it. The default metric stands for other tools' stacks.
var MetricWords = map[convert.Metric]struct{ Records, Command string }{
	convert.DefaultMetric: {"stacks", ""},
	convert.Samples:       {"stacks", "top -m samples"},
	convert.Calls:         {"contexts", "top -m calls"},
	convert.Branches:      {"contexts", "branches"},
	convert.Receivers:     {"contexts", "receivers"},
	convert.InstanceOf:    {"contexts", "instanceof"},
	convert.Monitors:      {"contexts", "monitors"},
}
