package graph

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func graphOf(t *testing.T, p *iprof.Profile, opts callgraph.Options) *callgraph.Graph {
	t.Helper()
	g, err := callgraph.New(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func unitsOf(t *testing.T, p *iprof.Profile, opts callgraph.UnitOptions) *callgraph.Units {
	t.Helper()
	u, err := callgraph.NewUnits(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func graphSince(t *testing.T, base, p *iprof.Profile, opts callgraph.Options) *callgraph.Graph {
	t.Helper()
	names := convert.NewSharedNames(convert.NameOptions{Style: convert.ShortNames}, base, p)
	g, err := callgraph.NewComparison(compare.New(names[0], names[1], compare.Options{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// pictured are the examples, and the profiles beside the checkout if they are there, by name.
func pictured(t *testing.T) map[string]*iprof.Profile {
	t.Helper()
	published := testtier.More(t, "pictures of published profiles beside those of testdata")
	if allPictured != nil {
		return allPictured
	}
	all := map[string]*iprof.Profile{}
	for name, data := range testprofile.Published(t) {
		if published || strings.HasPrefix(name, "testdata/") {
			all[name] = testprofile.Parse(t, string(data))
		}
	}
	allPictured = all
	return all
}

var allPictured map[string]*iprof.Profile // of pictured, so that defaultPictures knows them again
