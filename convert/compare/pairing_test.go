package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// namesOf returns the full names of a profile's methods.
func namesOf(p *iprof.Profile) *convert.Names { return convert.NewNames(p, convert.NameOptions{}) }

// pairing writes which methods of two profiles are paired, by their names in the first and in the second.
func pairing(old, new *iprof.Profile) string {
	pr := New(namesOf(old), namesOf(new), Options{}).Pairing
	var lines []string
	for i, a := range pr.Methods[0] {
		for j, b := range pr.Methods[1] {
			if a == b {
				m, _ := old.MethodAt(i)
				n, _ := new.MethodAt(j)
				lines = append(lines, convert.JVMSignature(old, m)+" = "+convert.JVMSignature(new, n))
			}
		}
	}
	lines = append(lines, fmt.Sprintf("renamed %d, unsettled %d, by id %d", pr.Normalized, pr.Ambiguous, pr.ByID))
	return strings.Join(lines, "\n")
}

func TestPair(t *testing.T) {
	const h1, h2, h3 = "45dce27977eb3b217a31dc8778a0802922b54621", "0123456789012345678901234567890123456789", "ffffffffffffffffffffffffffffffffffffffff"
	for _, c := range []struct {
		name     string
		Old, New []string
		want     string
	}{
		{
			"ids do not matter, names do",
			[]string{"a.A.run", "a.B.run"}, []string{"a.B.run", "a.C.run", "a.A.run"},
			"a.A.run()V = a.A.run()V\na.B.run()V = a.B.run()V\nrenamed 0, unsettled 0, by id 0",
		},
		{
			"a lambda with another hash is the same lambda",
			[]string{"a.A$$Lambda$" + h1 + ".get", "a.A.run"}, []string{"a.A$$Lambda$" + h2 + ".get", "a.A.run"},
			"a.A$$Lambda$" + h1 + ".get()V = a.A$$Lambda$" + h2 + ".get()V\na.A.run()V = a.A.run()V\nrenamed 1, unsettled 0, by id 0",
		},
		{
			"two lambdas that read alike stay apart",
			[]string{"a.A$$Lambda$" + h1 + ".get"}, []string{"a.A$$Lambda$" + h2 + ".get", "a.A$$Lambda$" + h3 + ".get"},
			"renamed 0, unsettled 3, by id 0",
		},
		{
			"a method of both profiles does not prevent the pair of the other two",
			[]string{"a.A$$Lambda$" + h1 + ".get", "a.A$$Lambda$" + h3 + ".get"}, []string{"a.A$$Lambda$" + h3 + ".get", "a.A$$Lambda$" + h2 + ".get"},
			"a.A$$Lambda$" + h1 + ".get()V = a.A$$Lambda$" + h2 + ".get()V\na.A$$Lambda$" + h3 + ".get()V = a.A$$Lambda$" + h3 + ".get()V\nrenamed 1, unsettled 0, by id 0",
		},
		{
			"hashes in the names of methods",
			[]string{"a.Stub.run_" + h1}, []string{"a.Stub.run_" + h2, "a.Stub.stop_" + h2},
			"a.Stub.run_" + h1 + "()V = a.Stub.run_" + h2 + "()V\nrenamed 1, unsettled 0, by id 0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, new := testprofile.Program(t, 1, c.Old...), testprofile.Program(t, 100, c.New...)
			if got := pairing(old, new); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Overloads differ in their signature only: a renamed type among the parameters does not mix them up.
func TestPairOverloads(t *testing.T) {
	text := func(proxy string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"int"},
			{"id":3,"name":"`+proxy+`"}],"methods":[{"id":1,"name":"f","signature":[1,0]},{"id":2,"name":"f","signature":[1,0,2]},
			{"id":3,"name":"f","signature":[1,0,3]}],"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"3:0","records":[1]}]}`)
	}
	got := pairing(text("jdk.proxy4.$Proxy83"), text("jdk.proxy4.$Proxy99"))
	want := "a.A.f()V = a.A.f()V\na.A.f(I)V = a.A.f(I)V\n" +
		"a.A.f(Ljdk/proxy4/$Proxy83;)V = a.A.f(Ljdk/proxy4/$Proxy99;)V\nrenamed 1, unsettled 0, by id 0"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A type that is renamed in one of three runs is the same in all, unless one run has both.
func TestPairThree(t *testing.T) {
	a, b := testprofile.Program(t, 1, "p.$Proxy1.x"), testprofile.Program(t, 1, "p.$Proxy2.x")
	pr := Pair(Options{}, namesOf(a), namesOf(b), namesOf(testprofile.Program(t, 1, "p.$Proxy2.x")))
	if pr.Methods[0][0] != pr.Methods[1][0] || pr.Methods[1][0] != pr.Methods[2][0] {
		t.Error("not the same in all three")
	}
	pr = Pair(Options{}, namesOf(a), namesOf(b), namesOf(testprofile.Program(t, 1, "p.$Proxy2.x", "p.$Proxy3.x")))
	if pr.Methods[0][0] == pr.Methods[1][0] || pr.Methods[1][0] != pr.Methods[2][0] {
		t.Error("the one that could be either is paired")
	}
}

// Pairs of two profiles are those of New. A pair of the first of three and another one is no pair if the third has both methods.
func TestPairAsNew(t *testing.T) {
	files := []string{"tally.iprof", "tally-after.iprof", "shop.iprof", "wordcount.iprof", "even-or-odd.iprof", "fib.iprof"}
	for _, old := range files {
		for _, new := range files {
			for runs := 1; runs <= 2; runs++ { // of the old program
				names := convert.NewSharedNames(convert.NameOptions{}, append(slices.Repeat([]*iprof.Profile{testprofile.Example(old)}, runs), testprofile.Example(new))...)
				want, got := New(names[0], names[runs], Options{}), Pair(Options{}, names...)
				slots := map[int32]int32{}
				for slot, number := range want.Methods[NewSide] {
					slots[number] = got.Methods[runs][slot]
				}
				for slot, number := range want.Methods[OldSide] {
					if of, ok := slots[number]; ok != slices.Contains(got.Methods[runs], got.Methods[0][slot]) || ok && of != got.Methods[0][slot] {
						t.Errorf("%s and %s: %s is paired otherwise", old, new, names[0].Method(slot))
					}
				}
				if want.Renamed != got.Renamed || want.OtherSignature != got.OtherSignature || want.Normalized != got.Normalized {
					t.Errorf("%s and %s: %d, %d and %d pairs, want %d, %d and %d", old, new, got.Renamed, got.OtherSignature, got.Normalized, want.Renamed, want.OtherSignature, want.Normalized)
				}
			}
		}
	}
	program := func(find ...string) *iprof.Profile {
		text := `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"int"},{"id":3,"name":"long"}],"methods":[{"id":1,"name":"find","signature":[1,0,` + find[0] + `]}`
		calls := []string{"1:0 10"}
		for _, other := range find[1:] {
			text += `,{"id":2,"name":"find","signature":[1,0,` + other + `]}`
			calls = append(calls, "2:0 20")
		}
		return testprofile.Parse(t, text+`]`+testprofile.Calls(calls...)+`}`)
	}
	a, b, both := program("2"), program("3"), program("2", "3")
	for _, c := range []struct {
		runs []*iprof.Profile
		one  bool
	}{{[]*iprof.Profile{a, b, b}, true}, {[]*iprof.Profile{a, b, both}, false}} {
		var names []*convert.Names
		for _, p := range c.runs {
			names = append(names, namesOf(p))
		}
		if pr := Pair(Options{}, names...); pr.Methods[0][0] == pr.Methods[1][0] != c.one {
			t.Errorf("one: %t", c.one)
		}
	}
}

func TestPairWithoutTables(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":-1,"name":""}],"methods":[{"id":-1,"name":"","signature":[]}],
		"callCountProfiles":[{"ctx":"7:0","records":[1]},{"ctx":"9:0","records":[1]}]}`)
	if got, want := pairing(p, p), "<unknown method 7> = <unknown method 7>\n<unknown method 9> = <unknown method 9>\nrenamed 0, unsettled 0, by id 2"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A method whose signature changed is one method, whose names show both. Overloads that both profiles have, and methods without a namesake in
// the other profile, keep the names that they have in one profile. Without the search for renames it is two.
func TestNamesOfOtherSignatures(t *testing.T) {
	program := func(find, more string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"a.A"},{"id":2,"name":"int"},{"id":3,"name":"long"}],
			"methods":[{"id":1,"name":"find","signature":[1,0,`+find+`]},{"id":2,"name":"get","signature":[1,0]},{"id":3,"name":"`+more+`","signature":[1,0,2]},{"id":4,"name":"size","signature":[1,`+find+`]}]`+
			testprofile.Calls("1:0 10", "2:0 20", "3:0 30", "4:0 40")+`}`)
	}
	for _, c := range []struct {
		disambiguate, noRenames bool
		old, new                []string
	}{
		{true, false, []string{"a.A.find(int)", "a.A.get", "a.A.gone", "a.A.size():int"}, []string{"a.A.find(long)", "a.A.get", "a.A.added", "a.A.size():long"}},
		{true, true, []string{"a.A.find(int)", "a.A.get", "a.A.gone", "a.A.size():int"}, []string{"a.A.find(long)", "a.A.get", "a.A.added", "a.A.size():long"}},
		{false, false, []string{"a.A.find", "a.A.get", "a.A.gone", "a.A.size"}, []string{"a.A.find", "a.A.get", "a.A.added", "a.A.size"}},
	} {
		names := convert.NewSharedNames(convert.NameOptions{Disambiguate: c.disambiguate}, program("2", "gone"), program("3", "added"))
		pairs := New(names[0], names[1], Options{NoRenames: c.noRenames})
		for side, want := range [][]string{c.old, c.new} {
			for slot, name := range want {
				if got := names[side].Method(slot); got != name {
					t.Errorf("side %d: %s, want %s", side, got, name)
				}
			}
		}
		for slot, signature := range []bool{true, false, false, true} {
			one := pairs.Methods[OldSide][slot] == pairs.Methods[NewSide][slot]
			if want := slot == 1 || signature && !c.noRenames; one != want {
				t.Errorf("%s is one method: %t, want %t", c.old[slot], one, want)
			}
		}
		frames, notes := pairs.FrameNames(), strings.Join(pairs.Notes(), "\n")
		switch {
		case c.noRenames:
			if len(frames) > 0 || notes != "" {
				t.Errorf("without the search: %v, %s", frames, notes)
			}
		case !c.disambiguate:
			if len(frames) > 0 || notes != "2 methods paired by name alone, as the parameters or the return type changed" {
				t.Errorf("equal names: %v, %s", frames, notes)
			}
		default:
			if len(frames) != 2 || frames["a.A.find(int)"] != (FrameName{"a.A.find(long)", true}) ||
				notes != "2 methods paired by name alone, as the parameters or the return type changed: a.A.find(int) → a.A.find(long), a.A.size():int → a.A.size():long" {
				t.Errorf("%v, %s", frames, notes)
			}
		}
	}
}

// Two runs of one JDK may use different overloads, lambdas have numbers, and of two namesakes none is the new version.
func TestOtherSignaturesThatAreOtherMethods(t *testing.T) {
	program := func(class, name, param, more string) *iprof.Profile {
		return testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"`+class+`"},{"id":2,"name":"int"},{"id":3,"name":"long"},{"id":4,"name":"char"}],
			"methods":[{"id":1,"name":"`+name+`","signature":[1,0,`+param+`]},{"id":2,"name":"main","signature":[1,0]}`+more+`]`+testprofile.Calls("1:0 10", "2:0 20", "3:0 5")+`}`)
	}
	for _, c := range []struct {
		class, name, more string
		want              int
	}{
		{"a.A", "find", "", 1},
		{"java.lang.Math", "abs", "", 0},
		{"com.oracle.svm.core.A", "find", "", 0},
		{"a.A", "lambda$main$0", "", 0},
		{"a.A", "find", `,{"id":3,"name":"find","signature":[1,0,4]}`, 0},
	} {
		all := convert.NewSharedNames(convert.NameOptions{}, program(c.class, c.name, "2", ""), program(c.class, c.name, "3", c.more))
		if got := New(all[0], all[1], Options{}).OtherSignature; got != c.want {
			t.Errorf("%s.%s%s: %d pairs, want %d", c.class, c.name, c.more, got, c.want)
		}
	}
}

// A method is its class, name, return type and parameters, each by itself: none that reads alike without the borders is the same.
func TestBordersOfKeys(t *testing.T) {
	profile := func(class, name, result string, params ...string) *iprof.Profile {
		types := []string{fmt.Sprintf(`{"id":1,"name":%q},{"id":2,"name":%q}`, class, result)}
		signature := "1,2"
		for i, p := range params {
			types = append(types, fmt.Sprintf(`{"id":%d,"name":%q}`, i+3, p))
			signature += fmt.Sprint(",", i+3)
		}
		return testprofile.Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[%s],"methods":[{"id":1,"name":%q,"signature":[%s]}]%s}`, strings.Join(types, ","), name, signature, testprofile.Calls("1:0 5")))
	}
	first := profile("AB", "cd", "EF", "GH", "IJ")
	for name, other := range map[string]*iprof.Profile{
		"the same": profile("AB", "cd", "EF", "GH", "IJ"), "class and name": profile("A", "Bcd", "EF", "GH", "IJ"), "name and result": profile("AB", "c", "dEF", "GH", "IJ"),
		"result and parameter": profile("AB", "cd", "E", "FGH", "IJ"), "two parameters": profile("AB", "cd", "EF", "G", "HIJ"), "one parameter": profile("AB", "cd", "EF", "GHIJ"),
	} {
		names := convert.NewSharedNames(convert.NameOptions{}, first, other)
		c := New(names[0], names[1], Options{NoRenames: true})
		exact := c.Methods[OldSide][0] == c.Methods[NewSide][0] && !c.renamed[c.Methods[OldSide][0]]
		if exact != (name == "the same") {
			t.Errorf("%s: paired %t", name, exact)
		}
	}
}
