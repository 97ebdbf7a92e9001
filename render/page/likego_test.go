package page

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// inNode runs the body of a function of an input, with the functions for patterns, and returns the strings that it does.
func inNode(t *testing.T, body string, input any) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on PATH: patterns of pages are not compared with Go's")
	}
	in, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(node, "-e", `const input = JSON.parse(require("fs").readFileSync(0, "utf8"));`+patternFunctions(t)+
		`console.log(JSON.stringify((() => {`+body+`})()))`)
	run.Stdin = strings.NewReader(string(in))
	out, err := run.Output()
	if failed, is := err.(*exec.ExitError); is {
		t.Fatalf("%v: %s", err, failed.Stderr)
	}
	var got []string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// matching has the texts that each expression finds as ones among zeros, or why it is none.
const matching = `return input.expressions.map((e) => {
	try { const of = new Expression(parse(e)); return input.texts.map((text) => Number(of.test(text))).join(""); } catch (error) { return problemOf(error); }
});`

// compareWithGo has expressions find texts here and in Go. Results may differ in a few texts.
func compareWithGo(t *testing.T, expressions, texts []string, few int) {
	t.Helper()
	valid, found := 0, 0
	for i, got := range inNode(t, matching, map[string][]string{"expressions": expressions, "texts": texts}) {
		e, want := expressions[i], "not a regular expression"
		if re, err := regexp.Compile(e); err == nil {
			bits := make([]byte, len(texts))
			for k, text := range texts {
				bits[k] = '0'
				if re.MatchString(text) {
					bits[k] = '1'
					found++
				}
			}
			want = string(bits)
			valid++
		}
		if strings.HasSuffix(got, " is not known here") {
			got = "not a regular expression"
		}
		if got == want {
			continue
		}
		if len(got) != len(want) || len(got) != len(texts) {
			t.Errorf("%q: %.99s, want %.99s", e, got, want)
			continue
		}
		var different []string
		for k, text := range texts {
			if got[k] != want[k] {
				different = append(different, text)
			}
		}
		if len(different) > few {
			t.Errorf("%q finds other texts: %.99q", e, different)
		}
	}
	t.Logf("%d expressions, %d of them valid, in %d texts: %d matches", len(expressions), valid, len(texts), found)
}

// TestExpressionsLikeGo: an expression finds the texts that it finds in Go, and is none where it is none there.
func TestExpressionsLikeGo(t *testing.T) {
	n := 2_000
	if testtier.More(t, "five times as many expressions") {
		n = 10_000
	}
	r := rand.New(rand.NewPCG(23, 11))
	for range n / 2_000 {
		expressions, texts := make([]string, 2_000), []string{"", "a", "\n"}
		for i := range expressions {
			expressions[i] = expression(r, 1+r.IntN(4))
		}
		for range 40 {
			text := ""
			for range 1 + r.IntN(12) {
				text += pick(r, characters...)
			}
			texts = append(texts, text)
		}
		compareWithGo(t, expressions, texts, 0)
	}
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// Few are in most texts, so that much is found.
var characters = []string{"a", "b", "A", "B", "a", "b", "c", "x", "k", "K", "\u212a", "s", "S", "ſ", "1", "0", "_", "-", ".", " ", "\n", "\t", "é", "É", "λ", "Σ", "ς", "ß", "ẞ", "漢", "😀", "𐐀", "𐐨", "$", "(", "]", "\x00", "\x7f", "\u0085", "\u2028", "\ufffd", "İ", "ı", "ǅ"}

// expression draws one, at times wrong, with so many parts in parts.
func expression(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range r.IntN(4) {
		switch n := r.IntN(12); {
		case n < 4 || depth == 0:
			b.WriteString(atom(r))
		case n < 5:
			b.WriteString(pick(r, "|", "|", "^", "$", `\b`, `\B`, `\A`, `\z`, "(?i)", "(?s)", "(?m)", "(?U)", "(?-i)", "(?im-s)", "(?i-)", "(?x)", "(?)"))
		case n < 9:
			b.WriteString(pick(r, "(", "(", "(?:", "(?i:", "(?s:", "(?m-i:", "(?P<n>", "(?<n>", "(?U-s:") + expression(r, depth-1) + ")")
		default:
			b.WriteString(class(r))
		}
		if r.IntN(3) == 0 {
			b.WriteString(pick(r, "*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{1}", "{0,1}", "{1,2}", "{2,}", "{0,}", "{1,3}?", "{2,1}", "{,2}", "{1001}", "{1,"+strings.Repeat("9", 400)+"}", "{300}", "{30,40}", "{01}", "{", "**", "*+", "{2}{2}"))
		}
	}
	s := b.String()
	if r.IntN(40) == 0 && s != "" { // the wrong ones
		at := r.IntN(len(s))
		return strings.ToValidUTF8(s[:at]+pick(r, "", "(", ")", "[", "]", "\\", "*", "?", "{", "(?", `\Q`)+s[at+r.IntN(2):], "")
	}
	return s
}

func atom(r *rand.Rand) string {
	if r.IntN(2) == 0 {
		return regexp.QuoteMeta(pick(r, characters...))
	}
	return pick(r, ".", ".", `\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `\pL`, `\PL`, `\p{Lu}`, `\P{^Lu}`, `\p{Greek}`, `\p{^Greek}`, `\p{Lt}`, `\p{ll}`, `\x61`, `\x{1F600}`, `\x{212A}`, `\101`, `\0`, `\n`, `\t`,
		`\Qa.b\E`, `\Q\E`, `\Q(`, `\.`, `\-`, `\_`, `\e`, `\1`, `\C`, `\Z`, "]", "}", "-", ",")
}

func class(r *rand.Rand) string {
	s := pick(r, "[", "[", "[^")
	for range 1 + r.IntN(3) {
		switch r.IntN(4) {
		case 0:
			s += atom(r)
		case 1:
			s += regexp.QuoteMeta(pick(r, characters...)) + "-" + regexp.QuoteMeta(pick(r, characters...))
		case 2:
			s += pick(r, "[:alpha:]", "[:^alpha:]", "[:upper:]", "[:lower:]", "[:punct:]", "[:word:]", "[:space:]", "[:^ascii:]", "[:cntrl:]", "[:xdigit:]", "[:d:]", "[:x", "a-z", "A-k", "[", "^", "&&", `\b`, "-")
		default:
			s += pick(r, characters...)
		}
	}
	return s + "]"
}

// TestPastedPatternsLikeGo: what looks like a name is one here where it is one in Go.
func TestPastedPatternsLikeGo(t *testing.T) {
	n := 5_000
	if testtier.More(t, "ten times as many patterns") {
		n = 50_000
	}
	r, patterns := rand.New(rand.NewPCG(23, 12)), make([]string, n)
	for i := range patterns {
		for range 1 + r.IntN(14) {
			patterns[i] += pick(r, "…", "…", "+", "+", "x", "0", "[", "]", "[]", "(", ")", "(", ")", "a", "A", ".", "a.", "$", ", ", "int", "Map", "<init>", `\`, `\u0085`, `\ud800`, "|", "*", "^", ":", " #1", "@7", "_constructor_", "F.", "<method 1>", "[^]", `\(`, "/", "/", "#", "::", "::", "/0x1", "java/lang/", "(Ljava/lang/Object;)V", "(I[J)Z", `"<init>":`, "(?i", "at ", "java.base/", "(Map.java:5)", "(Native Method)", "\tline: 7", " @9", "<any ", ">", "[].")
		}
	}
	valid := 0
	for i, got := range inNode(t, `return input.map((p) => { try { compilePattern(p); return expressionOf(p); } catch { return "error"; } });`, patterns) {
		want := "error"
		if re, err := pattern.Compile(patterns[i]); err == nil {
			want = re.String()
			valid++
		}
		if got != want {
			t.Errorf("%q: %q, want %q", patterns[i], got, want)
		}
	}
	t.Logf("%d of %d patterns are valid", valid, n)
}

// TestUnicodeLikeGo: classes of Unicode, and what differs in case alone, are Go's. Versions of Unicode differ in the classes of a few
// characters that Go knows.
func TestUnicodeLikeGo(t *testing.T) {
	testtier.Long(t, "compares the classes of Unicode with Go's, and what ignores case")
	var names, texts []string
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts} {
		for name, table := range tables {
			names = append(names, name, strings.ToLower(name), "^"+name[:1]+" "+name[1:])
			for _, of := range table.R16 {
				texts = append(texts, string(rune(of.Lo)), string(rune(of.Hi)), string(rune(of.Hi+1)))
			}
			for _, of := range table.R32 {
				texts = append(texts, string(rune(of.Lo)), string(rune(of.Hi)), string(rune(of.Hi+1)))
			}
		}
	}
	for name := range unicode.CategoryAliases {
		names = append(names, name, strings.ReplaceAll(name, "_", ""), strings.ToUpper(strings.ReplaceAll(name, "_", "-")))
	}
	names = append(names, "Any", "any", "ASCII", "Assigned", "LC", "Zzzz", "Latn", "Alphabetic", "Emoji", "Script=Greek", "gc=L", "")
	var classes, cases, folding []string
	slices.Sort(names)
	for _, name := range names {
		classes = append(classes, `^\p{`+name+`}$`, `(?i)^\P{`+name+`}$`)
	}
	slices.Sort(texts)
	texts = slices.DeleteFunc(slices.Compact(texts), func(s string) bool {
		return unicode.Is(unicode.Cn, []rune(s)[0])
	})
	compareWithGo(t, classes, texts, 10)
	for c := range unicode.MaxRune {
		if to := unicode.SimpleFold(c); to > c {
			cases = append(cases, fmt.Sprintf(`(?i)^[^\x{%x}]$`, c))
			folding = append(folding, string(c))
		} else if to < c {
			folding = append(folding, string(c))
		}
	}
	compareWithGo(t, cases, folding, 0)
}
