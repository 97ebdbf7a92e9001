package main

import (
	"io"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/exportjob"
	"github.com/iprof-viz/iprof-viz/internal/layout"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/tablejob"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

var allFilters = convert.FilterOptions{
	View: convert.UserView, Focus: regexp.MustCompile("a"), Ignore: regexp.MustCompile("b"),
	Hide: regexp.MustCompile("c"), ShowFrom: regexp.MustCompile("d"),
}

var filterArgs = []string{"--view", "user", "--focus", "a", "--ignore", "b", "--hide", "c", "--show-from", "d", "--names", "short", "--normalize"}

var allClasses = load.ClassOptions{ClassPath: "a.jar", JDK: "j", SourcePath: "src"}

var classArgs = []string{"--classpath", "a.jar", "--jdk", "j", "--source-path", "src"}

var allSources = load.SourceOptions{From: source.Xprof, SampleType: "s", Column: "c"}

var sourceArgs = []string{"--from", "xprof", "--sample-type", "s", "--column", "c"}

// What the flags of every command are set to.
var allIO = cli.IOOptions{MaxInput: 5e6, Output: "out", Quiet: true}

// wideIO is the same for commands that print names as text.
var wideIO = cli.IOOptions{MaxInput: 5e6, Output: "out", Quiet: true, Wide: true}

// Flags bind to options: without any there are the defaults, and each sets its field.
func TestFlags(t *testing.T) {
	apart := convert.NameOptions{Disambiguate: true}
	fit, half := 0.95, 0.5
	tests := []struct {
		name     string
		new      func(e *cli.Env) (c *cobra.Command, options any)
		defaults any
		args     []string
		want     any
	}{
		{
			"info", func(e *cli.Env) (*cobra.Command, any) { var o infoOptions; return newInfo(e, &o), &o },
			&infoOptions{names: apart, info: info.Options{Limit: 5}},
			[]string{"--format", "json", "-n", "0", "--names", "signature", "--normalize", "--against", "m", "--all"},
			&infoOptions{
				IOOptions: wideIO, sources: allSources,
				names:   convert.NameOptions{Style: convert.SignatureNames, Normalize: true, Disambiguate: true},
				against: "m", format: "json", all: true,
			},
		},
		{
			"inline", func(e *cli.Env) (*cobra.Command, any) { var o inlineOptions; return newInline(e, &o), &o },
			&inlineOptions{
				names:    convert.NameOptions{Style: convert.ShortNames, Disambiguate: true},
				filter:   convert.FilterOptions{View: convert.ExpertView},
				minShare: -1, units: -1, sites: -1,
				picture: layout.Options{Timeout: 20 * time.Second},
			},
			append(slices.Concat(filterArgs, classArgs), "--into", "e", "--sort", "bci", "--depth", "4", "--min-share", "2%", "--limit", "5", "--sites", "0",
				"--ascii", "--format", "svg", "--color", "never", "--title", "T", "--theme", "light", "--dot", "mydot", "--layout-timeout", "1m", "--force"),
			&inlineOptions{
				IOOptions: wideIO,
				names:     convert.NameOptions{Style: convert.ShortNames, Normalize: true, Disambiguate: true},
				filter:    allFilters, into: regexp.MustCompile("e"), byBCI: true, depth: 4, minShare: 0.02, units: 5, sites: 0,
				ascii: true, format: treeSVG, color: cli.ColorNever, title: "T",
				picture: layout.Options{Engine: "mydot", Timeout: time.Minute, Theme: palette.LightTheme, Force: true}, classes: allClasses,
			},
		},
		{
			"folded", func(e *cli.Env) (*cobra.Command, any) { var o exportjob.Options; return newFolded(e, &o), &o },
			&exportjob.Options{},
			append(slices.Concat(filterArgs, classArgs), "-m", "calls", "--lines"),
			&exportjob.Options{
				IOOptions: allIO, Sources: allSources, Classes: allClasses, Filter: allFilters, ByLine: true,
				Names: convert.NameOptions{Style: convert.ShortNames, Normalize: true}, Metrics: exportjob.Choice{Metric: convert.Calls},
			},
		},
		{
			"speedscope", func(e *cli.Env) (*cobra.Command, any) { var o exportjob.Options; return newSpeedscope(e, &o), &o },
			&exportjob.Options{},
			append(slices.Concat(filterArgs, classArgs), "-m", "all", "--lines"),
			&exportjob.Options{
				IOOptions: allIO, Sources: allSources, Classes: allClasses, Filter: allFilters, ByLine: true,
				Names: convert.NameOptions{Style: convert.ShortNames, Normalize: true}, Metrics: exportjob.Choice{All: true},
			},
		},
		{
			"callgrind", func(e *cli.Env) (*cobra.Command, any) { var o exportjob.Options; return newCallgrind(e, &o), &o },
			&exportjob.Options{Complete: true, Names: apart},
			append(slices.Concat(filterArgs, classArgs), "-m", "branches", "--complete=false"),
			&exportjob.Options{
				IOOptions: allIO, Sources: allSources, Classes: allClasses, Filter: allFilters,
				Names: convert.NameOptions{Style: convert.ShortNames, Normalize: true, Disambiguate: true}, Metrics: exportjob.Choice{Metric: convert.Branches},
			},
		},
		{
			"lcov", func(e *cli.Env) (*cobra.Command, any) { var o lcovOptions; return newLcov(e, &o), &o },
			&lcovOptions{},
			append(slices.Concat(filterArgs, classArgs), "--only-profiled"),
			&lcovOptions{
				IOOptions: allIO, classes: allClasses, filter: allFilters, onlyProfiled: true,
				names: convert.NameOptions{Style: convert.ShortNames, Normalize: true},
			},
		},
		{
			"pprof", func(e *cli.Env) (*cobra.Command, any) { var o pprofOptions; return newPprof(e, &o), &o },
			&pprofOptions{},
			append(slices.Concat(filterArgs, classArgs), "--metric", "receivers", "--complete", "--period", "10ms", "--time", "2026-01-31T12:00:00Z"),
			&pprofOptions{
				Options: exportjob.Options{
					IOOptions: allIO, Sources: allSources, Classes: allClasses, Filter: allFilters, Complete: true,
					Names: convert.NameOptions{Style: convert.ShortNames, Normalize: true}, Metrics: exportjob.Choice{Metric: convert.Receivers},
				},
				period: 10 * time.Millisecond, time: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
			},
		},
		{
			"graph", func(e *cli.Env) (*cobra.Command, any) { var o graphOptions; return newGraph(e, &o), &o },
			&graphOptions{
				names: convert.NameOptions{Style: convert.ShortNames, Disambiguate: true},
				graph: callgraph.Options{
					Filter: convert.FilterOptions{View: convert.ExpertView}, Callers: 2, Callees: 2, Nodes: -1, NodeFraction: -1, EdgeFraction: -1,
				},
				limit: -1, picture: layout.Options{Timeout: 20 * time.Second},
			},
			append(slices.Concat(filterArgs, classArgs), "-m", "samples", "--format", "png", "--base", "old.iprof", "--units", "--by", "class", "--nodes", "30", "--node-fraction", "2%",
				"--edge-fraction", "0.5", "-n", "7", "--callers", "0", "--callees", "3", "--title", "T", "--theme", "dark",
				"--dot", "mydot", "--layout-timeout", "1m", "--force"),
			&graphOptions{
				IOOptions: allIO, sources: allSources,
				names: convert.NameOptions{Style: convert.ShortNames, Normalize: true, Disambiguate: true},
				graph: callgraph.Options{
					Metric: convert.Samples, By: convert.ByClass, Filter: allFilters, Callers: 0, Callees: 3,
					Nodes: 30, NodeFraction: 0.02, EdgeFraction: 0.5,
				},
				units: true, limit: 7, format: "png", title: "T", base: "old.iprof",
				picture: layout.Options{Engine: "mydot", Timeout: time.Minute, Theme: palette.DarkTheme, Force: true}, classes: allClasses,
			},
		},
		{
			"flame", func(e *cli.Env) (*cobra.Command, any) { var o flameOptions; return newFlame(e, &o), &o },
			&flameOptions{
				names:   apart,
				tree:    stacks.Options{Filter: convert.FilterOptions{View: convert.ExpertView}},
				picture: flame.Options{MinWidth: 0.1},
			},
			append(slices.Concat(filterArgs, classArgs), "-m", "calls", "--format", "svg", "--palette", "name", "--color", "kind", "--theme", "dark", "--base", "old.iprof",
				"--icicle", "--flame", "--reverse", "--merge-recursion", "--sort", "name", "--no-notes", "--slide", "--title", "T",
				"--width", "800", "--min-width", "2.5", "--lines"),
			&flameOptions{
				IOOptions: allIO, sources: allSources,
				names: convert.NameOptions{Style: convert.ShortNames, Normalize: true, Disambiguate: true},
				tree:  stacks.Options{Metric: convert.Calls, Filter: allFilters, Reverse: true, ByLine: true},
				picture: flame.Options{
					Title: "T", Width: 800, MinWidth: 2.5, SortByName: true, NoNotes: true, Slide: true,
					Color: flame.NameColor, Theme: palette.DarkTheme,
				},
				base: "old.iprof", format: "svg", color: flame.KindColor, merge: true, upward: true, icicle: true, classes: allClasses,
			},
		},
		{
			"diff", func(e *cli.Env) (*cobra.Command, any) { var o diffOptions; return newDiff(e, &o), &o },
			&diffOptions{
				names:    apart,
				diff:     diff.Options{Filter: convert.FilterOptions{View: convert.ExpertView}, Threshold: 0.05},
				failOver: -1,
				table:    tablejob.Options{Format: tablejob.FormatByExtension, Limit: -1},
			},
			append(filterArgs, "--section", "samples,calls", "--sort", "total", "--by", "line", "--classpath", "app.jar", "--old-classpath", "old.jar", "--jdk", "jdk", "--source-path", "src", "--threshold", "1%", "--exact", "--fail-over", "2.5%", "--fail-under-overlap", "50%", "--format", "csv", "-n", "3", "--color", "always"),
			&diffOptions{
				IOOptions: wideIO, sources: allSources,
				names: convert.NameOptions{Style: convert.ShortNames, Normalize: true, Disambiguate: true},
				diff: diff.Options{
					Filter: allFilters, Threshold: 0.01, Exact: true, Sections: []diff.Section{diff.Samples, diff.Calls}, By: convert.ByLine, Totals: true,
				},
				classes:  load.ClassOptions{ClassPath: "app.jar", JDK: "jdk", SourcePath: "src"},
				oldPath:  "old.jar",
				failOver: 0.025, failUnderOverlap: &half,
				table: tablejob.Options{Format: tablejob.Format(tables.CSVFormat), Limit: 3, Color: cli.ColorAlways},
			},
		},
		{
			"variance", func(e *cli.Env) (*cobra.Command, any) { var o varianceOptions; return newVariance(e, &o), &o },
			&varianceOptions{
				names:    apart,
				variance: diff.VarianceOptions{Filter: convert.FilterOptions{View: convert.ExpertView}},
				table:    tablejob.Options{Format: tablejob.FormatByExtension, Limit: -1},
			},
			append(filterArgs, "-m", "samples", "--format", "markdown", "-n", "0", "--fail-under-overlap", "0.5"),
			&varianceOptions{
				IOOptions: wideIO, sources: allSources, failUnderOverlap: &half,
				names:    convert.NameOptions{Style: convert.ShortNames, Normalize: true, Disambiguate: true},
				variance: diff.VarianceOptions{Metric: convert.Samples, Filter: allFilters},
				table:    tablejob.Options{Format: tablejob.Format(tables.MarkdownFormat)},
			},
		},
		{
			"merge", func(e *cli.Env) (*cobra.Command, any) { var o mergeOptions; return newMerge(e, &o), &o },
			&mergeOptions{limit: 10},
			[]string{"-r", "--equal-weight", "--strip-unused", "-n", "3", "-:2", "--input-file", "a", "--input-file=b", "--input-dir", "c"},
			&mergeOptions{IOOptions: allIO, files: []string{"a", "b"}, dirs: []string{"c"}, stdin: []string{"2"}, recursive: true, equalWeight: true, stripUnused: true, limit: 3},
		},
		{
			"strip", func(e *cli.Env) (*cobra.Command, any) { var o stripOptions; return newStrip(e, &o), &o },
			&stripOptions{},
			[]string{"--unused", "--keep", "a,b", "--keep", "c", "--drop", "d", "--profiler", "--anonymize", "k", "--reveal", "l"},
			&stripOptions{
				IOOptions: allIO,
				strip:     rewrite.StripOptions{Keep: []string{"a", "b", "c"}, Drop: []string{"d"}, Profiler: true},
				unused:    true, anonymize: "k", reveal: "l",
			},
		},
		{
			"check", func(e *cli.Env) (*cobra.Command, any) { var o checkOptions; return newCheck(e, &o), &o },
			&checkOptions{limit: -1},
			[]string{"--format", "json", "--strict", "--salvage", "--against", "m", "-n", "0", "--classpath", "c", "--jdk", "j", "--fail-under", "95%",
				"--production", "p", "--fail-under-production", "0.5", "--fail-under-coverage", "0.5", "--fail-over-margin", "95%", "--fail-over-gap", "95%", "--app", "a"},
			&checkOptions{
				IOOptions: wideIO, strict: true, salvage: true, against: "m", format: "json", classes: load.ClassOptions{ClassPath: "c", JDK: "j"},
				failUnder: &fit, application: regexp.MustCompile("a"), production: "p", sources: allSources,
				failUnderProduction: &half, failUnderCoverage: &half, failOverMargin: &fit, failOverGap: &fit,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, of := range []struct {
				what string
				args []string
				want any
			}{
				{"no flags", nil, tt.defaults},
				{"all flags", append(tt.args, "-q", "--max-input", "5MB", "-o", "out"), tt.want},
			} {
				c, options := tt.new(cli.NewEnv(nil, io.Discard, io.Discard))
				if of.args != nil && c.Flags().Lookup("from") != nil {
					of.args = append(of.args, sourceArgs...)
				}
				if of.args != nil && c.Flags().Lookup("wide") != nil {
					of.args = append(of.args, "--wide")
				}
				if err := c.ParseFlags(of.args); err != nil {
					t.Fatalf("%s: %v", of.what, err)
				}
				if !reflect.DeepEqual(options, of.want) {
					t.Errorf("%s:\n got %+v\nwant %+v", of.what, options, of.want)
				}
			}
		})
	}
}

func TestMetricAll(t *testing.T) {
	var o pprofOptions
	c := newPprof(cli.NewEnv(nil, io.Discard, io.Discard), &o)
	if err := c.ParseFlags([]string{"-m", "all"}); err != nil || !o.Metrics.All {
		t.Errorf("-m all: %v, %+v", err, o)
	}
	if err := c.ParseFlags([]string{"-m", "calls"}); err != nil || o.Metrics != (exportjob.Choice{Metric: convert.Calls}) {
		t.Errorf("-m calls: %v, %+v", err, o)
	}
}

func TestSize(t *testing.T) {
	for _, tt := range []struct {
		text  string
		bytes int64 // 0: an error
		shown string
	}{
		{"1000", 1000, "1000"},
		{"64B", 64, "64"},
		{"2GiB", 2 << 30, "2GiB"},
		{"2gib", 2 << 30, "2GiB"},
		{"2G", 2 << 30, "2GiB"},
		{"2GB", 2e9, "1953125KiB"},
		{"1.5 MiB", 3 << 19, "1536KiB"},
		{"500kb", 500e3, "500000"},
		{"1TiB", 1 << 40, "1TiB"},
		{"0", -1, "0"},
		{text: ""},
		{text: "x"},
		{text: "-1"},
		{text: "NaN"},
		{text: "GiB"},
		{text: "9e30"},
		{text: "9223372036854775808"},
		{text: "1EiB"},
	} {
		n, err := cli.ParseSize(tt.text)
		if (err != nil) != (tt.bytes == 0) || err == nil && (n != tt.bytes || cli.FormatSize(n) != tt.shown) {
			t.Errorf("%q: %d, shown as %s, %v; want %d, %s", tt.text, n, cli.FormatSize(n), err, tt.bytes, tt.shown)
		}
	}
}
