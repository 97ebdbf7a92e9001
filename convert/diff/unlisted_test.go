package diff

import (
	"math"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/compare"
)

// Executions of unlisted types may be of any type: a count is as close to the other side's share as they can make it.
func TestClosestCounts(t *testing.T) {
	for _, c := range []struct {
		unlisted                unlistedCount
		count, executions, want compare.Counts
	}{
		{unlistedCount{}, compare.Counts{Old: 10, New: 90}, compare.Counts{Old: 100, New: 100}, compare.Counts{Old: 10, New: 90}},
		{unlistedCount{30, 0}, compare.Counts{Old: 10, New: 90}, compare.Counts{Old: 100, New: 100}, compare.Counts{Old: 40, New: 90}},
		{unlistedCount{90, 0}, compare.Counts{Old: 10, New: 60}, compare.Counts{Old: 100, New: 100}, compare.Counts{Old: 60, New: 60}},
		{unlistedCount{0, 30}, compare.Counts{Old: 90, New: 10}, compare.Counts{Old: 100, New: 100}, compare.Counts{Old: 90, New: 40}},
		{unlistedCount{0, 150}, compare.Counts{Old: 50, New: 20}, compare.Counts{Old: 100, New: 200}, compare.Counts{Old: 50, New: 100}},
		{unlistedCount{50, 50}, compare.Counts{Old: 50, New: 100}, compare.Counts{Old: 100, New: 200}, compare.Counts{Old: 50, New: 100}},
	} {
		if got := c.unlisted.closest(c.count, c.executions); got != c.want {
			t.Errorf("%v: %+v of %+v: %+v, want %+v", c.unlisted, c.count, c.executions, got, c.want)
		}
	}
}

// At least so much has moved, whatever the unlisted types are.
func TestLeastMoved(t *testing.T) {
	executions := compare.Counts{Old: 100, New: 200}
	for _, c := range []struct {
		unlisted    unlistedCount
		moved, want float64
	}{{unlistedCount{}, 0.5, 0.5}, {unlistedCount{20, 0}, 0.5, 0.4}, {unlistedCount{0, 20}, 0.5, 0.45}, {unlistedCount{20, 20}, 0.5, 0.35}, {unlistedCount{100, 200}, 0.5, 0}} {
		if got := c.unlisted.minMoved(c.moved, executions); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.unlisted, got, c.want)
		}
	}
}

// One type may lead on both sides if the unlisted executions can make it so: a listed one, or one that neither side lists.
func TestOneMayLead(t *testing.T) {
	for _, c := range []struct {
		unlisted unlistedCount
		listed   []compare.Counts
		want     bool
	}{
		{unlistedCount{1, 1}, []compare.Counts{{Old: 90, New: 10}, {Old: 10, New: 90}}, false},
		{unlistedCount{80, 0}, []compare.Counts{{Old: 90, New: 10}, {Old: 10, New: 90}}, true},
		{unlistedCount{79, 0}, []compare.Counts{{Old: 90, New: 10}, {Old: 10, New: 90}}, false},
		{unlistedCount{0, 80}, []compare.Counts{{Old: 90, New: 10}, {Old: 10, New: 90}}, true},
		{unlistedCount{90, 90}, []compare.Counts{{Old: 90, New: 0}, {Old: 0, New: 90}}, true},
		{unlistedCount{5, 5}, []compare.Counts{{Old: 90, New: 90}, {Old: 10, New: 20}}, true},
		{unlistedCount{5, 5}, nil, true},
	} {
		if got := c.unlisted.oneMayLead(c.listed); got != c.want {
			t.Errorf("%v, %+v: %t", c.unlisted, c.listed, got)
		}
	}
	if (unlistedCount{}).any() || !(unlistedCount{0, 1}).any() || !(unlistedCount{1, 0}).any() {
		t.Error("any is about either side")
	}
	if got := unlistedCaveat(1, 1234, "virtual calls"); got != "at 1 of 1,234 virtual calls a profile does not list all types: a change there is shown only if it holds for any of them" {
		t.Error(got)
	}
}
