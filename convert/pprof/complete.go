package pprof

import (
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/exchange"
)

// completeNote explains samples of two locations.
const completeNote = "Entries as compilation root have their caller where it is known; a number of calls that is only bounded is the one that iprof-viz calls shows, never more than the entries"

// A completer writes entries of compilation roots with their callers.
type completer struct {
	*writer
	calls     [][]calls.RootCall // by slot: those that are not written yet
	frames    []int32            // by slot: how it is shown; nil: as it is
	locations map[uint64]uint64  // of callers, by [convert.PlaceKey]
}

func (w *writer) newCompleter(proj *convert.Projection) *completer {
	return &completer{writer: w, calls: w.opts.Complete, frames: exchange.Frames(w.profile, proj), locations: map[uint64]uint64{}}
}

// sample writes the entries of a method as compilation root, whose location is written: a sample for each caller, and one for the rest.
func (c *completer) sample(root int32, n convert.SiteCount, location []byte) {
	for root >= 0 && len(c.calls[root]) > 0 && n.Count > 0 {
		call := &c.calls[root][0]
		count := min(call.Count, n.Count)
		if caller := c.location(*call); caller != nil {
			part := n
			part.Count = count
			c.writer.sample(part, location, caller)
			n.Count -= count
		}
		if call.Count -= count; call.Count == 0 || count == 0 {
			c.calls[root] = c.calls[root][1:]
		}
	}
	if n.Count > 0 {
		c.writer.sample(n, location, nil)
	}
}

// location returns the id of a caller's location, encoded, which it writes once; nil: the caller is hidden.
func (c *completer) location(call calls.RootCall) []byte {
	slot := call.Caller
	if c.frames != nil {
		slot = c.frames[slot]
	}
	if slot == convert.NoFrame || slot == outsideSlot {
		return nil
	}
	key := convert.PlaceKey(slot, call.BCI)
	id, ok := c.locations[key]
	if !ok {
		c.numLocation++
		id = c.numLocation
		c.locations[key] = id
		c.writer.location(id, c.address(slot, call.BCI, 0), c.appendLine(nil, slot, call.BCI), nil)
	}
	return protowire.AppendVarint(nil, id)
}
