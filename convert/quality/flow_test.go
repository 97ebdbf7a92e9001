package quality_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/hierarchy"
	"github.com/iprof-viz/iprof-viz/convert/quality"
	"github.com/iprof-viz/iprof-viz/internal/testclass"
	"github.com/iprof-viz/iprof-viz/internal/testmodel"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
	"github.com/iprof-viz/iprof-viz/iprof"
)

const shared = "../../../shared/jvm"

// programs are profiles whose counts are the VM's own, with their classes.
var programs = [][2]string{
	{"known/known.iprof", "known/classes"}, {"known/known_alltypes.iprof", "known/classes"}, {"calls/profile.iprof", "calls/classes"},
	{"seed/fib.iprof", "seed-classes"}, {"seed/even.iprof", "seed-classes"}, {"seed/odd.iprof", "seed-classes"},
}

// flowOf compares the counts of a profile, with classes unless there are none.
func flowOf(p *iprof.Profile, path *classpath.Path) *quality.Flow {
	names := convert.NewNames(p, convert.NameOptions{})
	if path == nil {
		return quality.NewFlow(names, quality.FlowOptions{})
	}
	g := calls.New(p, calls.Options{Class: path.Class, Classes: hierarchy.New(path.Class, path.Headers)})
	return quality.NewFlow(names, quality.FlowOptions{Graph: g, Class: path.Class})
}

// readProgram reads a profile of programs.
func readProgram(t *testing.T, x [2]string) ([]byte, *classpath.Path) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, x[0]))
	if err != nil {
		t.Skip("no ../shared/jvm")
	}
	path := testpath.Open(t, filepath.Join(shared, x[1]))
	return data, path
}

// TestTrueCountsHaveNoGap: nothing contradicts anything in counts of the VM.
func TestTrueCountsHaveNoGap(t *testing.T) {
	var all [3]int
	for _, x := range programs {
		data, path := readProgram(t, x)
		for _, path := range []*classpath.Path{path, nil} {
			f := flowOf(testprofile.Parse(t, string(data)), path)
			if f.Excess > 0 || f.Contradictory > 0 || f.LeftOut > 0 {
				t.Errorf("%s: %+v, first %+v", x[0], f.FlowSum, f.Methods[0])
			}
			checkSums(t, f)
			for kind := range f.By {
				all[kind] += f.By[kind].Equations
			}
		}
	}
	if min(all[0], all[1], all[2]) < 20 || all[quality.ControlFlow] < 400 {
		t.Errorf("%d equations", all)
	}
}

// TestDamageShows changes each count of a profile by itself. Many counts imply no other one; of those that do, most then contradict it.
func TestDamageShows(t *testing.T) {
	every := 25
	if testtier.More(t, "each fifth record") {
		every = 5
	}
	raise := func(n int64) int64 { return 2*n + 1000 }
	lower := func(n int64) int64 { return n / 2 }
	for _, c := range []struct {
		program [2]string
		classes bool
		section string
		first   int // of the counts in a record
		step    int // to the next one
		change  func(int64) int64
		least   float64 // share of the counts that show
	}{
		{programs[0], true, "conditionalProfiles", 2, 3, raise, 0.8},
		{programs[0], true, "callCountProfiles", 0, 1, raise, 0.8},
		{programs[2], false, "virtualInvokeProfiles", 1, 2, lower, 0.3}, // 64 of 136 places have inlined callees
	} {
		data, path := readProgram(t, c.program)
		if !c.classes {
			path = nil
		}
		var d map[string]json.RawMessage
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		var records []testprofile.Record
		if err := json.Unmarshal(d[c.section], &records); err != nil {
			t.Fatal(err)
		}
		tried, shown := 0, 0
		for i := 0; i < len(records); i += every {
			for k := c.first; k < len(records[i].Records); k += c.step {
				was := records[i].Records[k]
				if was == 0 {
					continue
				}
				records[i].Records[k] = c.change(was)
				f := flowOf(testprofile.Parse(t, replaceRecords(d, c.section, records)), path)
				records[i].Records[k] = was
				checkSums(t, f)
				tried++
				if gap, _ := f.Gap(); gap > 0 {
					shown++
				}
			}
		}
		if t.Logf("%s: %d of %d show", c.section, shown, tried); float64(shown) < c.least*float64(tried) {
			t.Errorf("%s: %d of %d damaged counts show", c.section, shown, tried)
		}
	}
}

// replaceRecords returns the text of a profile with other records in a section.
func replaceRecords(d map[string]json.RawMessage, section string, records []testprofile.Record) string {
	var list []map[string]any
	for _, r := range records {
		list = append(list, map[string]any{"ctx": r.Ctx, "records": r.Records})
	}
	damaged := maps.Clone(d)
	damaged[section], _ = json.Marshal(list)
	text, _ := json.Marshal(damaged)
	return string(text)
}

// checkSums checks that sums by kind and by method are those of all.
func checkSums(t *testing.T, f *quality.Flow) {
	t.Helper()
	var byKind, byMethod quality.FlowSum
	add := func(sum *quality.FlowSum, s quality.FlowSum) {
		sum.Equations += s.Equations
		sum.Contradictory += s.Contradictory
		sum.Counts += s.Counts
		sum.Excess += s.Excess
	}
	for _, s := range f.By {
		add(&byKind, s)
	}
	below := 0
	worst, ok := f.Worst95()
	for i, m := range f.Methods {
		add(&byMethod, m.FlowSum)
		gap, _ := m.Gap()
		if gap <= worst {
			below++
		}
		if m.Equations == 0 || gap < 0 || gap > 1 || (m.Excess > 0) != (m.Worst.Excess() > 0) || i > 0 && m.Excess > f.Methods[i-1].Excess {
			t.Errorf("method %d: %+v", i, m)
		}
	}
	if byKind != f.FlowSum || byMethod != f.FlowSum {
		t.Errorf("%+v, by kind %+v, by method %+v", f.FlowSum, byKind, byMethod)
	}
	if ok != (len(f.Methods) > 0) || 100*below < 95*len(f.Methods) || len(f.Methods) > f.Hottest {
		t.Errorf("%v of %d methods have at most %v, %v", below, len(f.Methods), worst, ok)
	}
}

// TestReceiverTypesRecounted recounts the equations of receiver types from the text of profiles.
func TestReceiverTypesRecounted(t *testing.T) {
	equations := 0
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			var d testprofile.Document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Skip("not read by encoding/json")
			}
			p := testprofile.Parse(t, string(data))
			if p.Damaged(iprof.Receivers)+p.Damaged(iprof.Calls) > 0 {
				return
			}
			f := flowOf(p, nil)
			checkSums(t, f)
			want, byMethod := recount(d, profilerMethods(p))
			for _, m := range f.Methods {
				if id := fmt.Sprint(p.MethodIDAt(int(m.Slot))); m.FlowSum != byMethod[id] {
					t.Errorf("method %s: %+v, want %+v", id, m.FlowSum, byMethod[id])
				}
			}
			if f.FlowSum != want || f.By[quality.ReceiverTypes] != want {
				t.Errorf("%+v, want %+v", f.FlowSum, want)
			}
			equations += want.Equations
		})
	}
	if equations < 20 {
		t.Errorf("only %d equations", equations)
	}
}

// profilerMethods returns the ids of the profiler's own methods, as they are in contexts.
func profilerMethods(p *iprof.Profile) map[string]bool {
	all := map[string]bool{}
	names := convert.NewNames(p, convert.NameOptions{})
	for slot := range p.MethodSlots() {
		if names.Kind(slot) == convert.Profiler {
			all[fmt.Sprint(p.MethodIDAt(slot))] = true
		}
	}
	return all
}

// recount adds up the entries of callees inlined at places with receiver types, in all and by method.
func recount(d testprofile.Document, without map[string]bool) (sum quality.FlowSum, byMethod map[string]quality.FlowSum) {
	byMethod = map[string]quality.FlowSum{}
	entries := map[string]int64{}                             // by method
	inlined := map[string]map[string]int64{}                  // by place: by callee
	types, counts := map[string][]int64{}, map[string]int64{} // by place
	for _, r := range d.Section(iprof.Calls) {
		frames := r.Frames()
		callee, _, _ := strings.Cut(frames[0], ":")
		entries[callee] += r.Records[0]
		if len(frames) > 1 {
			place := strings.Join(frames[1:], "<")
			if inlined[place] == nil {
				inlined[place] = map[string]int64{}
			}
			inlined[place][callee] += r.Records[0]
		}
	}
	for _, r := range d.Section(iprof.Receivers) {
		place := strings.Join(r.Frames(), "<")
		for i := 0; i < len(r.Records); i += 2 {
			if !slices.Contains(types[place], r.Records[i]) {
				types[place] = append(types[place], r.Records[i])
			}
			counts[place] += r.Records[i+1]
		}
	}
	var hottest []string
	for method, n := range entries {
		if n > 0 && !without[method] {
			hottest = append(hottest, method)
		}
	}
	slices.SortFunc(hottest, func(x, y string) int { return int(max(-1, min(1, entries[y]-entries[x]))) })
	isHot := map[string]bool{}
	for i, method := range hottest {
		isHot[method] = i < 1000 || entries[method] == entries[hottest[999]]
	}
	for place, n := range counts {
		method, _, _ := strings.Cut(place, ":")
		var callees int64
		for _, n := range inlined[place] {
			callees += n
		}
		inProfiler := slices.ContainsFunc(strings.Split(place, "<"), func(frame string) bool { method, _, _ := strings.Cut(frame, ":"); return without[method] })
		if !isHot[method] || inProfiler || callees == 0 || len(types[place]) >= 8 || len(inlined[place]) > len(types[place]) {
			continue
		}
		of := byMethod[method]
		for _, s := range []*quality.FlowSum{&sum, &of} {
			s.Equations++
			s.Counts += callees
			if callees > n {
				s.Contradictory++
				s.Excess += callees - n
			}
		}
		byMethod[method] = of
	}
	return sum, byMethod
}

// TestHottest: only the methods with the most entries are looked at.
func TestHottest(t *testing.T) {
	var methods, records, types []string
	for i := range quality.FlowMethods + 5 {
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[0,0]}`, i, i))
		records = append(records, fmt.Sprintf(`{"ctx":"%d:0","records":[%d]},{"ctx":"9999:0<%d:3","records":[3]}`, i, 10+i, i))
		types = append(types, fmt.Sprintf(`{"ctx":"%d:3","records":[0,2]}`, i))
	}
	methods = append(methods, `{"id":9999,"name":"callee","signature":[0,0]}`)
	p := testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[%s],"callCountProfiles":[%s],"virtualInvokeProfiles":[%s]}`,
		strings.Join(methods, ","), strings.Join(records, ","), strings.Join(types, ",")))
	f := flowOf(p, nil)
	if want := (quality.FlowSum{Equations: 999, Contradictory: 999, Counts: 3 * 999, Excess: 999}); f.FlowSum != want || f.Hottest != 1000 {
		t.Errorf("%+v of %d methods, want %+v", f.FlowSum, f.Hottest, want)
	}
	if gap, ok := f.Gap(); !ok || gap != 1.0/3 {
		t.Errorf("a gap of %v, %v", gap, ok)
	}
}

// TestProfilerIsLeftOut: the profiler's own methods have no equations, nor have those inlined into them.
func TestProfilerIsLeftOut(t *testing.T) {
	profile := func(own string) *quality.Flow {
		return flowOf(testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":%q},{"id":1,"name":"A"}],
			"methods":[{"id":1,"name":"own","signature":[0,0]},{"id":2,"name":"f","signature":[1,0]},{"id":3,"name":"g","signature":[1,0]}],
			"callCountProfiles":[{"ctx":"1:0","records":[9]},{"ctx":"2:0<1:3","records":[8]},{"ctx":"3:0<2:4<1:3","records":[7]},{"ctx":"3:0<2:4","records":[6]}],
			"virtualInvokeProfiles":[{"ctx":"1:3","records":[1,5]},{"ctx":"2:4<1:3","records":[1,4]},{"ctx":"2:4","records":[1,3]}]}`, own)), nil)
	}
	if f := profile("B"); f.FlowSum != (quality.FlowSum{Equations: 3, Contradictory: 3, Counts: 8 + 7 + 6, Excess: 3 + 3 + 3}) {
		t.Errorf("%+v", f.FlowSum)
	}
	if f := profile("com.oracle.svm.enterprise.profiling.B"); f.FlowSum != (quality.FlowSum{Equations: 1, Contradictory: 1, Counts: 6, Excess: 3}) || f.Hottest != 2 {
		t.Errorf("%+v of %d methods", f.FlowSum, f.Hottest)
	}
}

// TestTooMuchCode: methods with more instructions than are kept have no equations of control flow, and their contexts are counted.
func TestTooMuchCode(t *testing.T) {
	var b testclass.Builder
	var methods, records []string
	for i := range 20 {
		b.Method(9, fmt.Sprint("m", i), "()V", b.Code(append(make([]byte, 40_000), 0xb1), nil)) // nop
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[0,1]}`, i, i))
		records = append(records, fmt.Sprintf(`{"ctx":"%d:0","records":[%d]}`, i, 100-i))
	}
	class, err := classfile.Parse(b.Build("A"))
	if err != nil {
		t.Fatal(err)
	}
	find := func(string) (*classfile.Class, error) { return class, nil }
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"},{"id":1,"name":"void"}],
		"methods":[`+strings.Join(methods, ",")+`],"callCountProfiles":[`+strings.Join(records, ",")+`]}`)
	f := quality.NewFlow(convert.NewNames(p, convert.NameOptions{}), quality.FlowOptions{Graph: calls.New(p, calls.Options{Class: find, Classes: hierarchy.New(find, nil)}), Class: find})
	if want := 20 - 500_000/40_001; f.LeftOut != want || f.Hottest != 20 {
		t.Errorf("%d contexts of %d methods left out, want %d", f.LeftOut, f.Hottest, want)
	}
}

// TestNothingToCompare: without equations the gap is unknown.
func TestNothingToCompare(t *testing.T) {
	f := flowOf(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[{"id":1,"name":"f","signature":[0,0]}],"callCountProfiles":[{"ctx":"1:0","records":[7]}]}`), nil)
	gap, known := f.Gap()
	worst, any := f.Worst95()
	if known || any || gap != 0 || worst != 0 || len(f.Methods) > 0 || f.Hottest != 1 {
		t.Errorf("%+v: %v %v, %v %v", f, gap, known, worst, any)
	}
	one := quality.FlowSum{Equations: 1, Counts: 1}
	if gap, known := one.Gap(); !known || gap != 0 {
		t.Errorf("%v %v", gap, known)
	}
}

// TestWorst95: of 100 methods with gaps of 0% to 99%, 95 have at most 94%, and the worst 5% at least 95%.
func TestWorst95(t *testing.T) {
	for methods, want := range map[int]float64{100: 0.95, 200: 0.95, 2: 0.01, 20: 0.19, 1: 0} {
		var listed, records, types []string
		for i := range methods {
			gap := 100 * i / max(100, methods) // in percent
			listed = append(listed, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[0,0]}`, i, i))
			records = append(records, fmt.Sprintf(`{"ctx":"%d:0","records":[1]},{"ctx":"999:0<%d:3","records":[100]}`, i, i))
			types = append(types, fmt.Sprintf(`{"ctx":"%d:3","records":[0,%d]}`, i, 100-gap))
		}
		f := flowOf(testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[%s,{"id":999,"name":"callee","signature":[0,0]}],"callCountProfiles":[%s],"virtualInvokeProfiles":[%s]}`,
			strings.Join(listed, ","), strings.Join(records, ","), strings.Join(types, ","))), nil)
		if got, ok := f.Worst95(); !ok || got != want || len(f.Methods) != methods {
			t.Errorf("%d methods: %v, %v, want %v", methods, got, ok, want)
		}
	}
}

// Each method of the example with conditionals has equations of control flow, the one with the most entries too. Its counts are true.
func TestMethodsOfTheExample(t *testing.T) {
	text, code := testmodel.WordCountCode(t)
	for by := range 5 {
		p := testprofile.Parse(t, testprofile.Rotated(t, text, by))
		f := quality.NewFlow(convert.NewNames(p, convert.NameOptions{}), quality.FlowOptions{Graph: calls.New(p, code), Class: code.Class})
		checkSums(t, f)
		equations := map[string]bool{}
		for _, m := range f.Methods {
			method, _ := p.MethodAt(int(m.Slot))
			equations[method.Name] = m.Equations > 0
		}
		if want := map[string]bool{"isLetter": true, "find": true, "addLine": true, "main": true}; !maps.Equal(equations, want) || f.Excess != 0 || f.Hottest != 5 || f.LeftOut != 0 {
			t.Errorf("rotated by %d: %v, %+v", by, equations, f)
		}
	}
}
