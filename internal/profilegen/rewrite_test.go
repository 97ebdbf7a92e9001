package profilegen_test

import (
	"errors"
	"math/big"
	"slices"

	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/profilegen"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A written profile reads as the same, and so does its canonical form.
func writeReadFixpoint(t *rapid.T) {
	used := rapid.Bool().Draw(t, "used") // what refers to unlisted types may be unused itself: ids stay then
	drawn := profilegen.Draw(t, "profile", profilegen.Options{Listed: used})
	p := parse(t, drawn)
	written := write(t, p)
	again := parseBytes(t, []byte(written))
	if got := write(t, again); got != written {
		t.Fatalf("written\n%sthen\n%s", written, got)
	}
	for _, s := range iprof.Sections {
		want := drawn.Total(s).Int64()
		if s == iprof.Conditionals {
			want = ownTotal(drawn)
		}
		if again.Total(s) != want || again.Records(s) != p.Records(s) {
			t.Errorf("%s: %d in %d records, want %d in %d", s, again.Total(s), again.Records(s), want, p.Records(s))
		}
	}
	canonical := write(t, iprof.Canonical(p, used))
	for name, from := range map[string]*iprof.Profile{"itself": parseBytes(t, []byte(canonical)), "what was written": again} {
		if got := write(t, iprof.Canonical(from, used)); got != canonical {
			t.Errorf("canonical\n%sthat of %s\n%s", canonical, name, got)
		}
	}
}

func ownTotal(p *profilegen.Profile) int64 {
	sum := int64(0)
	for _, n := range p.Executions(iprof.Conditionals) {
		sum += n
	}
	return sum
}

// merge adds up profiles; nil: the sum does not fit.
func merge(t *rapid.T, profiles ...*iprof.Profile) *iprof.Profile {
	t.Helper()
	m := rewrite.NewMerger()
	for _, p := range profiles {
		if err := m.Add("", p, 1); errors.Is(err, iprof.ErrOverflow) {
			return nil
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return m.Merged().Profile
}

// Merging is commutative and associative, a profile alone is itself, and its sums are those of the runs.
func mergeIsASum(t *rapid.T) {
	o := profilegen.Options{Listed: true}
	drawn := []*profilegen.Profile{profilegen.Draw(t, "a", o)}
	drawn = append(drawn, profilegen.DrawRun(t, "b", o, drawn[0]), profilegen.Draw(t, "c", o))
	var p []*iprof.Profile
	for _, d := range drawn {
		p = append(p, parse(t, d))
	}
	alone := write(t, merge(t, p[0]))
	if got, want := alone, write(t, iprof.Canonical(p[0], false)); got != want && !drawn[0].HasTwins() {
		t.Fatalf("alone\n%swant\n%s", got, want)
	}
	if got := write(t, merge(t, parseBytes(t, []byte(alone)))); got != alone {
		t.Fatalf("alone\n%sagain\n%s", alone, got)
	}
	fits := true
	for _, s := range iprof.Sections {
		sum := new(big.Int)
		for _, d := range drawn {
			if s == iprof.Conditionals {
				sum.Add(sum, big.NewInt(ownTotal(d)))
			} else {
				sum.Add(sum, d.Total(s))
			}
		}
		fits = fits && sum.IsInt64()
	}
	all := merge(t, p...)
	if all == nil {
		if fits {
			t.Fatal("the sum fits")
		}
		return
	}
	if !fits {
		t.Fatal("the sum does not fit")
	}
	want := write(t, all)
	for _, order := range [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		if got := write(t, merge(t, p[order[0]], p[order[1]], p[order[2]])); got != want {
			t.Fatalf("order %v\n%swant\n%s", order, got, want)
		}
	}
	left := merge(t, merge(t, p[0], p[1]), p[2])
	right := merge(t, p[0], merge(t, p[1], p[2]))
	if l, r := write(t, left), write(t, right); l != want || r != want {
		t.Fatalf("(a+b)+c\n%sa+(b+c)\n%swant\n%s", l, r, want)
	}
	twice := rewrite.NewMerger()
	if err := twice.Add("", p[0], 2); err == nil {
		if got, want := write(t, twice.Merged().Profile), write(t, merge(t, p[0], p[0])); got != want {
			t.Fatalf("weight 2\n%stwice\n%s", got, want)
		}
	}
	for _, s := range iprof.Sections {
		sum := int64(0)
		for _, q := range p {
			sum += iprof.Canonical(q, false).Total(s)
		}
		if all.Total(s) != sum {
			t.Errorf("%s: %d, want %d", s, all.Total(s), sum)
		}
	}
}

// Revealing turns an anonymized profile back, and until then none of the application's names is left.
func revealIsTheInverse(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{})
	p := parse(t, drawn)
	key := []byte("0123456789abcdef0123456789abcdef")
	names := map[string]string{}
	anonymous, err := rewrite.NewPseudonyms(key, names).Anonymize(p, p)
	if err != nil {
		t.Fatal(err)
	}
	text := write(t, anonymous)
	for _, typ := range anonymous.Types.All() {
		if secret := []string{"app.Main", "app.A", "app.A$B", "app.sub.C", "Fib"}; slices.Contains(secret, typ.Name) {
			t.Errorf("%s is left", typ.Name)
		}
	}
	again, err := rewrite.NewPseudonyms(key, map[string]string{}).Anonymize(p, p)
	if err != nil || write(t, again) != text {
		t.Errorf("the same key gives other pseudonyms, error %v", err)
	}
	revealed, _, _ := rewrite.NewPseudonyms(key, names).Reveal(parseBytes(t, []byte(text)))
	if got, want := write(t, iprof.Canonical(revealed, false)), write(t, iprof.Canonical(p, false)); got != want {
		t.Fatalf("revealed\n%swas\n%s", got, want)
	}
}

// Removing nothing that has records keeps all records, and taking out the records of a class leaves those of all others.
func stripKeepsTheRest(t *rapid.T) {
	drawn := profilegen.Draw(t, "profile", profilegen.Options{Listed: true})
	p := parse(t, drawn)
	unused := rewrite.Strip(p, rewrite.StripOptions{})
	if got, want := write(t, iprof.Canonical(unused.Profile, true)), write(t, iprof.Canonical(p, true)); got != want {
		t.Fatalf("stripped\n%swas\n%s", got, want)
	}
	kept := rewrite.Strip(p, rewrite.StripOptions{Keep: []string{"app"}}).Profile
	for _, s := range []iprof.Section{iprof.Calls, iprof.Samples} {
		want := int64(0)
		for _, c := range drawn.Counts(s) {
			if class := drawn.Class(c.Context[0].Method); len(class) > 4 && class[:4] == "app." {
				want += c.Value
			}
		}
		if got := kept.Total(s); got != want {
			t.Errorf("--keep app: %s of %d, want %d", s, got, want)
		}
	}
}
