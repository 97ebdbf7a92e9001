package page

import (
	"bytes"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Parts that are packed as soon as they are made, in any order, give the same page as parts that are packed when the page is written.
func TestPackedPartsGiveTheSamePage(t *testing.T) {
	p := testprofile.Example("shop.iprof")
	names := convert.NewNames(p, convert.NameOptions{})
	top, err := rank.Top(p, names, rank.TopOptions{Metric: convert.Calls})
	if err != nil {
		t.Fatal(err)
	}
	page := func(parts *Parts) []byte {
		parts.TopCalls = NewTable[CallRow](top)
		parts.Pack(&parts.TopCalls)
		if packed := parts.TopCalls == nil; packed != (parts.packing != nil) {
			t.Errorf("packed: %v", packed)
		}
		parts.Pack(&parts.Graph) // there is none
		parts.Methods = NewMethods(p, names)
		parts.Pack(&parts.Methods)
		var b bytes.Buffer
		if err := Report(&b, parts, Options{}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if want := page(&Parts{}); !bytes.Equal(page(NewParts(p)), want) {
		t.Error("the pages differ")
	}
}
