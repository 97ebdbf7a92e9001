package page

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
)

// TestPatternsOfPages: the search in pictures reads a pattern as the command line does.
func TestPatternsOfPages(t *testing.T) {
	browsertest.Needed(t)
	patterns := []string{"", "com.dashjoin", "Even$", "get$|set$", "get$()", "App$Inner.run", "App$1", "App$$Lambda.run", "lambda$main$0$",
		"App$.run", "App$<init>", `App\$Inner$`, `\\$x`, "[$a]b", `[\]$a]b$c`, "byte[]", `main\(java.lang.String[]\)`, `f\(int[][], int[]\)$`,
		"A$$Lambda$37+0x00007f2f10.run", `\d+0x`, "[0-9]+0x", "[ab]c[]", "+0x", "j.u.s.Streams.concat", "b.s.Trees$Node.<init>", "a.b", "App$$Lambda$dad247….test", "Spliterators$…ngSpliterator", "[…]",
		"c.example.shop.Cart.add", "c.o.s…HeapImpl.get", `a\u202eb`, `a\ud800b`, "Main.main()", "Main.<init>()$", "access$000()", "get$()", "HeapImpl.isInImageHeap(Pointer)",
		"c.o.s…HeapImpl.set(int, byte[])", "Map.get(Obje…, Map$Entry)", "Map.get(…):Object", "Map.get(Object):byte[] #17 @9", "Map.get(int, …+253)", "F.f(byte[…], int)",
		`F.f\u202e(A\U000e0001)`, "Map.(get)", "Map.(get|set)", "Map.get(Object|Key)", "Map.get(Object)?", "Map.get(All)*", "Map.get(All).x", `Map\.get(All)`, "^Map.get(All)",
		"get.*(All)", "get(.*)", "get(?:All)", "(get)(All)", "[gs]et(All)", "a.ä.Ö.f(ü)", "A$$Lambda$37+0x00007f2f10.run(B+0x12)", "[].clone()", "c.o.s.e.p.p.c.b", "a.b.*", "a.b.c", "Comparator$$Lambda$111+0….compare",
		"App$$Lamb…+0x00007f…/71587369.apply", "App$$Lamb…+0x00007f…/71587369.apply(int)", "App$37+….apply()", "a+0", "…+",
		"position(in…teBuffer", "position(in…", "a(b…c(d", "c.o.s.c.c.F.a_constructor_62e62e…", "c.o.F.run", "<1666>", "<method 1666>", "<init>", "c.String(AA)(Object, Object)", "c.String(AA)", "F.run", "F.a_constructor_62", "c.oracle.svm.path.c.b", "c.oracle.b", "byte[].clone()",
		"java/util/HashMap.get", "java/util/.*Map.get", "HashMap#get", "HashMap#get(Object)", "HashMap::get", "(?i)hashmap::GET", "(?i::a)", "(?:a::b)", "std::string", "/lib/x", "a/", "a//b", "[a/b]::x", `a\/b`, "LambdaForm$DMH/sa346b79c.invoke",
		"App$$Lambda$14/0x0000000800c03000.run", "App$$Lambda/0x00007f2f.run()", "java/util/HashMap.get:(Ljava/lang/Object;)Ljava/lang/Object;", `a/Shop."<init>":([[I[Ljava/lang/String;J)V`, "Thread.sleep(J)V", "f()V$", "f(I)", "größe#漢字", "at java.base/java.util.HashMap.get(HashMap.java:557)", "java.util.HashMap.get(java.base@21.0.1/HashMap.java:557)", "app//com.example.Main$1.run(Main.kt:3)",
		"App$$Lambda/0x00007f2f.run(Unknown Source)", "java.lang.Object.wait(Native Method)", "java.util.HashMap.get(Object)\tline: 557", "f(Map.java)", "(f|g)(Map.java:1)",
		"Tally.find@29", "…find @1", "a@1|b@2", "<any java.lang.String.length>", "App$Op[].clone", "[].x]+",
		"(", "[", "a$b(", "*", "$a["}
	list, err := json.Marshal(patterns)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, p := range patterns {
		if re, err := pattern.Compile(p); err == nil {
			want = append(want, re.String())
		} else {
			want = append(want, "error")
		}
	}
	browsertest.Expect(t, browsertest.Play(t, patternFunctions(t)+`for (const p of `+string(list)+`) { let s = "error"; try { compilePattern(p); s = expressionOf(p); } catch {} log(s); }`), want...)
}

// patternFunctions returns the functions for patterns that pictures and pages have.
func patternFunctions(t *testing.T) string {
	t.Helper()
	esbuild := exec.Command("go", "tool", "esbuild", "--bundle", "--format=iife", "--global-name=patterns")
	esbuild.Dir = "../../templates/pattern"
	esbuild.Stdin = strings.NewReader(`export * from "./pattern"; export * from "./pasted"; export * from "./parse"; export * from "./expression"; export * from "./matcher"`)
	script, err := esbuild.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(script) + "const { compilePattern, expressionOf, problemOf, parse, Expression, whyInvalid } = patterns;"
}

// TestExpressionsOfPages: in a browser an expression in Go's syntax finds the same names as in a command, is none where it is none
// there, or is refused with a reason.
func TestExpressionsOfPages(t *testing.T) {
	browsertest.Needed(t)
	expressions := []string{
		"[[:upper:]]ecursion", `\pL+App`, `\Qapp.Rec\E`, `\x{61}pp`, `\bquick\z`, "(?P<x>quick)", "(?<x>quick)", "(?P<x>a)(?P<x>b)", "(?P<ä>a)", "(?!quick)", "(?<!quick)", "(?=a)", `(a)\1`, `\cA`, `\C`, `\Z`, `\E`, `\8`,
		"", "a|b", "(a|)c", "|", "^", "$", `\A`, `\z`, "^a", "a$", "^$", `\Aapp`, `\b`, `\B`, `\bRec`, ".", "(?s).", "(?s)^.$", "^.$", "(?m)^b$", "(?m)a$", "(?m)^$", "^b$", "a.b", "(?U)a.*b", "a.*?b",
		"a*", "a+b", "a?b", "ba{2}", "ba{2,}", "ba{1,2}c", "a{,2}", "a{2", "{", "}", "]", "a{01}", "a{1001}", "a{2,1}", "(a{30}){33}", "(a{30}){34}", "a**", "a*+", "a*??", "a*?", "a{2}{3}", "*", "a|*", "(*)", "^*", "(?:a|b)+c", "{2}", `\Qab\E+c`,
		"(", ")", "(?", "(?:", "(?i", "(?x)a", "(?i-)a", "(?)a", "(?#a)", "[", "[]", "[]]", "[^]]", "[]a]", "[a", "[z-a]", "[a-]", "[-a]", "[a-c-e]", "[^a-c]", `[\]\-]`, `[\d]`, `[a-\d]`, `[\b]`, `[\w.]+$`, "[.]", "[^.]", "[[]", "[&&]", "[^\n]",
		"[[:alpha:]]", "[[:^alpha:]]", "[^[:^alpha:]]", "[^[:^alpha:]b]", "[[:^alpha:]b]", "[[:digit:][:space:]]", "[[:punct:]]", "[[:cntrl:]]", "[[:word:]]", "[[:xdigit:]]{3}", "[[:blank:]]", "[[:graph:]]", "[[:print:]]", "[[:ascii:]]", "[[:^ascii:]]", "[[:lower:]]", "[[:alnum:]]", "[[:foo:]]", "[:alpha:]",
		`\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `^\S+$`, `[\S]`, `[^\S]`, `[^\W\d]`, `[\D]`, `\h`, `\v`, `\_`, `\-`, `\.`, `\/`, `\é`, `\a`, `\f`, `\t`, `\n`, `\r`, `\x41`, `\x4`, `\x{}`, `\x{1F600}`, `\x{110000}`, `\101`, `\0`, `\08`, `\1`, `\18`, `\u0061`,
		`\pL`, `\PL`, `\pl`, `\p{L}`, `\p{Lu}`, `\p{^Lu}`, `\P{^Lu}`, `\p{lu}`, `\p{Letter}`, `\p{Uppercase_Letter}`, `\p{uppercase letter}`, `\p{Greek}`, `\p{greek}`, `\P{Greek}`, `\p{Han}`, `\p{Thai}`, `\p{Any}`, `\P{Any}`, `\p{ASCII}`, `\p{Assigned}`, `\p{LC}`, `\p{Cn}`, `[\pL\d]`, `[^\PL]`, `\p{Grek}`, `\p{Alphabetic}`, `\p{Emoji}`, `\p{Foo}`, `\p{`, `\p`,
		"(?i)APP", "(?i)ä", "(?i)[a-c]PP", "(?i)[^a-z]", "(?i)k", "(?i)s", "(?i)σ", `(?i)\w`, `(?i)\W`, "(?i)[[:lower:]]", "(?i)[[:^lower:]]", "(?i)[[:upper:]]REC", `(?i)\p{Lu}`, `(?i)\P{Lu}`, "(?i)straße", "(?is)APP.", "(?i)(?s)APP.", "(?-i)APP", "(?i)A(?-i)pp", "(?i)a(?-i:P)p",
		`[\D\S]{40}~`, "((a|a)*b)*~", "(a*)*c", "(x+x+)+y",
		"a(?i)PP", "(?i:A)pp", "(?i:Ä)rger", "(?i:[a-c])PP", "(?i:[^a-c])", "(?i:[X-b])", "(?i:k)", "(?i:[[:upper:]])rec", `(?i:\w)`, "(?i:a|B)c", "x|(?i)APP", "(?i:[ä-ü])", `(?i:\pL)`, `[^.]*\.`, `[^.]*\.?x`, "[^.]*\\.*",
	}
	names := []string{"", "a", "b", "c", "A", "K", "k", "\u212a", "s", "ſ", "S", "ä", "Ä", "σ", "ς", "Σ", "ß", "1", "_", "-", ".", " ", "\t", "\n", "\r", "\u2028", "\a", "[", "]", "{", "&", "/", "é", "λ", "漢", "😀", "\x7f", "ab", "ba", "abc", "baac", "aaaa", "a\nb", "b\n", "a{,2}", "a{2", "a{01}", "[a", "aPP", "APP", "App", "app", "app.Rec",
		"app.RecursionApp.quick", "java.util.HashMap.get(java.lang.Object)", "Straße", "STRASSE", "Ärger", "ärger", "0xFF", "a.b", "a.x", "xapp", "abbc", "aab", "Rec", "rec", "REC", "a b", "+c", "abab+c", "ababc", strings.Repeat("a", 60), strings.Repeat("x", 60)}
	refused := []string{ // not in Go, but they may be new there
		`\p{Grek}`, `\p{Alphabetic}`, `\p{Emoji}`, `\p{Foo}`,
	}
	var want []string
	for _, e := range expressions {
		re, err := regexp.Compile(e)
		if err != nil {
			want = append(want, "not a regular expression")
			continue
		}
		var found []int
		for i, name := range names {
			if re.MatchString(name) {
				found = append(found, i)
			}
		}
		want = append(want, fmt.Sprint(found))
	}
	list, err := json.Marshal(expressions)
	if err != nil {
		t.Fatal(err)
	}
	of, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	got := browsertest.Play(t, patternFunctions(t)+`const texts = `+string(of)+`; for (const e of `+string(list)+`) {
		try { const re = new Expression(parse(e)); log("[" + texts.flatMap((n, i) => re.test(n) ? [i] : []).join(" ") + "]"); } catch (error) { log(problemOf(error)); }
	}`)
	if len(got) != len(want) {
		t.Fatalf("%d answers: %q", len(got), got)
	}
	for i, e := range expressions {
		if slices.Contains(refused, e) {
			if !strings.Contains(got[i], "here") {
				t.Errorf("%s: %s, not refused", e, got[i])
			}
		} else if got[i] != want[i] {
			t.Errorf("%q: %s, want %s", e, got[i], want[i])
		}
	}
}

// TestComplexPatterns: patterns have limits, which those of readers never come near; and so has the work that they make.
func TestComplexPatterns(t *testing.T) {
	browsertest.Needed(t)
	nested := func(n int) string { return strings.Repeat("(?:", n) + "a" + strings.Repeat(")", n) }
	patterns := []string{nested(1000), nested(1001), strings.Repeat("a", 19_999), strings.Repeat("a", 20_001), strings.Repeat("a{999}", 20), strings.Repeat("a{1000}", 20), "a.{0,50}b", `(?:[a-z].{1,30}){20}~`}
	list, err := json.Marshal(patterns)
	if err != nil {
		t.Fatal(err)
	}
	const tooComplex = "this pattern is too complex here"
	browsertest.Expect(t, browsertest.Play(t, patternFunctions(t)+`
		let n = 1;
		const next = () => n = n * 48271 % 2147483647, texts = Array.from({length: 2941}, () => Array.from({length: 60}, () => "abcdeABCDE12._$"[next() % 15]).join(""));
		for (const p of `+string(list)+`) {
			let s = "";
			try { const { expression } = compilePattern(p); for (const text of texts) expression.test(text); } catch (error) { s = whyInvalid(p, error); }
			log(s);
		}`), "", tooComplex, "", tooComplex, "", tooComplex, "", tooComplex)
}
