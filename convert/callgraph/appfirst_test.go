package callgraph

import (
	"bytes"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// With AppFirst, all units with application code come before others; both are by entries, and all together are the same units. A limit
// keeps the first, and so do limits of nodes.
func TestUnitsOfTheApplicationComeFirst(t *testing.T) {
	for file, data := range testprofile.Varied(t) {
		p, err := iprof.Parse(bytes.NewReader(data), iprof.Options{})
		if err != nil {
			t.Fatal(file, err)
		}
		names := convert.NewNames(p, convert.NameOptions{Style: convert.SignatureNames, Disambiguate: true})
		unitsOf := func(opts UnitOptions) *Units {
			u, err := NewUnits(p, names, opts)
			if err != nil {
				t.Fatal(file, err)
			}
			return u
		}
		plain, first := unitsOf(UnitOptions{}), unitsOf(UnitOptions{AppFirst: true})
		count := map[string]int64{}
		for _, u := range plain.Units {
			count[u.Full] += u.Inclusive
		}
		others, apps, last := 0, 0, int64(-1)
		for _, u := range first.Units {
			count[u.Full] -= u.Inclusive
			switch hasApplication(&u) {
			case true:
				if apps++; others > 0 {
					t.Errorf("%s: %s has application code, but is after others", file, u.Full)
				}
			case false:
				if others++; others == 1 {
					last = -1
				}
			}
			if last >= 0 && u.Inclusive > last {
				t.Errorf("%s: %s has %d entries, more than the unit before it", file, u.Full, u.Inclusive)
			}
			last = u.Inclusive
		}
		for name, n := range count {
			if n != 0 {
				t.Errorf("%s: the order changed the entries of %s by %d", file, name, -n)
			}
		}
		if first.AppFirst != (apps > 0 && others > 0) || plain.AppFirst {
			t.Errorf("%s: %d units with application code, %d others, AppFirst %v", file, apps, others, first.AppFirst)
		}
		for _, limited := range []*Units{unitsOf(UnitOptions{AppFirst: true, Units: 3}), unitsOf(UnitOptions{AppFirst: true, Nodes: 5})} {
			for i, u := range limited.Units {
				if u.Full != first.Units[i].Full {
					t.Errorf("%s: unit %d is %s with a limit, otherwise %s", file, i, u.Full, first.Units[i].Full)
				}
			}
		}
	}
}

func hasApplication(u *Unit) bool {
	for _, c := range u.Contexts {
		if convert.KindOf(c.Plain) == convert.Application {
			return true
		}
	}
	return false
}
