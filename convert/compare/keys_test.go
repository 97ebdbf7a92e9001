package compare

import (
	"fmt"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// Names are paired by their hashes: no text is made for each of what may be a million methods.
func TestPairByNameMakesNoTexts(t *testing.T) {
	const methods = 2000
	var b iprof.Builder
	b.AddType(iprof.Type{ID: 1, Name: "p.A"})
	b.AddType(iprof.Type{ID: 2, Name: "void"})
	for id := range iprof.MethodID(methods) {
		b.AddMethod(iprof.Method{ID: id, Name: fmt.Sprintf("aMethodWithANameThatIsLongerThanMost%d", id), Declaring: 1, Return: 2})
	}
	names := convert.NewSharedNames(convert.NameOptions{}, b.Profile(), b.Profile())
	if allocs := testing.AllocsPerRun(5, func() { pairByName(names) }); allocs > methods/4 {
		t.Errorf("%g allocations for %d methods", allocs, methods)
	}
}
