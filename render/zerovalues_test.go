package render_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/convert/pprof"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/dot"
	"github.com/iprof-viz/iprof-viz/render/flame"
	"github.com/iprof-viz/iprof-viz/render/graph"
	"github.com/iprof-viz/iprof-viz/render/inlinetree"
	"github.com/iprof-viz/iprof-viz/render/palette"
	"github.com/iprof-viz/iprof-viz/render/summary"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

// Everything that takes names takes nil for the default ones.
func TestNilNamesAreTheDefault(t *testing.T) {
	file := testfile.Read(t, "../testdata/shop.iprof")
	p := testprofile.Read(t, bytes.NewReader(file))
	pattern := regexp.MustCompile("a")
	filter := convert.FilterOptions{View: convert.UserView, Hide: regexp.MustCompile("HashMap")}
	csv := func(w io.Writer, t *table.Table, err error) error {
		if err != nil {
			return err
		}
		return tables.CSV(w, t)
	}
	for name, write := range map[string]func(w io.Writer, names *convert.Names) error{
		"stacks": func(w io.Writer, names *convert.Names) error {
			tree, err := stacks.NewTree(p, names, stacks.Options{Filter: filter, Compared: true})
			if err != nil {
				return err
			}
			return folded.Write(w, tree)
		},
		"pprof": func(w io.Writer, names *convert.Names) error {
			return pprof.Write(w, p, names, pprof.Options{Metrics: exchange.Metrics(p), Filter: filter})
		},
		"graph": func(w io.Writer, names *convert.Names) error {
			g, err := callgraph.New(p, names, callgraph.Options{Filter: filter})
			if err != nil {
				return err
			}
			if err := tables.CSV(w, g.Table(0)); err != nil {
				return err
			}
			return graph.DOT(w, g, dot.Options{})
		},
		"units": func(w io.Writer, names *convert.Names) error {
			u, err := callgraph.NewUnits(p, names, callgraph.UnitOptions{Filter: filter})
			if err != nil {
				return err
			}
			return graph.UnitsDOT(w, u, dot.Options{})
		},
		"inlining": func(w io.Writer, names *convert.Names) error {
			in, err := inlining.New(p, names, inlining.Options{Filter: filter, Match: pattern})
			if err != nil {
				return err
			}
			return inlinetree.Text(w, in, inlinetree.TextOptions{})
		},
		"inlined into": func(w io.Writer, names *convert.Names) error {
			in, err := inlining.NewInto(p, names, inlining.IntoOptions{Filter: filter, Match: pattern})
			if err != nil {
				return err
			}
			return inlinetree.IntoText(w, in, inlinetree.TextOptions{})
		},
		"top": func(w io.Writer, names *convert.Names) error {
			tbl, err := rank.Top(p, names, rank.TopOptions{Filter: filter})
			return csv(w, tbl, err)
		},
		"monitors": func(w io.Writer, names *convert.Names) error {
			tbl, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Monitors})
			return csv(w, tbl, err)
		},
		"peek": func(w io.Writer, names *convert.Names) error {
			tbl, err := rank.Peek(p, names, pattern, rank.PeekOptions{Filter: filter})
			return csv(w, tbl, err)
		},
		"branches": func(w io.Writer, names *convert.Names) error {
			tbl, err := rank.Branches(p, names, rank.BranchOptions{SiteOptions: rank.SiteOptions{Filter: filter}})
			return csv(w, tbl, err)
		},
		"receivers": func(w io.Writer, names *convert.Names) error {
			tbl, err := rank.Types(p, names, convert.Receivers, rank.TypeOptions{SiteOptions: rank.SiteOptions{Filter: filter}})
			return csv(w, tbl, err)
		},
		"info": func(w io.Writer, names *convert.Names) error {
			return summary.InfoJSON(w, info.New(p, names, info.Options{}))
		},
		"variance": func(w io.Writer, names *convert.Names) error {
			var all []*convert.Names
			if names != nil {
				all = []*convert.Names{names, names}
			}
			v := diff.Variance([]string{"a", "b"}, []*iprof.Profile{p, p}, all, diff.VarianceOptions{Filter: filter})
			return tables.WriteSet(w, &v.Set, tables.JSONFormat, tables.Options{})
		},
		"projection": func(w io.Writer, names *convert.Names) error {
			for i, slot := range convert.Project(p, p.Stacks, names, filter).Frame {
				fmt.Fprintln(w, i, slot)
			}
			return nil
		},
	} {
		var got, want bytes.Buffer
		if err := write(&want, convert.NewNames(p, convert.NameOptions{})); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := write(&got, nil); err != nil {
			t.Errorf("%s without names: %v", name, err)
		}
		if want.Len() == 0 || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s: without names it is\n%s\nwith them\n%s", name, &got, &want)
		}
	}
}

// Values that have no name do not panic.
func TestUnknownValuesHaveStrings(t *testing.T) {
	for want, got := range map[string]string{
		"Metric(9)":     convert.Metric(9).String(),
		"Metric(-1)":    convert.Metric(-1).String(),
		"View(9)":       convert.View(9).String(),
		"NameStyle(9)":  convert.NameStyle(9).String(),
		"Kind(200)":     convert.Kind(200).String(),
		"TypeKind(9)":   sites.TypeKind(9).String(),
		"DropReason(9)": convert.DropReason(9).String(),
		"GroupBy(9)":    convert.GroupBy(9).String(),
		"Evidence(9)":   callgraph.Evidence(9).String(),
		"Severity(9)":   caveats.Severity(9).String(),
		"Section(9)":    diff.Section(9).String(),
		"Section(8)":    iprof.Section(8).String(),
		"Theme(9)":      palette.Theme(9).String(),
		"ColorBy(9)":    flame.ColorBy(9).String(),
		"Format(9)":     tables.Format(9).String(),
	} {
		if got != want {
			t.Errorf("%s: %s", want, got)
		}
	}
	if got := convert.GroupBy(9).Column() + convert.GroupBy(9).Plural(); got != "GroupBy(9)GroupBy(9)" {
		t.Error(got)
	}
	for _, m := range []convert.Metric{-1, 9} {
		_, _, _, _ = m.Unit(), m.Section(), m.RecordsNoun(), diff.Section(m).Metric()
	}
}

// The zero values of options are the defaults of the program.
func TestZeroOptionsAreTheDefaults(t *testing.T) {
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],
"methods":[{"id":1,"name":"a","signature":[0,0]},{"id":2,"name":"b","signature":[0,0]}],
"callCountProfiles":[{"ctx":"1:0","records":[1000000]},{"ctx":"2:0","records":[1000000]}]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	changed, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],
"methods":[{"id":1,"name":"a","signature":[0,0]},{"id":2,"name":"b","signature":[0,0]}],
"callCountProfiles":[{"ctx":"1:0","records":[1000000]},{"ctx":"2:0","records":[1030000]}]}`), iprof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	names := convert.NewSharedNames(convert.NameOptions{}, p, changed)
	of := compare.New(names[0], names[1], compare.Options{})
	text := func(threshold float64) string {
		var b bytes.Buffer
		if err := tables.WriteSet(&b, &diff.New(of, diff.Options{Threshold: threshold}).Set, tables.TextFormat, tables.Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got, want := text(0), text(compare.DefaultThreshold); got != want || got == text(-1) {
		t.Errorf("with the zero threshold:\n%s\nwith the default:\n%s\nwithout one:\n%s", got, want, text(-1))
	}
	tree, err := stacks.NewTree(p, nil, stacks.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var zero, byDefault bytes.Buffer
	if err := flame.SVG(&zero, tree, flame.Options{ID: "x"}); err != nil {
		t.Fatal(err)
	}
	err = flame.SVG(&byDefault, tree, flame.Options{ID: "x", MinWidth: flame.DefaultMinWidth, Width: flame.DefaultWidth})
	// In a browser only the picture without a width takes its window's.
	if err != nil || zero.String() != strings.Replace(byDefault.String(), `,"fixed":true`, "", 1) {
		t.Errorf("the zero options draw another picture: %v", err)
	}
	if err := flame.SVG(io.Discard, tree, flame.Options{MinWidth: flame.NoMinWidth}); err != nil {
		t.Error(err)
	}
}
