package code_test

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// TestEquationsOfGreeter has the equations of a method by hand:
//
//	0 aload_0  1 invokevirtual String.isEmpty  4 ifeq 12  7 ldc  9 goto 13  12 aload_0  13 areturn
func TestEquationsOfGreeter(t *testing.T) {
	path := testpath.Open(t, "../../classfile/testdata/greeter.jar")
	class, err := path.Class("Greeter")
	if err != nil {
		t.Fatal(err)
	}
	method, ok := class.MethodByDescriptor("greet", "(Ljava/lang/String;)Ljava/lang/String;")
	if !ok {
		t.Fatal("no greet")
	}
	body, err := method.Code()
	if err != nil {
		t.Fatal(err)
	}
	equations := code.NewConservation(body, nil)
	counts := func(entries, past, jump, calls int64) code.Counts {
		return code.Counts{
			Entries: entries, Conditionals: map[int][]iprof.Successor{4: {{Target: 7, Count: past}, {Target: 12, Count: jump}}},
			Calls: map[int]code.Made{1: {Count: calls, AtLeast: true}},
		}
	}
	for _, c := range []struct {
		counts code.Counts
		want   []code.Equation
		excess int64
	}{
		{counts(10, 3, 7, 10), []code.Equation{{1, 10, 10, false}, {4, 10, 10, false}}, 0},
		{counts(10, 3, 6, 9), []code.Equation{{1, 9, 10, false}, {4, 9, 10, false}}, 0}, // one call threw
		{counts(10, 3, 9, 15), []code.Equation{{4, 12, 10, false}}, 2},                  // the call is in the same contradiction
		{counts(10, 3, 7, 15), []code.Equation{{1, 15, 10, false}, {4, 10, 10, false}}, 5},
		{code.Counts{Entries: 3, AtLeast: true, Conditionals: counts(3, 3, 7, 0).Conditionals}, nil, 0},
		{code.Counts{Entries: 3, AtLeast: true, Calls: counts(3, 3, 7, 9).Calls}, nil, 0},
	} {
		got := equations.Of(c.counts)
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.counts, got, c.want)
		}
		excess := int64(0)
		for _, e := range got {
			excess += e.Excess()
		}
		if excess != c.excess {
			t.Errorf("%+v: an excess of %d, want %d", c.counts, excess, c.excess)
		}
	}
}

// TestExcess: counts that must be equal contradict each other either way, others only if they are too many.
func TestExcess(t *testing.T) {
	for _, c := range []struct {
		e            code.Equation
		excess, base int64
	}{
		{code.Equation{Counted: 7, Explained: 7, Equal: true}, 0, 7},
		{code.Equation{Counted: 7, Explained: 10, Equal: true}, 3, 10},
		{code.Equation{Counted: 10, Explained: 7, Equal: true}, 3, 10},
		{code.Equation{Counted: 7, Explained: 10}, 0, 7},
		{code.Equation{Counted: 10, Explained: 7}, 3, 10},
	} {
		if c.e.Excess() != c.excess || c.e.Base() != c.base {
			t.Errorf("%+v: %d of %d, want %d of %d", c.e, c.e.Excess(), c.e.Base(), c.excess, c.base)
		}
	}
}

// TestEquationsRecounted adds up counts around the regions of methods without exception handlers, instruction by instruction, from the text
// of profiles.
func TestEquationsRecounted(t *testing.T) {
	compared := 0
	for _, x := range []struct{ profile, classes string }{
		{"known/known.iprof", "known/classes"}, {"calls/profile.iprof", "calls/classes"}, {"seed/fib.iprof", "seed-classes"},
		{"seed/even.iprof", "seed-classes"}, {"seed/odd.iprof", "seed-classes"},
	} {
		data, err := os.ReadFile(filepath.Join(shared, x.profile))
		if err != nil {
			t.Skip("no ../shared/jvm")
		}
		path := testpath.Open(t, filepath.Join(shared, x.classes))
		var d testprofile.Document
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		p := testprofile.Parse(t, string(data))
		for context, counts := range contextsOf(d) {
			leaf, _, _ := strings.Cut(context, "<")
			id, _ := strconv.Atoi(leaf)
			method, err := code.Find(p, p.MethodSlot(iprof.MethodID(id)), path.Class)
			if err != nil {
				continue
			}
			body, err := method.Code()
			if err != nil || body == nil || len(body.Handlers) > 0 {
				continue
			}
			want := recount(body, counts)
			var got [][2]int64
			for _, e := range code.NewConservation(body, nil).Of(counts) {
				got = append(got, [2]int64{e.Counted, e.Explained})
			}
			slices.SortFunc(got, comparePairs)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s: %v, want %v", x.profile, context, got, want)
			}
			compared += len(want)
		}
	}
	if compared < 100 {
		t.Errorf("only %d equations", compared)
	}
}

func comparePairs(x, y [2]int64) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) }

// contextsOf returns the entries and conditionals of contexts, by method and its callers: "5<3:2".
func contextsOf(d testprofile.Document) map[string]code.Counts {
	all := map[string]code.Counts{}
	split := func(r testprofile.Record) (context string, bci int) {
		leaf, callers, _ := strings.Cut(r.Ctx, "<")
		method, at, _ := strings.Cut(leaf, ":")
		bci, _ = strconv.Atoi(at)
		return method + "<" + callers, bci
	}
	for _, r := range d.Section(iprof.Conditionals) {
		context, bci := split(r)
		c, ok := all[context]
		if !ok {
			c = code.Counts{AtLeast: true, Conditionals: map[int][]iprof.Successor{}}
		}
		for i := 0; i < len(r.Records); i += 3 {
			c.Conditionals[bci] = append(c.Conditionals[bci], iprof.Successor{Target: iprof.BCI(r.Records[i]), Count: r.Records[i+2]})
		}
		all[context] = c
	}
	for _, r := range d.Section(iprof.Calls) {
		context, _ := split(r)
		c := all[context]
		c.Entries, c.AtLeast = r.Records[0], false
		all[context] = c
	}
	return all
}

// recount returns the counts that leave each region, and those that come into it, sorted.
func recount(body *classfile.Code, counts code.Counts) [][2]int64 {
	n := len(body.Instructions)
	region := make([]int, n) // by instruction; -1: it leads to no counted one
	total := make([]int64, n)
	counted := make([]bool, n)
	for i, in := range body.Instructions {
		region[i] = -1
		if successors, ok := counts.Conditionals[in.BCI]; ok {
			counted[i], region[i] = true, i
			for _, s := range successors {
				total[i] += s.Count
			}
		}
	}
	for changed := true; changed; { // an instruction is in the region of those that it leads to
		changed = false
		for i, in := range body.Instructions {
			if counted[i] {
				continue
			}
			for _, s := range in.Successors() {
				to, _ := body.Index(s.BCI)
				if region[to] < 0 || region[to] == region[i] {
					continue
				}
				changed = true
				if region[i] < 0 {
					region[i] = region[to]
					continue
				}
				old := region[to]
				for k := range region {
					if region[k] == old {
						region[k] = region[i]
					}
				}
			}
		}
	}
	in, out, open := map[int]int64{}, map[int]int64{}, map[int]bool{}
	in[region[0]] += counts.Entries
	open[region[0]] = counts.AtLeast
	for i := range body.Instructions {
		if !counted[i] {
			continue
		}
		out[region[i]] += total[i]
		for _, s := range counts.Conditionals[body.Instructions[i].BCI] {
			to, _ := body.Index(int(s.Target))
			in[region[to]] += s.Count
		}
	}
	var all [][2]int64
	for r, n := range out {
		if !open[r] {
			all = append(all, [2]int64{n, in[r]})
		}
	}
	slices.SortFunc(all, comparePairs)
	return all
}
