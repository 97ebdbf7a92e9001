package rewrite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

func merge(t *testing.T, profiles ...*iprof.Profile) *Merged {
	t.Helper()
	m := NewMerger()
	for i, p := range profiles {
		if err := m.Add(fmt.Sprint(i), p, 1); err != nil {
			t.Fatal(err)
		}
	}
	return m.Merged()
}

func text(t *testing.T, p *iprof.Profile) string {
	t.Helper()
	var b strings.Builder
	if err := iprof.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// halves puts each record of a profile into one of two, at random, with the tables in another order in the second.
func halves(t *testing.T, data []byte) (a, b *iprof.Profile) {
	t.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	first, second := maps.Clone(doc), maps.Clone(doc)
	for key, raw := range doc {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			if key == "monitorsProfile" {
				second[key] = json.RawMessage(`{"records":[]}`)
			}
			continue
		}
		if key == "types" || key == "methods" {
			slices.Reverse(list)
			second[key] = encode(t, list)
			continue
		}
		parts := [2][]json.RawMessage{{}, {}}
		for _, r := range list {
			i := random.IntN(2)
			parts[i] = append(parts[i], r)
		}
		first[key], second[key] = encode(t, parts[0]), encode(t, parts[1])
	}
	return testprofile.Parse(t, string(encode(t, first))), testprofile.Parse(t, string(encode(t, second)))
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMergeOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Published(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			whole := text(t, iprof.Canonical(p, false))
			if got := text(t, merge(t, p).Profile); got != whole {
				t.Error("the merge of one is not the one")
			}
			a, b := halves(t, data)
			if p.MethodSlots() > p.Methods.Len() {
				var unlisted *UnlistedError
				if err := errOf(a, b); !errors.As(err, &unlisted) || !unlisted.Stripped {
					t.Errorf("stripped tables: %v", err)
				}
				return
			}
			sum := merge(t, a, b)
			if got := text(t, sum.Profile); got != whole {
				t.Error("the merge of two halves is not the whole")
			}
			if got := text(t, merge(t, b, a).Profile); got != whole {
				t.Error("the order matters")
			}
			if sum.Contexts != sum.InAll+sum.Inputs[0].InNoOther+sum.Inputs[1].InNoOther {
				t.Errorf("%d contexts: %d common, %d and %d in one only", sum.Contexts, sum.InAll, sum.Inputs[0].InNoOther, sum.Inputs[1].InNoOther)
			}
			left := merge(t, merge(t, a, b).Profile, p).Profile
			right := merge(t, a, merge(t, b, p).Profile).Profile
			if text(t, left) != text(t, right) {
				t.Error("the grouping matters")
			}
			twice := NewMerger()
			if err := twice.Add("p", p, 2); err != nil {
				t.Fatal(err)
			}
			if text(t, twice.Merged().Profile) != text(t, left) {
				t.Error("twice is not p and its halves")
			}
		})
	}
}

func errOf(profiles ...*iprof.Profile) error {
	m := NewMerger()
	for _, p := range profiles {
		if err := m.Add("", p, 1); err != nil {
			return err
		}
	}
	return nil
}

func TestMergeByNames(t *testing.T) {
	// The same program with other ids; A.m(int) is another method than A.m(), and b knows a type that a does not.
	a := testprofile.Parse(t, `{"version":"0.4.0","types":[{"id":1,"name":"A"},{"id":2,"name":"void"},{"id":3,"name":"int"}],
		"methods":[{"id":1,"name":"m","signature":[1,2]},{"id":2,"name":"m","signature":[1,2,3]}],
		"callCountProfiles":[{"ctx":"1:0","records":[10]},{"ctx":"2:0<1:5","records":[7]}],
		"conditionalProfiles":[{"ctx":"1:3","records":[9,0,5,9,1,5,20,2,1]}],
		"virtualInvokeProfiles":[{"ctx":"1:5","records":[1,7]}]}`)
	b := testprofile.Parse(t, `{"version":"1.1.0","types":[{"id":7,"name":"void"},{"id":8,"name":"int"},{"id":9,"name":"A"},{"id":10,"name":"B"}],
		"methods":[{"id":5,"name":"m","signature":[9,7,8]},{"id":6,"name":"m","signature":[9,7]}],
		"callCountProfiles":[{"ctx":"6:0","records":[1]},{"ctx":"5:0","records":[100]}],
		"conditionalProfiles":[{"ctx":"6:3","records":[9,0,1,9,1,2,20,2,4]}],
		"virtualInvokeProfiles":[{"ctx":"6:5","records":[10,3]}],
		"instanceofProfiles":[{"ctx":"6:8","records":[10,2]}]}`)
	m := NewMerger()
	for _, err := range []error{m.Add("a", a, 3), m.Add("b", b, 1)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	sum := m.Merged()
	// Before 1.0.0 the target 9 was taken 5 times in all, since then by 1 and by 2.
	want := `{"version":"1.1.0","types":[{"id":0,"name":"int"},{"id":1,"name":"void"},{"id":2,"name":"A"},{"id":3,"name":"B"}],` +
		`"methods":[{"id":1,"name":"m","signature":[2,1]},{"id":2,"name":"m","signature":[2,1,0]}],` +
		`"virtualInvokeProfiles":[{"ctx":"1:5","records":[2,21,3,3]}],` +
		`"callCountProfiles":[{"ctx":"1:0","records":[31]},{"ctx":"2:0<1:5","records":[21]},{"ctx":"2:0","records":[100]}],` +
		`"conditionalProfiles":[{"ctx":"1:3","records":[9,0,16,9,1,2,20,2,7]}],` +
		`"instanceofProfiles":[{"ctx":"1:8","records":[3,2]}]}` + "\n"
	if got := text(t, sum.Profile); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if sum.Contexts != 3 || sum.InAll != 1 || sum.Inputs[0].InNoOther != 1 || sum.Inputs[1].InNoOther != 1 {
		t.Errorf("%d contexts, %d common, only %d and %d", sum.Contexts, sum.InAll, sum.Inputs[0].InNoOther, sum.Inputs[1].InNoOther)
	}
}

// One profile that does not list all it refers to keeps its ids, with any weight; two cannot distinguish theirs.
func TestMergeOfUnlisted(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"0.4.0","types":[{"id":7,"name":"A"}],"methods":[{"id":5,"name":"f","signature":[7,8]}],
		"callCountProfiles":[{"ctx":"5:0","records":[2]},{"ctx":"9:0<5:1","records":[3]}],"conditionalProfiles":[{"ctx":"5:3","records":[4,0,5,4,1,5]}],
		"virtualInvokeProfiles":[{"ctx":"5:1","records":[99,1,7,2]}],"monitorProfiles":[{"ctx":"0:0","records":[98,6]}]}`)
	m := NewMerger()
	if err := m.Add("odd.iprof", p, 10); err != nil {
		t.Fatal(err)
	}
	if err := m.Add("even.iprof", testprofile.Parse(t, `{`+testprofile.Methods("m")+`}`), 1); err == nil || err.(*UnlistedError).Name != "odd.iprof" {
		t.Errorf("another after it: %v", err)
	}
	want := `{"version":"1.0.0","types":[{"id":7,"name":"A"}],"methods":[{"id":5,"name":"f","signature":[7,8]}],"monitorProfiles":[{"ctx":"0:0","records":[98,60]}],` +
		`"virtualInvokeProfiles":[{"ctx":"5:1","records":[7,20,99,10]}],"callCountProfiles":[{"ctx":"5:0","records":[20]},{"ctx":"9:0<5:1","records":[30]}],` +
		`"conditionalProfiles":[{"ctx":"5:3","records":[4,0,50,4,1,0]}]}` + "\n"
	if got := text(t, m.Merged().Profile); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	err := errOf(testprofile.Parse(t, `{`+testprofile.Methods("m")+`}`), p)
	want = "its tables are incomplete (1 method id, the first being 9; 3 type ids, the first being 8), and ids have no meaning in another file"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A single method or type that is not listed is enough.
func TestOneUnlisted(t *testing.T) {
	const head = `{"version":"1.0.0","types":[{"id":7,"name":"A"}],"methods":[{"id":5,"name":"f","signature":[7,7]}],`
	for records, want := range map[string]string{
		`"callCountProfiles":[{"ctx":"9:0","records":[2]}]`:               "its tables are incomplete (1 method id, the first being 9), and ids have no meaning in another file",
		`"virtualInvokeProfiles":[{"ctx":"5:1","records":[99,1,7,2]}]`:    "its tables are incomplete (1 type id, the first being 99), and ids have no meaning in another file",
		`"virtualInvokeProfiles":[{"ctx":"5:1","records":[7,1]}],"x":[9]`: "",
	} {
		p, got := testprofile.Parse(t, head+records+"}"), ""
		if err := errOf(p, p); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", records, got, want)
		}
	}
}

func TestMergeOverflow(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"callCountProfiles":[{"ctx":"1:0","records":[9223372036854775807]}]}`)
	if err := errOf(p, p); !errors.Is(err, iprof.ErrOverflow) {
		t.Errorf("%v", err)
	}
	if err := NewMerger().Add("p", p, 2); !errors.Is(err, iprof.ErrOverflow) {
		t.Errorf("weighted: %v", err)
	}
}

// TestMergeFolds merges often enough that the sum is folded in between.
func TestMergeFolds(t *testing.T) {
	var b bytes.Buffer
	for i := range 4000 {
		fmt.Fprintf(&b, `{"ctx":"1:%d","records":[%d,0,1]},`, i, i)
	}
	p := testprofile.Parse(t, `{`+testprofile.Methods("m")+`,"conditionalProfiles":[`+strings.TrimSuffix(b.String(), ",")+`]}`)
	m := NewMerger()
	for range 50 {
		if err := m.Add("", p, 1); err != nil {
			t.Fatal(err)
		}
		if n := m.b.Records(); n > 3*10_000 {
			t.Fatalf("%d records for a sum of 4000", n)
		}
	}
	sum := m.Merged().Profile
	if n := sum.Records(iprof.Conditionals); n != 4000 {
		t.Errorf("%d records", n)
	}
	if n := sum.Total(iprof.Conditionals); n != 50*4000 {
		t.Errorf("total %d", n)
	}
}

// A sum of any section that does not fit is an error, never a smaller number.
func TestMergeOverflowOfSections(t *testing.T) {
	const most = "9223372036854775807"
	for section, record := range map[string]string{
		"callCountProfiles": "1:0 " + most, "samplingProfiles": "1:3 " + most, "conditionalProfiles": "1:3 5 0 " + most, "virtualInvokeProfiles": "1:3 8 " + most,
		"instanceofProfiles": "1:3 8 " + most, "monitorProfiles": "0:0 8 " + most,
	} {
		p := testprofile.Parse(t, `{`+strings.Replace(testprofile.Methods("m"), "1.0.0", "1.1.0", 1)+testprofile.Section(section, []string{record})+`}`)
		if err := errOf(p, p); !errors.Is(err, iprof.ErrOverflow) {
			t.Errorf("%s: %v", section, err)
		}
		if err := NewMerger().Add("p", p, 2); !errors.Is(err, iprof.ErrOverflow) {
			t.Errorf("%s, weighted: %v", section, err)
		}
		if err := errOf(p); err != nil {
			t.Errorf("%s alone: %v", section, err)
		}
	}
}

// A profile is of another program if it has less than 5% of the contexts in common, of at least 100, or nothing; a short run is part of a long one, and
// stacks of samples say nothing.
func TestApart(t *testing.T) {
	run := func(from, to int, section string) *iprof.Profile {
		var methods, records []string
		for id := from; id < to; id++ {
			methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[0,0]}`, id, id))
			records = append(records, fmt.Sprintf(`{"ctx":"%d:0","records":[7]}`, id))
		}
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[{"id":0,"name":"A"}],"methods":[%s],"%s":[%s]}`,
			strings.Join(methods, ","), section, strings.Join(records, ",")))
	}
	calls := func(from, to int) *iprof.Profile { return run(from, to, "callCountProfiles") }
	for _, test := range []struct {
		inputs []*iprof.Profile
		want   string
	}{
		{[]*iprof.Profile{calls(1, 101), calls(101, 201)}, "0 1"},
		{[]*iprof.Profile{calls(1, 100), calls(97, 201)}, ""},    // 3 of 99
		{[]*iprof.Profile{calls(1, 3), calls(3, 4)}, "0 1"},      // nothing in common
		{[]*iprof.Profile{calls(1, 101), calls(97, 201)}, "0 1"}, // 4 of 100
		{[]*iprof.Profile{calls(1, 101), calls(96, 201)}, ""},    // 5 of 100
		{[]*iprof.Profile{calls(1, 101), calls(1, 5001)}, ""},    // a short and a long run
		{[]*iprof.Profile{calls(1, 201), calls(300, 501), calls(1, 150)}, "1"},
		{[]*iprof.Profile{run(1, 201, "samplingProfiles"), run(300, 501, "samplingProfiles")}, ""},
		{[]*iprof.Profile{run(1, 201, "samplingProfiles"), calls(1, 201)}, ""},
	} {
		var got []string
		for _, in := range merge(t, test.inputs...).OfOtherPrograms() {
			got = append(got, in.Name)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
