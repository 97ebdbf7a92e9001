package compare

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// UnitCaveats returns a caveat about changes between values in different units, one sentence; nil: none. Values of an unknown unit
// are usually samples, and are treated as such, but ms or bytes are not: see [convert.CheckUnits].
func UnitCaveats(units ...string) []string {
	other := slices.IndexFunc(units, func(unit string) bool {
		return unit != convert.UnknownUnit && convert.CheckUnits(unit, convert.Samples.Unit()) != nil
	})
	if other < 0 || !slices.Contains(units, convert.UnknownUnit) {
		return nil
	}
	return []string{"one profile has " + units[other] + ", another values of an unknown unit: unless these are " + units[other] + ", too, the changes mean nothing"}
}

// unitCaveats returns the caveats about the units of samples, over all profiles that have some.
func (pr *Pairing) unitCaveats() []string {
	var units []string
	for _, names := range pr.names {
		if p := names.Profile; p.Total(convert.Samples.Section()) > 0 {
			units = append(units, convert.Samples.UnitIn(p))
		}
	}
	return UnitCaveats(units...)
}

// EventCaveats returns a caveat about samples of different kinds in profiles of one format, one sentence; nil: none.
func EventCaveats(origins ...iprof.Origin) []string {
	first := map[string]string{} // by format
	for _, origin := range origins {
		if origin.Event == "" {
			continue
		}
		switch known, ok := first[origin.Format]; {
		case !ok:
			first[origin.Format] = origin.Event
		case known != origin.Event:
			return []string{fmt.Sprintf("one profile has samples of %s, another of %s, which need not have the same shares: --sample-type reads the same of all",
				words.QuoteShort(known, 80), words.QuoteShort(origin.Event, 80))}
		}
	}
	return nil
}

// eventCaveats returns the caveats about the kinds of samples, over all profiles that have some.
func (pr *Pairing) eventCaveats() []string {
	var origins []iprof.Origin
	for _, names := range pr.names {
		if p := names.Profile; p.Total(convert.Samples.Section()) > 0 {
			origins = append(origins, p.Origin())
		}
	}
	return EventCaveats(origins...)
}
