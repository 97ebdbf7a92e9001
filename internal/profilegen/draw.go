package profilegen

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// oldVersion is the version with other keys.
const oldVersion = "0.2.0"

// Versions are the versions of drawn profiles: those of published files, and a newer one, with unknown fields.
var Versions = []string{"1.0.0", "1.1.0", "0.4.0", oldVersion, "1.7.0-dev"}

// Options restrict the profiles to draw. The zero value allows any.
type Options struct {
	// PlainNames draws names that every output writes unchanged: usual Java names.
	PlainNames bool

	// Listed draws no reference to types and methods that are missing from the tables.
	Listed bool

	// TooLarge lets sums exceed 2^63-1, see [Profile.Fits].
	TooLarge bool
}

// Draw draws a profile.
func Draw(t *rapid.T, label string, o Options) *Profile {
	return profiles(o, nil).Draw(t, label)
}

// DrawRun draws another run of a program: with its tables, and different records.
func DrawRun(t *rapid.T, label string, o Options, program *Profile) *Profile {
	return profiles(o, program).Draw(t, label)
}

func profiles(o Options, program *Profile) *rapid.Generator[*Profile] {
	return rapid.Custom(func(t *rapid.T) *Profile {
		g := &drawer{T: t, Options: o, p: &Profile{Has: map[iprof.Section]bool{}}}
		g.p.Version = rapid.SampledFrom(Versions).Draw(t, "version")
		if program != nil {
			g.p.Types, g.p.Methods = program.Types, program.Methods
		} else {
			g.types()
			g.methods()
		}
		g.sections()
		g.form()
		return g.p
	})
}

// A drawer draws one profile.
type drawer struct {
	*rapid.T
	Options
	p    *Profile
	left int64           // of the sum of a section
	seen []iprof.Context // of a tree
}

var (
	smallIDs = rapid.Int32Range(0, 9)
	anyIDs   = rapid.OneOf(smallIDs, smallIDs, smallIDs, rapid.Int32Range(0, 70_000), rapid.Int32Range(math.MaxInt32-2, math.MaxInt32))
)

func (g *drawer) types() {
	ids := rapid.SliceOfNDistinct(anyIDs, g.atLeastOne(), 8, rapid.ID[int32]).Draw(g.T, "types")
	for _, id := range ids {
		g.p.Types = append(g.p.Types, iprof.Type{ID: iprof.TypeID(id), Name: g.name(classes, "class")})
	}
}

func (g *drawer) methods() {
	ids := rapid.SliceOfNDistinct(anyIDs, g.atLeastOne(), 12, rapid.ID[int32]).Draw(g.T, "methods")
	for _, id := range ids {
		m := iprof.Method{ID: iprof.MethodID(id), Name: g.name(methods, "name"), Declaring: g.typeID(), Return: g.typeID()}
		for range rapid.IntRange(0, 3).Draw(g.T, "parameters") {
			m.Params = append(m.Params, g.typeID())
		}
		g.p.Methods = append(g.p.Methods, m)
	}
}

// atLeastOne is the minimum length of a table.
func (g *drawer) atLeastOne() int {
	if g.Listed {
		return 1
	}
	return 0
}

func (g *drawer) name(usual []string, label string) string {
	if g.PlainNames {
		return rapid.SampledFrom(usual).Draw(g.T, label)
	}
	return rapid.OneOf(rapid.SampledFrom(usual), rapid.SampledFrom(usual), rapid.SampledFrom(hostile), anyName).Draw(g.T, label)
}

func (g *drawer) typeID() iprof.TypeID {
	if len(g.p.Types) == 0 || !g.Listed && g.seldom("other type") {
		return iprof.TypeID(anyIDs.Draw(g.T, "type"))
	}
	return rapid.SampledFrom(g.p.Types).Draw(g.T, "type").ID
}

func (g *drawer) methodID() iprof.MethodID {
	if len(g.p.Methods) == 0 || !g.Listed && g.seldom("other method") {
		return iprof.MethodID(anyIDs.Draw(g.T, "method"))
	}
	return rapid.SampledFrom(g.p.Methods).Draw(g.T, "method").ID
}

// seldom is true in about one of ten cases.
func (g *drawer) seldom(label string) bool { return rapid.IntRange(0, 9).Draw(g.T, label) == 9 }

func (g *drawer) sections() {
	for _, s := range iprof.Sections {
		key := newKeys.sections[s]
		if g.p.Version == oldVersion {
			key = oldKeys.sections[s]
		}
		if key == "" || s == iprof.InstanceOf && (g.p.Version < "1.1") || !rapid.Bool().Draw(g.T, s.String()) && g.seldom("no section") {
			continue
		}
		g.p.Has[s] = true
		g.left = math.MaxInt64
		if s == iprof.Samples { // the other sections share a tree
			g.seen = nil
		}
		n := rapid.OneOf(rapid.IntRange(0, 6), rapid.IntRange(0, 30)).Draw(g.T, "records")
		if s == iprof.Monitors {
			g.p.Monitors = g.typeCounts()
			continue
		}
		for range n {
			c := g.context(s)
			switch s {
			case iprof.Calls:
				g.p.Calls = append(g.p.Calls, Count{c, g.count()})
			case iprof.Samples:
				g.p.Samples = append(g.p.Samples, Count{c, g.count()})
			case iprof.Conditionals:
				g.p.Conditionals = append(g.p.Conditionals, Conditional{c, g.successors()})
			case iprof.Receivers:
				g.p.Receivers = append(g.p.Receivers, TypeProfile{c, g.typeCounts()})
			case iprof.InstanceOf:
				g.p.InstanceOf = append(g.p.InstanceOf, TypeProfile{c, g.typeCounts()})
			}
		}
	}
}

// context draws a context: often one whose callers another one has, sometimes the same, seldom a deep one.
func (g *drawer) context(s iprof.Section) iprof.Context {
	var c iprof.Context
	if len(g.seen) > 0 && rapid.Bool().Draw(g.T, "shared") {
		other := rapid.SampledFrom(g.seen).Draw(g.T, "like")
		c = other[rapid.IntRange(0, min(len(other)-1, 5)).Draw(g.T, "without"):]
	}
	n := rapid.IntRange(0, 4).Draw(g.T, "frames")
	if len(c) == 0 {
		n++
	}
	if rapid.IntRange(0, 99).Draw(g.T, "deep") == 99 {
		n += 300
	}
	frames := make(iprof.Context, 0, min(n, 5))
	for range min(n, 5) {
		frames = append(frames, iprof.Frame{Method: g.methodID(), BCI: g.bci()})
	}
	added := make(iprof.Context, n)
	for i := range added {
		added[i] = frames[i%len(frames)] // deep stacks recurse
	}
	c = slices.Concat(added, c)
	if s == iprof.Calls {
		c[0].BCI = 0
	} else if n > 0 || g.seldom("other leaf") {
		c[0].BCI = g.bci()
	}
	g.seen = append(g.seen, c)
	return c
}

func (g *drawer) bci() iprof.BCI {
	few := rapid.Int32Range(0, 9)
	return iprof.BCI(rapid.OneOf(few, few, few, rapid.Int32Range(-6, -1), rapid.Int32Range(int32(iprof.MinBCI), int32(iprof.MaxBCI))).Draw(g.T, "bci"))
}

// count draws a count, such that the sum of the section fits, unless it need not.
func (g *drawer) count() int64 {
	few := rapid.Int64Range(0, 9)
	n := rapid.OneOf(few, few, rapid.Int64Range(0, 5000), rapid.Int64Range(0, 1<<40), rapid.Int64Range(math.MaxInt64>>2, math.MaxInt64)).Draw(g.T, "count")
	if g.TooLarge {
		return n
	}
	n = min(n, g.left)
	g.left -= n
	return n
}

func (g *drawer) typeCounts() []iprof.TypeCount {
	list := make([]iprof.TypeCount, rapid.IntRange(0, 9).Draw(g.T, "types"))
	for i := range list {
		list[i] = iprof.TypeCount{Type: g.typeID(), Count: g.count()}
	}
	return list
}

// successors draws the successors of an if or a switch: targets may be shared, in older versions with their totals; sometimes
// indexes repeat.
func (g *drawer) successors() []iprof.Successor {
	list := make([]iprof.Successor, rapid.OneOf(rapid.Just(2), rapid.IntRange(0, 6)).Draw(g.T, "successors"))
	totals := map[iprof.BCI]int64{}
	for i := range list {
		target, index := g.bci(), int32(i)
		if g.seldom("other index") {
			index = rapid.Int32Range(0, 3).Draw(g.T, "index")
		}
		n := g.count()
		if before, again := totals[target]; again && g.p.SharesTotals() && (before <= g.left || g.TooLarge) {
			g.left += n
			n = before
			g.left -= n
		}
		totals[target] = n
		list[i] = iprof.Successor{Target: target, Index: index, Count: n}
	}
	return list
}

func (g *drawer) form() {
	g.p.form = form{
		order:   usualOrder(),
		space:   rapid.SampledFrom([]string{"", " ", "\n\t"}).Draw(g.T, "space"),
		escapes: rapid.Bool().Draw(g.T, "escapes"),
		unknown: g.p.Version > "1.1.0",
	}
	if rapid.Bool().Draw(g.T, "any order") {
		g.p.form.order = rapid.Permutation(g.p.form.order).Draw(g.T, "order")
	}
	g.p.form.stripped = len(g.p.Types) == 0 && len(g.p.Methods) == 0 && rapid.Bool().Draw(g.T, "stripped")
}

// Names as in published profiles: of several kinds of code, of lambdas, proxies and arrays.
var classes = []string{
	"app.Main", "app.A", "app.A$B", "app.sub.C", "Fib", "java.util.HashMap", "java.lang.String", "java.util.stream.ReferencePipeline$3$1",
	"com.oracle.svm.core.genscavenge.Heap", "com.oracle.svm.enterprise.profiling.Runtime", "org.graalvm.collections.EconomicMap",
	"app.A$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621", "app.A$$Lambda$0123456789012345678901234567890123456789",
	"app.A$$Lambda/0x00007f1234567890", "java.lang.invoke.LambdaForm$MH/0x0000000800c03000", "jdk.proxy4.$Proxy83",
}

var methods = []string{
	"main", "run", "get", "apply", "<init>", "<clinit>", "lambda$main$0", "computeValue%1", "JavaMainWrapper_run_5087f5482cc9a6abc971913ece43acb471d2631b", "a", "f",
}

// Names that no output may write unchanged.
var hostile = []string{
	"", " ", ".", "/", ";", "<", "a;b 12", `a"b`, `x\N`, `\`, "]]>", "</script><script>alert(1)</script>", "<!--", "&amp;", "a\nb", "a\r\n", "\t", "\x00", "\x1b[31mred",
	"\u202eabc\u2066", "\u200b", "\ufeff", "\u0085", "\u2028", "e\u0301", "😀", "漢字", "\ufffd", "\uffff", "\ue000", "=1+1", "@SUM(A1)", "-1", "+1", "|", "`", "``", "*a*", "[a](b)",
	"<Total>", "<VM>", "<hidden>", "<unknown method 7>", "<2 more methods>", "<outside the application>", "(hidden)", "[Ljava.lang.String;", "[[D", "[", "[[[", "[L;", "I",
	"int", "void", "a.b.c", "String(AAA)", "a(b)", "$", "$$", "a$", "$a", "a..b", "CON", "constructor", "__proto__", "{{.}}", "%s%d", "#", "null",
	"\xed\xa0\x80", "\xed\xb0\x80a", "a\xed\xaf\xbf", "\xed\xb0\x80\xed\xa0\x80",
}

// anyName draws any text, sometimes a long one.
var anyName = rapid.Custom(func(t *rapid.T) string {
	s := rapid.StringN(0, 12, -1).Draw(t, "text")
	if rapid.IntRange(0, 29).Draw(t, "long") == 29 {
		for len(s) < 5000 {
			s += fmt.Sprintf("%s.Long%d", s, len(s))
		}
	}
	return s
})

// Bytes returns random bytes, enough for Fuzz to draw some profiles: seeds for fuzz targets. Shorter ones draw nothing.
func Bytes(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, 8<<10)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// Fuzz returns a fuzz target in which each byte is a choice. Rapid takes eight for each, with which the fuzzer spends its time on
// copying, and finds little, as most changes of them change nothing: a byte stands for one of 256 random numbers.
func Fuzz(property func(*rapid.T)) func(*testing.T, []byte) {
	target := rapid.MakeFuzz(property)
	r := rand.New(rand.NewPCG(0, 2))
	var choices [256]uint64
	for i := range choices {
		choices[i] = r.Uint64()
	}
	return func(t *testing.T, data []byte) {
		t.Helper()
		words := make([]byte, 0, 8*len(data))
		for _, b := range data {
			words = binary.LittleEndian.AppendUint64(words, choices[b])
		}
		target(t, words)
	}
}
