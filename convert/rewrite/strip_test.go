package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// stripped has two packages, one inlined into the other and back, and the profiler in both trees.
const stripped = `{"version":"1.0.0","types":[
	{"id":0,"name":"void"},{"id":1,"name":"com.shop.Main"},{"id":2,"name":"com.shop.secret.Price"},{"id":3,"name":"com.shops.Other"},
	{"id":4,"name":"com.oracle.svm.enterprise.profiling.Run"},{"id":5,"name":"com.shop.Main$Line"},{"id":6,"name":"Idle"},{"id":7,"name":"[Lcom.shop.secret.Price;"}],
	"methods":[{"id":1,"name":"main","signature":[1,0]},{"id":2,"name":"price","signature":[2,0]},{"id":3,"name":"other","signature":[3,0]},
		{"id":4,"name":"hit","signature":[4,0]},{"id":5,"name":"add","signature":[5,0,2]},{"id":6,"name":"idle","signature":[6,0]}],
	"monitorProfiles":[{"ctx":"0:0","records":[1,10,2,20,3,30]}],
	"callCountProfiles":[{"ctx":"1:0","records":[1]},{"ctx":"2:0<1:4","records":[2]},{"ctx":"5:0<2:3<1:4","records":[3]},
		{"ctx":"5:0<1:9","records":[4]},{"ctx":"3:0","records":[5]},{"ctx":"4:0<1:2","records":[6]},{"ctx":"5:0<4:1<1:2","records":[7]}],
	"conditionalProfiles":[{"ctx":"2:7<1:4","records":[9,0,1]},{"ctx":"1:7","records":[9,0,2,12,1,3]}],
	"virtualInvokeProfiles":[{"ctx":"1:9","records":[5,4]},{"ctx":"1:11","records":[5,4,7,1]}],
	"samplingProfiles":[{"ctx":"5:2<1:9","records":[11]},{"ctx":"4:1<5:6<1:9","records":[12]},{"ctx":"5:1<4:3<1:2","records":[13]},{"ctx":"4:5","records":[14]},
		{"ctx":"5:1<2:3<1:4","records":[15]}]}`

// recordLines returns the contexts and values of a profile, by the names of its methods.
func recordLines(t *testing.T, p *iprof.Profile) string {
	t.Helper()
	var b strings.Builder
	line := func(tree *iprof.Tree, r iprof.Count, what string) {
		b.WriteString(what)
		for _, f := range tree.Context(r.Node, r.BCI) {
			m, _ := p.Method(f.Method)
			b.WriteString(" " + m.Name + ":" + f.BCI.String())
		}
		b.WriteString(" = " + words.Thousands(r.Value) + "\n")
	}
	for _, r := range p.Calls.All() {
		line(p.Contexts, r, "call")
	}
	for _, r := range p.Samples.All() {
		line(p.Stacks, r, "sample")
	}
	for _, r := range p.Conditionals.All() {
		line(p.Contexts, iprof.Count{Node: r.Node, BCI: r.BCI}, "branch")
	}
	for _, r := range p.Receivers.All() {
		line(p.Contexts, iprof.Count{Node: r.Node, BCI: r.BCI}, "receiver")
	}
	for _, m := range p.Monitors {
		name, _ := p.Type(m.Type)
		b.WriteString("lock " + name.Name + " = " + words.Thousands(m.Count) + "\n")
	}
	return b.String()
}

func TestStrip(t *testing.T) {
	for _, tt := range []struct {
		name         string
		opts         StripOptions
		left         string
		absent       []string
		moved, types int // of 6 methods, 2 are removed each time
	}{
		{
			"drop", StripOptions{Drop: []string{"com.shop.secret"}}, `
call main:0 = 1
call add:0 main:9 = 4
call hit:0 main:2 = 6
call add:0 hit:1 main:2 = 7
call other:0 = 5
sample add:2 main:9 = 11
sample hit:1 add:6 main:9 = 12
sample add:1 hit:3 main:2 = 13
sample hit:5 = 14
branch main:7 = 0
receiver main:9 = 0
lock com.shop.Main = 10
lock com.shops.Other = 30
`, []string{`"price"`, `"idle"`, `"Idle"`}, 0, 2,
		},
		{
			"keep", StripOptions{Keep: []string{"com.shop.Main"}}, `
call main:0 = 1
call add:0 price:3 main:4 = 3
call add:0 main:9 = 4
call add:0 hit:1 main:2 = 7
sample add:2 main:9 = 11
sample add:1 hit:3 main:2 = 13
sample add:1 price:3 main:4 = 15
branch main:7 = 0
receiver main:9 = 0
receiver main:11 = 0
lock com.shop.Main = 10
`, []string{`"other"`, `"idle"`, `com.shops`}, 0, 2,
		},
		{
			"profiler", StripOptions{Profiler: true}, `
call main:0 = 1
call add:0 price:3 main:4 = 3
call add:0 main:9 = 4
call price:0 main:4 = 2
call other:0 = 5
sample add:6 main:9 = 12
sample add:2 main:9 = 11
sample main:2 = 13
sample add:1 price:3 main:4 = 15
branch main:7 = 0
branch price:7 main:4 = 0
receiver main:9 = 0
receiver main:11 = 0
lock com.shop.Main = 10
lock com.shop.secret.Price = 20
lock com.shops.Other = 30
`, []string{"profiling", "Idle"}, 2, 2,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Strip(testprofile.Parse(t, stripped), tt.opts)
			if got, want := sortedLines(recordLines(t, s.Profile)), sortedLines(tt.left); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			whole := text(t, s.Profile)
			for _, name := range tt.absent {
				if strings.Contains(whole, name) {
					t.Errorf("%s is still there", name)
				}
			}
			if s.Moved != tt.moved || s.Types != tt.types || s.Methods != 2 {
				t.Errorf("%d stacks moved, %d types and %d methods out; want %d, %d, 2", s.Moved, s.Types, s.Methods, tt.moved, tt.types)
			}
		})
	}
}

// Methods and classes that native-image named after dropped ones are dropped, too.
func TestStripStubs(t *testing.T) {
	const sha, digest = "5087f5482cc9a6abc971913ece43acb471d2631b", "XNhh1mz2Ib2aPR1wdv014D"
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"void"},{"id":1,"name":"com.shop.secret.Price"},{"id":2,"name":"com.oracle.svm.core.code.FactoryMethodHolder"},
		{"id":3,"name":"com.shop.Main"},{"id":4,"name":"com.oracle.svm.reflect.Price_round_`+sha+`_12"}],
		"methods":[{"id":1,"name":"main","signature":[3,0]},{"id":2,"name":"Price_constructor_`+sha+`","signature":[2,0]},{"id":3,"name":"Main_constructor_`+sha+`","signature":[2,0]},
		{"id":4,"name":"round","signature":[1,0]},{"id":5,"name":"Price_`+digest+`","signature":[2,0]},{"id":6,"name":"invoke","signature":[4,0]}],
		"callCountProfiles":[`+onceEach(6)+`]}`)
	s := Strip(p, StripOptions{Drop: []string{"com.shop.secret"}})
	if got, want := sortedLines(recordLines(t, s.Profile)), "call Main_constructor_"+sha+":0 = 1\ncall main:0 = 1"; got != want || s.Records[iprof.Calls] != 4 {
		t.Errorf("got\n%s\nwithout %d records", got, s.Records[iprof.Calls])
	}
}

func TestUnmatched(t *testing.T) {
	p := testprofile.Parse(t, stripped)
	for pkg, want := range map[string]bool{
		"com": true, "com.": true, "com.shop": true, "com.shop.*": true, "com.shop.Main": true, "com.shop.Main$Line": true, "Idle": true,
		"com.sho": false, "com.shop*": false, "com.shop.Mai": false, "shop": false, "": false, ".": false, ".*": false, "*": false,
	} {
		if got := len(UnmatchedPackages(p, []string{pkg})) == 0; got != want {
			t.Errorf("%q is there: %v, want %v", pkg, got, want)
		}
	}
	arrays := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"[Lcom.shop.Main;"}],"methods":[]}`)
	if got := UnmatchedPackages(arrays, []string{"a", "com.shop", "b."}); !slices.Equal(got, []string{"a", "b."}) {
		t.Errorf("got %q", got)
	}
}

func sortedLines(s string) string {
	all := strings.Split(strings.Trim(s, "\n"), "\n")
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// All records of a kept method stay, regardless of what else is kept or dropped.
func TestStripOfPublishedProfiles(t *testing.T) {
	for name, data := range testprofile.Varied(t) {
		t.Run(name, func(t *testing.T) {
			p := testprofile.Parse(t, string(data))
			all, used := Strip(p, StripOptions{}), iprof.Canonical(p, true)
			if text(t, all.Profile) != text(t, used) {
				t.Error("stripping nothing differs from leaving out unreferenced types and methods")
			}
			kept, rest := Strip(p, StripOptions{Keep: []string{"java", "jdk", "sun"}}), 0
			for i, s := range iprof.Sections {
				rest += kept.Records[i] + kept.Profile.Records(s)
			}
			records := 0
			for _, s := range iprof.Sections {
				records += p.Records(s)
			}
			if rest > records { // less where records of one place are one now
				t.Errorf("%d records of %d", rest, records)
			}
			if again := Strip(kept.Profile, StripOptions{Keep: []string{"java", "jdk", "sun"}}); text(t, again.Profile) != text(t, kept.Profile) {
				t.Error("once more takes out more")
			}
		})
	}
}
