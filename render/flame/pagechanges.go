package flame

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/internal/pagedata"
)

// Bits of a frame in its column of changes, as in tree.ts.
const (
	selfChanged = 1 << iota
	totalChanged
	selfUnknown
	totalUnknown
)

// unknownChange is the verdict on a node that is not compared, as in tree.ts, which has others that pages find themselves.
const unknownChange = 3

// writeMethodChanges writes for each frame whether its self value, and its value once per stack, changed over all stacks.
func (p *Page) writeMethodChanges(c *pagedata.Writer) {
	b := p.t.Base
	for _, f := range p.frames {
		is := 0
		if b.SelfChanged != nil {
			is = int(asByte(b.SelfChanged[f]))*selfChanged | int(asByte(b.TotalChanged[f]))*totalChanged
		}
		if b.Unknown != nil && b.UnknownMethods[0] != nil {
			is |= int(asByte(b.UnknownMethods[0][f]))*selfUnknown | int(asByte(b.UnknownMethods[1][f]))*totalUnknown
		}
		c.WriteByte(byte(is))
	}
}

// testedMethods says how changes of methods are judged, for a page; "" if they were not tested.
func testedMethods(b *stacks.Base) string {
	if b.SelfChanged == nil {
		return ""
	}
	return fmt.Sprintf("Changes of methods in all stacks are significant by the same test, as in diff: of self, %s; of total, %s.",
		compare.Correction(b.SelfTests, "methods"), compare.Correction(b.TotalTests, "methods"))
}
