package calls_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Without class files, Known and Entered are made of few of the sites. They say the same as all of them.
func TestKnownCallsAreThoseOfAllSites(t *testing.T) {
	type call struct {
		slot   int32
		bci    iprof.BCI
		target calls.Target
	}
	rapid.Check(t, func(r *rapid.T) {
		p := testprofile.Parse(t, string(profilegen.Draw(r, "profile", profilegen.Options{}).JSON()))
		g := calls.New(p, calls.Options{})
		wanted := rapid.SliceOfN(rapid.Bool(), p.MethodSlots(), p.MethodSlots()).Draw(r, "wanted")
		collect := func(known func(func(*calls.Site, *calls.Target) bool), keep func(*calls.Site, *calls.Target) bool) []call {
			var of []call
			for s, target := range known {
				if keep(s, target) {
					of = append(of, call{s.Slot, s.BCI, *target})
				}
			}
			return of
		}
		stayed := func(_ *calls.Site, c *calls.Target) bool {
			return c.Stayed.High > 0 && c.Stayed.Execution().Bound != code.None
		}
		orWanted := func(s *calls.Site, c *calls.Target) bool { return wanted[s.Slot] || stayed(s, c) }
		known, some := collect(g.Known(nil), stayed), collect(g.Known(wanted), orWanted) // before All, which makes all sites
		if all := collect(g.All(), stayed); !reflect.DeepEqual(known, all) {
			r.Errorf("%+v\nis known, of\n%+v", known, all)
		}
		if all := collect(g.All(), orWanted); !reflect.DeepEqual(some, all) {
			r.Errorf("%+v\nis known of %v, of\n%+v", some, wanted, all)
		}
		called := make([]calls.Count, p.MethodSlots())
		pairs := map[[2]int32]bool{}
		for s, target := range g.All() {
			if to := target.Callee.Slot; to >= 0 {
				called[to] = called[to].Plus(target.Stayed)
				pairs[[2]int32{s.Slot, to}] = true
			}
		}
		for slot, n := range called {
			e := g.Entered[slot]
			if e.Called != n {
				r.Errorf("method %d: called %+v, by its sites %+v", slot, e.Called, n)
			}
			if e.From == calls.FromSampled && pairs[[2]int32{e.Caller, int32(slot)}] {
				r.Errorf("method %d: sampled callers from outside are %d, which calls it", slot, e.Caller)
			}
		}
	})
}
