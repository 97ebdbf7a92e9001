package code

import "slices"

// A trial is a tentative change of intervals that may lead to a contradiction.
type trial struct {
	changed []change
	failed  bool
}

type change struct {
	at  *interval
	was interval
}

func (t *trial) undo() {
	for _, c := range slices.Backward(t.changed) {
		*c.at = c.was
	}
}
