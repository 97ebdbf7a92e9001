package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// A diffCommand has the flags of diff.
type diffCommand struct {
	names    convert.NameOptions
	diff     diff.Options
	failOver float64 // a share; negative: whatever changed is fine
	table    tableOutput
}

func (a *app) newDiff(cmd *diffCommand) *cobra.Command {
	cmd.diff = diff.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Threshold: compare.DefaultThreshold}
	cmd.failOver = -1
	c := &cobra.Command{
		Use:   "diff [flags] OLD NEW",
		Short: "Show what changed from one profile to another",
		Long: `diff compares two profiles: self samples and entries of methods, where
conditionals went, which types virtual calls and type checks met, what was
inlined. Methods are paired by class, name and signature; what is left over by
names without the hashes that differ from build to build, where that pairs one
to one.

Runs are brought to the same length first. Samples changed if a two-proportion
z-test at 95 %, corrected for the number of methods, tells them from chance.
Counts of instrumented code are no random samples: they changed if they did by
--threshold and by more than independent events would. --exact shows all that
differs, for programs that always do the same.

--fail-over 5% ends the program with status 1 where a method gained or lost
more than 5 % of all self samples, or entries. All are those of the run that
has more at the same length, so no change is above 100 %, and it does not
matter which of the two is the new one. Only what is called a change counts.`,
		Example: `  iprof-viz diff before.iprof after.iprof
  iprof-viz diff --section calls,inlining -n 0 before.iprof after.iprof
  iprof-viz diff --fail-over 5% -o diff.md before.iprof after.iprof`,
		Args: twoProfiles,
		RunE: func(c *cobra.Command, args []string) error { return a.diff(cmd, args[0], args[1]) },
	}
	sections := byName(diff.Sections...)
	bind(c, listValue(&cmd.diff.Sections, "SECTION", sections, exactly), "section", "", "only these, parted by commas: "+oneOf(wordsOf(sections)))
	bind(c, shareValue(&cmd.diff.Threshold), "threshold", "", "the least change of entries, probabilities and types")
	bind(c, shareValue(&cmd.failOver), "fail-over", "", "exit with status 1 if a method's share changed by more")
	c.Flags().BoolVar(&cmd.diff.Exact, "exact", false, "show every difference, however small, be it chance or not")
	a.tableFlags(c, &cmd.table)
	filterFlags(c, &cmd.diff.Filter)
	nameFlags(c, &cmd.names)
	a.readFlags(c)
	return c
}

// twoProfiles checks the arguments of a command that compares two profiles.
func twoProfiles(c *cobra.Command, args []string) error {
	if len(args) != 2 {
		return usage("", "%s needs two profiles, the old and the new, not %d", c.Name(), len(args))
	}
	if args[0] == "-" && args[1] == "-" {
		return usage("", "standard input can be read once only")
	}
	return nil
}

func (a *app) diff(cmd *diffCommand, old, new string) error {
	if err := cmd.table.settle(&a.target, &cmd.names); err != nil {
		return err
	}
	a.several = true
	if cmd.diff.Sections != nil {
		a.reading.iprof.Sections = nil
		for _, s := range cmd.diff.Sections {
			a.reading.iprof.Sections = append(a.reading.iprof.Sections, s.Metric().Section())
		}
	}
	profiles, err := a.profiles(old, new)
	if err != nil {
		return err
	}
	cmd.diff.Limit = cmd.table.limit
	names := convert.NewNames(cmd.names, profiles...)
	d := diff.New(profiles[0], profiles[1], names[0], names[1], cmd.diff)
	if len(d.Tables) == 0 && len(d.Notes) > 0 {
		return &failure{status: statusInput, file: new, err: fmt.Errorf("nothing to compare: the profiles have no kind of records in common%s", why(d.Notes))}
	}
	nothing := len(d.Tables) > 0
	for _, t := range d.Tables {
		nothing = nothing && t.Base == 0
	}
	if nothing {
		return &failure{status: statusCheck, file: new, empty: true, err: fmt.Errorf("the filters leave nothing to compare%s", why(d.Doubts))}
	}
	opts := a.tableOptions(&cmd.table)
	err = a.write(func(w io.Writer) error {
		return render.Tables(w, &d.Set, render.TableFormat(cmd.table.format), opts)
	})
	if err != nil {
		return err
	}
	if largest := d.Largest; cmd.failOver >= 0 && largest != nil && largest.Size() > cmd.failOver {
		return &failure{status: statusCheck, file: new, err: fmt.Errorf("--fail-over %s: the share of %s in %s changed by %s",
			formatShare(cmd.failOver), printable(largest.Method), largest.Unit, signedPercent(largest.Change))}
	}
	return nil
}

// signedPercent writes a change in percent with three digits that count, and with as many zeros before them as it takes.
func signedPercent(x float64) string {
	x *= 100
	digits := 2
	if size := math.Abs(x); size > 0 {
		digits = max(0, 2-int(math.Floor(math.Log10(size))))
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if x > 0 {
		text = "+" + text
	}
	return text + " %"
}

// why words notes as the reason of a failure.
func why(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "; " + strings.Join(notes, "; ")
}

// profiles reads profiles that are compared, one after the other.
func (a *app) profiles(names ...string) ([]*iprof.Profile, error) {
	var all []*iprof.Profile
	for i, name := range names {
		a.progress.part(i, len(names))
		in, err := a.open(name)
		if err != nil {
			return nil, err
		}
		p, err := a.parse(in)
		in.file.Close()
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}
