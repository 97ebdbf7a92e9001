package calls

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/background"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// All that ask for a method at the same time get the same callee.
func TestSlotIsOneCallee(t *testing.T) {
	const methods = 50000
	var all []string
	for i := range methods {
		all = append(all, fmt.Sprintf(`{"id":%d,"name":"run%d","signature":[1,1]}`, i, i))
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"}],"methods":[`+strings.Join(all, ",")+`]}`)
	r := &resolver{index: newMethodIndex(p), slots: make([]atomic.Pointer[Callee], p.MethodSlots())}
	var got [4][]*Callee
	var asking [len(got)]func() error
	for i := range got {
		got[i] = make([]*Callee, methods)
		asking[i] = func() error {
			for slot := range got[i] {
				got[i][slot] = r.slot(int32(slot))
			}
			return nil
		}
	}
	background.All(asking[:]...)
	for i := range got {
		if !slices.Equal(got[i], got[0]) {
			t.Error("a method has several callees")
		}
	}
}
