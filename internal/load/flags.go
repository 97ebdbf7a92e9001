package load

import (
	"regexp"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// MetricFlag lets the user choose among some metrics.
func MetricFlag(c *cobra.Command, to *convert.Metric, metrics ...convert.Metric) {
	cli.ChoiceFlag(c, to, "metric", "m", MetricUsage, cli.ByName(metrics...)...)
}

// MetricUsage is the help text of --metric.
const MetricUsage = "the metric (default: samples if there are 300, otherwise calls)"

// NameFlags bind how methods are named. Those with the same name show parameters: merged by name, main that calls main(String[])
// would look like recursion.
func NameFlags(c *cobra.Command, to *convert.NameOptions) {
	to.Disambiguate = true
	cli.ChoiceFlag(c, &to.Style, "names", "", "how much of a method's name to show",
		cli.ByName(convert.FullNames, convert.ShortNames, convert.SignatureNames)...)
	AppFlag(c, &to.Application)
	c.Flags().BoolVar(&to.Normalize, "normalize", false, "strip build-dependent parts of names (hashes, addresses)")
}

// AppFlag binds which methods belong to the application, and the flag that ignores the settings, which may define the same.
func AppFlag(c *cobra.Command, to **regexp.Regexp) {
	cli.Bind(c, cli.PatternValue(to), "app", "", appUsage)
	c.Flags().Bool(noSettings, false, "do not read "+cli.SettingsFile)
}

const appUsage = "the application's methods (default: " + cli.AppVar + ", " + cli.SettingsFile + ", otherwise everything except JDK and GraalVM)"

const noSettings = "no-settings" // a flag

// ChangeFlag binds the choice between changes of shares and of numbers of samples.
func ChangeFlag(c *cobra.Command, to *stacks.ChangeOf) {
	cli.ChoiceFlag(c, to, "change", "", "with --base: changes of shares of samples, or of their numbers (default: numbers if both runs made as many calls)",
		cli.ByName(stacks.ShareChange, stacks.CountChange)...)
}

// RenamesFlag is the flag of every command that compares profiles.
func RenamesFlag(c *cobra.Command, to *compare.Options) {
	c.Flags().BoolVar(&to.NoRenames, "no-renames", false, "do not detect renamed methods and classes")
}

// FilterFlags bind the choice of stacks and frames.
func FilterFlags(c *cobra.Command, to *convert.FilterOptions) {
	cli.ChoiceFlag(c, &to.View, "view", "", "all frames; without the profiler's runtime; also with VM code as one frame; "+
		"application only, charged with its callees", cli.ByName(convert.Views...)...)
	for _, f := range []struct {
		name, usage string
		to          **regexp.Regexp
	}{
		{"focus", "keep only stacks with a matching frame", &to.Focus},
		{"ignore", "drop stacks with a matching frame", &to.Ignore},
		{"hide", "leave out matching frames", &to.Hide},
		{"show-from", "drop the callers of the outermost matching frame", &to.ShowFrom},
	} {
		cli.Bind(c, cli.PatternValue(f.to), f.name, "", f.usage)
	}
}

// SiteFlags are the flags of every command that ranks places in the code, of a metric.
func SiteFlags(c *cobra.Command, to *rank.SiteOptions, metric convert.Metric) {
	orders := rank.SiteOrders(metric)
	to.Sort = orders[0]
	cli.ChoiceFlag(c, &to.Sort, "sort", "", "uncertainty: executions times entropy; entropy: the most even first, those below 0.1% of the executions last", cli.WordPicks(orders...)...)
	c.Flags().BoolVar(&to.Contexts, "contexts", false, "rank inlining contexts separately instead of their sum")
}
