package inlining

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func intoOf(t *testing.T, p *iprof.Profile, opts IntoOptions) *Into {
	t.Helper()
	in, err := NewInto(p, convert.NewNames(p, convert.NameOptions{Style: convert.ShortNames, Disambiguate: true}), opts)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// outlineInto writes a line a method, and under it a line a place.
func outlineInto(in *Into) string {
	var b strings.Builder
	for _, m := range in.Methods {
		fmt.Fprintf(&b, "%s %d root %d inlined, %d instances %d units", in.Name(m.Slot), m.Root, m.Inlined, m.Instances, m.Units)
		for _, p := range m.Places {
			if p.Depth > 0 {
				b.WriteString(strings.Repeat("  ", int(p.Depth)))
				if p.End {
					b.WriteString("as root")
				} else {
					fmt.Fprintf(&b, "@%d %s", int32(p.Site), in.Name(p.Slot))
				}
				if p.Root {
					b.WriteString(" root")
				}
				fmt.Fprintf(&b, " %d in %d", p.Entries, p.Instances)
				if !p.Known {
					b.WriteString(" n/a")
				}
				if f, ok := p.Frequency(); ok {
					fmt.Fprintf(&b, " ×%.3g", f)
				}
			}
			if p.PrunedPlaces > 0 {
				fmt.Fprintf(&b, " … %d %d", p.PrunedPlaces, p.PrunedEntries)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestInto(t *testing.T) {
	const calls = `{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[4]},{"ctx":"3:0","records":[3]},
		{"ctx":"2:0<1:5","records":[10]},{"ctx":"3:0<2:7<1:5","records":[20]},{"ctx":"3:0<2:7","records":[1]},
		{"ctx":"3:0<1:9","records":[5]},{"ctx":"1:0<3:2<2:8<1:5","records":[6]}`
	for _, c := range []struct {
		name, calls string
		opts        IntoOptions
		want        string
	}{
		// c@7 is inlined into b: 20 calls for the 10 entries of b in a, 1 for the 4 entries of b as root
		{"callers outwards", calls, IntoOptions{Match: regexp.MustCompile(`c$`)}, `T.c 3 root 26 inlined, 5 instances 2 units
  @7 T.b 21 in 2 ×1.5
    @5 T.a root 20 in 1
    as root 1 in 1
  @9 T.a root 5 in 1 ×0.5
  as root 3 in 1
  @8 T.b 0 in 1 n/a
    @5 T.a root 0 in 1 n/a
`},
		{"a small caller of one row has its row", calls, IntoOptions{Match: regexp.MustCompile(`c$`), MinShare: 0.2}, `T.c 3 root 26 inlined, 5 instances 2 units … 2 8
  @7 T.b 21 in 2 ×1.5
    @5 T.a root 20 in 1
    as root 1 in 1
  @8 T.b 0 in 1 n/a
    @5 T.a root 0 in 1 n/a
`},
		{"depth and share; unknown is not small", calls, IntoOptions{Match: regexp.MustCompile(`c$`), Depth: 1, MinShare: 0.2}, `T.c 3 root 26 inlined, 5 instances 2 units … 2 8
  @7 T.b 21 in 2 ×1.5 … 2 21
  @8 T.b 0 in 1 n/a … 1 0
`},
		{"several methods, the most entries first", calls, IntoOptions{Match: regexp.MustCompile(`[ab]$`), Depth: 1}, `T.a 10 root 6 inlined, 2 instances 1 units
  as root 10 in 1
  @2 T.c 6 in 1 … 1 6
T.b 4 root 10 inlined, 2 instances 1 units
  @5 T.a root 10 in 1 ×1
  as root 4 in 1
`},
		{"never inlined", `{"ctx":"1:0","records":[8]},{"ctx":"2:0<1:5","records":[4]}`, IntoOptions{Match: regexp.MustCompile(`a$`)}, `T.a 8 root 0 inlined, 1 instances 0 units
  as root 8 in 1
`},
		{"one of several methods", calls, IntoOptions{Match: regexp.MustCompile(`[ab]$`), Methods: 1, Depth: 1}, `T.a 10 root 6 inlined, 2 instances 1 units
  as root 10 in 1
  @2 T.c 6 in 1 … 1 6
`},
		{"recursion", `{"ctx":"1:0","records":[8]},{"ctx":"1:0<1:5","records":[4]},{"ctx":"1:0<1:5<1:5","records":[2]}`, IntoOptions{Match: regexp.MustCompile(`a$`)}, `T.a 8 root 6 inlined, 3 instances 1 units
  as root 8 in 1
  @5 T.a 6 in 2 ×0.5
    as root 4 in 1
    @5 T.a root 2 in 1
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+`,"callCountProfiles":[`+c.calls+`]}`)
			if got := outlineInto(intoOf(t, p, c.opts)); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestIntoOfPublishedProfiles counts entries by the whole way outwards in the text, and compares with the leaves of the trees.
func TestIntoOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			var d testprofile.Document
			if err := json.Unmarshal(data, &d); err != nil {
				t.Fatal(err)
			}
			want := map[string]int64{}
			for _, r := range d.Section(iprof.Calls) {
				context := strings.ReplaceAll(r.Ctx+r.MethodBciList, ",", "<")
				want[strings.Replace(strings.ReplaceAll(context, " ", ""), ":0", "", 1)] += r.Records[0]
			}
			p := testprofile.Parse(t, string(data))
			in := intoOf(t, p, IntoOptions{Match: regexp.MustCompile("")})
			id := func(slot int32) string {
				m, _ := p.MethodAt(int(slot))
				return strconv.Itoa(int(m.ID))
			}
			got := map[string]int64{}
			var total int64
			for _, m := range in.Methods {
				total += m.Total()
				ways := make([]string, len(m.Places))
				below := make([]int64, len(m.Places))
				for i, place := range m.Places {
					switch {
					case i == 0:
						ways[i] = id(m.Slot)
					case place.End:
						ways[i] = ways[place.Parent]
					default:
						ways[i] = fmt.Sprintf("%s<%s:%d", ways[place.Parent], id(place.Slot), int32(place.Site))
					}
					if i > 0 {
						below[place.Parent] += place.Entries
					}
					if place.End || place.Root {
						got[ways[i]] += place.Entries
					}
				}
				for i, place := range m.Places {
					if !place.End && !place.Root && below[i] != place.Entries {
						t.Fatalf("%s: %d entries, those under it have %d", ways[i], place.Entries, below[i])
					}
				}
				if e := m.Places[0].Entries; e != m.Total() {
					t.Errorf("%s: %d entries, %d in all places", ways[0], m.Total(), e)
				}
			}
			if total != in.Base || total != in.Total {
				t.Errorf("%d entries of %d in all methods", total, in.Total)
			}
			maps.DeleteFunc(want, func(_ string, n int64) bool { return n == 0 })
			maps.DeleteFunc(got, func(_ string, n int64) bool { return n == 0 })
			if !maps.Equal(got, want) {
				t.Errorf("%d ways with entries, the text has %d", len(got), len(want))
			}
		})
	}
}

// TestDeepInto: of a long chain so much work is done as is shown.
func TestDeepInto(t *testing.T) {
	const depth = 100_000
	ctx := "1:0" + strings.Repeat("<1:3", depth)
	p := testprofile.Parse(t, `{`+testprofile.Methods("a")+`,"callCountProfiles":[{"ctx":"`+ctx+`","records":[7]}]}`)
	in := intoOf(t, p, IntoOptions{Match: regexp.MustCompile("a")})
	if m := in.Methods[0]; m.Total() != 7 || m.Instances != depth+1 || len(m.Places) > 2*MaxIntoDepth+1 {
		t.Errorf("%d entries, %d instances, %d places", m.Total(), m.Instances, len(m.Places))
	}
}

// TestQuestion: c has 29 entries, 20 of them inlined into b, which is inlined into a, 1 into b as compilation root, 5 into a.
func TestQuestion(t *testing.T) {
	const calls = `{"ctx":"1:0","records":[10]},{"ctx":"2:0","records":[4]},{"ctx":"3:0","records":[3]},
		{"ctx":"2:0<1:5","records":[10]},{"ctx":"3:0<2:7<1:5","records":[20]},{"ctx":"3:0<2:7","records":[1]},
		{"ctx":"3:0<1:9","records":[5]}`
	for _, test := range []struct{ method, target, want string }{
		{`c$`, `b$`, "yes: 72.4% of the entries of T.c are inlined into T.b\nT.c 3 root 26 inlined, 4 instances 2 units\n  @7 T.b 21 in 2 ×1.5\n"},
		{`c$`, `a$`, "yes: 86.2% of the entries of T.c are inlined into T.a\nT.c 3 root 26 inlined, 4 instances 2 units\n" +
			"  @7 T.b 20 in 1 ×2\n    @5 T.a root 20 in 1\n  @9 T.a root 5 in 1 ×0.5\n"},
		{`c$`, `[ab]$`, "yes: 89.7% of the entries of T.c are inlined into the 2 methods matching [ab]$\nT.c 3 root 26 inlined, 4 instances 2 units\n" +
			"  @7 T.b 21 in 2 ×1.5\n  @9 T.a root 5 in 1 ×0.5\n"},
		{`a$`, `b$`, "no: T.a is not inlined into T.b; conversely, 71.4% of the entries of T.b are inlined into T.a; T.b is not known to call T.a, and no other caller is known\n"},
		{`a$`, `[bc]$`, "no: T.a is not inlined into the 2 methods matching [bc]$; conversely, 81.4% of the entries of the 2 methods matching [bc]$ are inlined into T.a; the 2 methods matching [bc]$ are not known to call T.a, and no other caller is known\n"},
		{`a$`, `a$`, "no: T.a is not inlined into T.a; T.a is not known to call T.a, and no other caller is known\n"},
	} {
		p := testprofile.Parse(t, `{`+testprofile.Methods("a", "b", "c")+`,"callCountProfiles":[`+calls+`]}`)
		in := intoOf(t, p, IntoOptions{Match: regexp.MustCompile(test.method), Target: regexp.MustCompile(test.target), MinShare: 0.9, Depth: 1})
		if got := in.Answer + "\n" + outlineInto(in); got != test.want {
			t.Errorf("%s into %s: %s\nwant %s", test.method, test.target, got, test.want)
		}
	}
}

// Each of 20,000 methods is a caller, and a callee: the contexts are read once, not once for each.
func TestEveryMethodIntoEveryMethod(t *testing.T) {
	const n = 20_000
	var names, records []string
	for i := range n {
		names = append(names, fmt.Sprint("m", i))
		records = append(records, fmt.Sprintf("%d:0 10", i+1), fmt.Sprintf("%d:0<%d:1 7", (i+1)%n+1, i+1))
	}
	p := testprofile.Parse(t, "{"+testprofile.Methods(names...)+testprofile.Calls(records...)+"}")
	every := regexp.MustCompile(".")
	end := budget.Budget{Memory: 512 << 20, Time: 4 * time.Second}.Start(t, 0)
	in, err := NewInto(p, nil, IntoOptions{Match: every, Target: every})
	end()
	if err != nil || len(in.Callers) != n {
		t.Fatalf("%v, %d callers", err, len(in.Callers))
	}
	if c := in.Callers[0]; c.Entries != 17 || !c.Known || c.Contexts != 2 {
		t.Errorf("%+v", c)
	}
}
