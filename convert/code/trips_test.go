package code_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// Of 100 executions of its condition a loop goes on 90 times and ends 10 times, whichever successor goes on, with its code and without.
func TestTripsByEitherSuccessor(t *testing.T) {
	for name, c := range map[string]struct {
		code   []byte
		record string
		at     int
		want   [2]float64 // with the code, and without
	}{
		"tested last":           {[]byte{0x1a, 0x9a, 0xff, 0xff, 0xb1}, "1:1 4 0 10 0 1 90", 1, [2]float64{9, 9}},             // iload_0 ifne 0, return
		"tested first":          {[]byte{0x1a, 0x99, 0, 6, 0xa7, 0xff, 0xfc, 0xb1}, "1:1 4 0 90 7 1 10", 1, [2]float64{9, 0}}, // iload_0 ifeq 7, goto 0, return
		"never left":            {[]byte{0x1a, 0x9a, 0xff, 0xff, 0xb1}, "1:1 4 0 0 0 1 90", 1, [2]float64{0, 0}},
		"no loop":               {[]byte{0x1a, 0x99, 0, 3, 0xb1}, "1:1 4 0 90 4 1 10", 1, [2]float64{0, 0}},
		"an exit in the middle": {[]byte{0x1a, 0x99, 0, 7, 0x1a, 0x9a, 0xff, 0xfb, 0xb1}, "1:1 4 0 95 8 1 5,1:5 8 0 5 0 1 90", 5, [2]float64{9, 9}}, // iload_0 ifeq 8, iload_0 ifne 0, return
	} {
		var b testclass.Builder
		b.Method(static, "run", "(I)V", b.Code(c.code, nil))
		class, err := classfile.Parse(b.Build("A"))
		if err != nil {
			t.Fatal(err)
		}
		p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"},{"id":2,"name":"int"}],"methods":[{"id":1,"name":"run","signature":[1,0,2]}]`+
			testprofile.Calls("1:0 10")+testprofile.Section("conditionalProfiles", strings.Split(c.record, ","))+"}")
		for i, find := range []code.Finder{func(string) (*classfile.Class, error) { return class, nil }, nil} {
			l, err := code.List(p, nil, nil, code.ListOptions{Class: find})
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range l.Methods[0].Places {
				if want := c.want[i]; int(x.BCI) == c.at && x.Trips != want || int(x.BCI) != c.at && x.Branch == nil && x.Trips != 0 {
					t.Errorf("%s: %v trips at %d, want %v", name, x.Trips, x.BCI, want)
				}
			}
		}
	}
}

// A conditional may leave an inner loop for the head of the outer one. Trips that follow from records alone, of the outer one, are at the successor
// that goes back there, and not at the one that stays in the inner loop, which never goes back here.
func TestTripsOfOuterLoop(t *testing.T) {
	body := parseBody(t, []byte{0, 0x1a, 0x99, 0xff, 0xfe, 0x1a, 0x9a, 0, 6, 0xa7, 0xff, 0xf8, 0xb1}, nil) // nop, iload_0 ifeq 0, iload_0 ifne 12, goto 1, return
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"},{"id":2,"name":"int"}],"methods":[{"id":1,"name":"run","signature":[1,0,2]}]`+
		testprofile.Calls("1:0 10")+testprofile.Section("conditionalProfiles", []string{"1:2 5 0 10 0 1 90", "1:6 9 0 0 12 1 10"})+"}")
	sums := sites.New(p, sites.Options{})
	first := &sums.Conditionals.All[0]
	end := code.Trips(p, sites.Options{}, sums, []*sites.Conditional{first}, func(int32) *classfile.Code { return body })[0]
	for _, x := range first.Successors {
		if trips, ok := end.Of(first, x); ok != (x.Target == 0) || ok && trips != 9 {
			t.Errorf("%v trips at %d: %t", trips, x.Target, ok)
		}
	}
}

// A profile of a few kilobytes may have a method of 60 KB, with 10,000 loops, in hundreds of contexts. Trips of one context cost what it
// costs, and those of all not much more than the limit of work.
func TestTripsInManyContexts(t *testing.T) {
	testtier.Sequential(t)
	const loops, contexts = 10_000, 1_000
	body := parseBody(t, append(bytes.Repeat([]byte{0x1a, 0x9a, 0xff, 0xff}, loops), 0xb1), nil) // iload_0 ifne, return
	var entries, conditionals []string
	for i := range contexts {
		entries = append(entries, fmt.Sprintf("1:0<1:%d 10", i))
		conditionals = append(conditionals, fmt.Sprintf("1:1<1:%d 4 0 10 0 1 90", i))
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"},{"id":2,"name":"int"}],"methods":[{"id":1,"name":"run","signature":[1,0,2]}]`+
		testprofile.Calls(entries...)+testprofile.Section("conditionalProfiles", conditionals)+"}")
	opts := sites.Options{ByContext: true}
	sums := sites.New(p, opts)
	for _, c := range []struct{ asked, known, megabytes int }{{1, 1, 32}, {contexts, 100, 3072}} {
		of := make([]*sites.Conditional, c.asked)
		for i := range of {
			of[i] = &sums.Conditionals.All[i]
		}
		end := budget.Budget{Memory: int64(c.megabytes) << 20, Time: time.Minute}.Start(t, 0)
		ends := code.Trips(p, opts, sums, of, func(int32) *classfile.Code { return body })
		end()
		for i, e := range ends[:c.known] {
			if e.Trips != 9 || e.Stays != 1 {
				t.Errorf("of %d contexts, %d: %v", c.asked, i, e)
			}
		}
	}
}

// The code of one method is in memory at a time, and classes are read one after the other, whatever the order of their methods.
func TestTripsKeepNoCode(t *testing.T) {
	const methods = 20
	var listed, entries, conditionals []string
	for i := range methods {
		listed = append(listed, fmt.Sprintf(`{"id":%d,"name":"run%d","signature":[%d,0]}`, i+1, i, 1+i%2))
		entries = append(entries, fmt.Sprintf("%d:0 10", i+1))
		conditionals = append(conditionals, fmt.Sprintf("%d:1 4 0 10 0 1 90", i+1))
	}
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"A"},{"id":2,"name":"B"}],"methods":[`+strings.Join(listed, ",")+"]"+
		testprofile.Calls(entries...)+testprofile.Section("conditionalProfiles", conditionals)+"}")
	sums := sites.New(p, sites.Options{})
	of := make([]*sites.Conditional, methods)
	for i := range of {
		of[i] = &sums.Conditionals.All[i]
	}
	var given []weak.Pointer[classfile.Code]
	var slots []int32
	ends := code.Trips(p, sites.Options{}, sums, of, func(slot int32) *classfile.Code {
		runtime.GC()
		kept := 0
		for _, body := range given {
			if body.Value() != nil {
				kept++
			}
		}
		if kept > 1 {
			t.Errorf("the code of %d methods is kept", kept)
		}
		body := parseBody(t, []byte{0x1a, 0x9a, 0xff, 0xff, 0xb1}, nil) // iload_0 ifne, return
		given, slots = append(given, weak.Make(body)), append(slots, slot)
		return body
	})
	for i, e := range ends {
		if e.Trips != 9 {
			t.Errorf("%d: %v", i, e)
		}
		if first := slots[i] % 2; (i < methods/2) != (first == slots[0]%2) {
			t.Errorf("methods are read in the order %v", slots)
		}
	}
}
