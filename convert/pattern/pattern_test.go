package pattern

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
)

func TestCompile(t *testing.T) {
	for _, c := range []struct {
		pattern, compiled string
	}{
		{"", ""},
		{"com.dashjoin", "com.dashjoin"},
		{"Even$", "Even$"},
		{"(get|set)$", "(get|set)$"},
		{"get$|set$", "get$|set$"},
		{"get$().", "get$()."},
		{"App$Inner.run", `App\$Inner.run`},
		{"App$1", `App\$1`},
		{"App$$Lambda.run", `App\$\$Lambda.run`},
		{"lambda$main$0", `lambda\$main\$0`},
		{"lambda$main$0$", `lambda\$main\$0$`},
		{"App$.run", `App\$.run`}, // a class of Scala
		{"App$<init>", `App\$<init>`},
		{`App\$Inner$`, `App\$Inner$`},
		{`\\$x`, `\\\$x`},
		{"[$a]b", "[$a]b"},
		{"[]$a]b", "[]$a]b"},
		{"[ab$c]d$e", `[ab$c]d\$e`},
		{"[ab…c]d…e", "[ab…c]d" + anyText + "e"},
		{"[^]$a]b$", "[^]$a]b$"},
		{`[\]$a]b$c`, `[\]$a]b\$c`},
		{"byte[]", `byte\[\]`},
		{`main\(java.lang.String[]\)`, `main\(java.lang.String\[\]\)`},
		{`f\(int[][], int[]\)$`, `f\(int\[\]\[\], int\[\]\)$`},
		{"A$$Lambda$37+0x00007f2f/10.run", `A\$\$Lambda\$37\+0x00007f2f/10.run`},
		{"LambdaForm$MH+0x00007fa5/1.invoke", `LambdaForm\$MH\+0x00007fa5/1.invoke`},
		{`\d+0x`, `\d+0x`},
		{"[0-9]+0x", "[0-9]+0x"},
		{"[ab]c[]", `[ab]c\[\]`},
		{"j.u.s.Streams.concat", `\bj[^.]*\.u[^.]*\.s[^.]*\.Streams.concat`},
		{"b.s.Trees$Node.<init>", `\bb[^.]*\.s[^.]*\.Trees\$Node.<init>`},
		{"a.b", "a.b"},
		{"x.a.B", `\bx[^.]*\.a[^.]*\.B`},
		{"App$$Lambda$dad247….test", `App\$\$Lambda\$dad247.*.test`},
		{"Spliterators$…ngSpliterator", `Spliterators\$.*ngSpliterator`},
		{"[…]", "[…]"},
		{"c.example.shop.Cart.add", `\bc[^.]*\.example.shop.Cart.add`},
		{"c.oracle.svm.path.c.b", `\bc[^.]*\.oracle.svm.path.c.b`},
		{"c.o.p.c.b", `\bc[^.]*\.o[^.]*\.p[^.]*\.c[^.]*\.b`},
		{"c.o.F.a_constructor_62e62e…", `\bc[^.]*\.o[^.]*\.F[^.]*\.a_constructor_62e62e.*`},
		{"c.o.F.run", `\bc[^.]*\.o[^.]*\.F.run`},
		{"c.oracle.b", "c.oracle.b"},
		{"<1666>", "<unknown method 1666>"},
		{"<method 1666>", "<unknown method 1666>"},
		{"<init>", "<init>"},
		{"A$$Lambda$111+0….apply", `A\$\$Lambda\$111\+0.*.apply`},
		{"a+0", "a+0"},
		{"c.o.s…HeapImpl.get", `\bc[^.]*\.o[^.]*\.s.*HeapImpl.get`},
		{"java/util/HashMap.get", `java[/.]util[/.]HashMap.get`},
		{"java/util/.*Map.get", `java[/.]util[/.].*Map.get`},
		{"java/.*/HashMap.get", `java[/.].*[/.]HashMap.get`},
		{"HashMap#get", `HashMap[#.]get`},
		{"at java.base/java.util.HashMap.get(HashMap.java:557)", `java.util.HashMap.get$`},
		{"java.util.HashMap.get(java.base@21.0.1/HashMap.java:557)", `java.util.HashMap.get$`},
		{"app//com.example.Main$1.run(Main.kt:3)", `com.example.Main\$1.run$`},
		{"App$$Lambda/0x00007f2f.run(Unknown Source)", `App\$\$Lambda/0x00007f2f.run$`},
		{"java.lang.Object.wait(Native Method)", `java.lang.Object.wait$`},
		{"f(Map.java)", "f$"},
		{"HashMap::get|TreeMap::(?:get|put)", `HashMap(?:::|\.)get|TreeMap(?:::|\.)(?:get|put)`},
		{"HashMap::<init>", `HashMap(?:::|\.)<init>`},
		{"Map#get.*#put", `Map[#.]get.*[#.]put`},
		{"App$$Lambda/0x00007f2f.run", `App\$\$Lambda/0x00007f2f.run`},
		{"App$$Lambda$14/0x0000000800c03000.run", `App\$\$Lambda\$14/0x0000000800c03000.run`},
		{"LambdaForm$DMH/sa346b79c.invoke", `LambdaForm\$DMH[/.]sa346b79c.invoke`},
		{"(?i::a)", "(?i::a)"}, {"(?i)a::b", `(?i)a(?:::|\.)b`}, {"(?::::a)", "(?::::a)"}, {"[a/b#c::d]x", "[a/b#c::d]x"},
		{`a\/b`, `a\/b`}, {"/lib/x", "/lib[/.]x"}, {"a/", "a/"}, {"a::", "a::"}, {"a #1", "a #1"}, {"a:::b", `a::` + ":b"}, {"[[:alpha:]]", "[[:alpha:]]"},
		{`a\u202eb`, "a(?:\u202e|\\\\u202e)b"},
		{`a\u007eb`, `a\\u007eb`}, {`a\u007fb`, `a\\u007fb`}, {`a\u0080b`, "a(?:\u0080|\\\\u0080)b"},
		{`a\ud800b`, `a\\ud800b`},

		// Names with places, and callees that are not known.
		{"tally.Tally.addText@33", "tally.Tally.addText"}, {"tally.Tally.addText @9", "tally.Tally.addText"}, {"…find@1", ".*find"},
		{"App$Inner.run @0", `App\$Inner.run`}, {"@33", "@33"}, {"(a|b)@33", "(a|b)@33"}, {"a.*@33", "a.*@33"}, {"f@33x", "f@33x"},
		{"<any java.lang.String.length>", "java.lang.String.length"}, {"<any a>|<any b>", "<any a>|<any b>"},
		{"int[].clone", `int\[\].clone`}, {"calls.Dispatch$Op[].clone", `calls.Dispatch\$Op\[\].clone`}, {"int[][].clone", `int\[\]\[\].clone`},
		{"int[].clone|byte[].clone", `int\[\].clone|byte\[\].clone`}, {"[].x]+", "[].x]+"}, {"a[].]", "a[].]"},

		// Names with parameters.
		{"Main.main()", `(?:)Main\.main\(\)`},
		{"Main.<init>()$", `(?:)Main\.<init>\(\)$`},
		{"access$000()", `(?:)access\$000\(\)`},
		{"HeapImpl.isInImageHeap(Pointer)", `(?:)HeapImpl\.isInImageHeap\((?:[^ (]*\.)?Pointer\)`},
		{"c.o.s…HeapImpl.set(int, byte[])", `(?:)\bc[^.]*\.o[^.]*\.s.*HeapImpl\.set\((?:[^ (]*\.)?int, (?:[^ (]*\.)?byte\[\]\)`},
		{"Map.get(Obje…, Map$Entry)", `(?:)Map\.get\((?:[^ (]*\.)?Obje.*, (?:[^ (]*\.)?Map\$Entry\)`},
		{"Map.get(…):Object", `(?:)Map\.get\(.*\)`},
		{"Map.get(Object):byte[] #17 @9", `(?:)Map\.get\((?:[^ (]*\.)?Object\)`},
		{"Map.get(int, …+253)", `(?:)Map\.get\((?:[^ (]*\.)?int, .*\+253\)`},
		{"F.f(byte[…], int)", `(?:)F\.f\((?:[^ (]*\.)?byte\[.*\], (?:[^ (]*\.)?int\)`},
		{`F.f\u202e(A\U000e0001)`, "(?:)F\\.f(?:\u202e|\\\\u202e)\\((?:[^ (]*\\.)?A(?:\U000e0001|\\\\U000e0001)\\)"},
		{"Buffer.position(in…teBuffer", `(?:)Buffer\.position\((?:[^ (]*\.)?in.*\)`},
		{"A$$Lamb…+0x0….apply()", `(?:)A\$\$Lamb.*\+0x0.*\.apply\(\)`},
		{"c.String(AA)(Object, int)", `(?:)\bc[^.]*\.String\(AA\)\((?:[^ (]*\.)?Object, (?:[^ (]*\.)?int\)`},
		{"java/util/HashMap.get:(Ljava/lang/Object;)Ljava/lang/Object;", `(?:)java[/.]util[/.]HashMap\.get\((?:[^ (]*\.)?java\.lang\.Object\)`},
		{`app/Shop."<init>":([[I[Ljava/lang/String;J)V`, `(?:)app[/.]Shop\.<init>\((?:[^ (]*\.)?int\[\]\[\], (?:[^ (]*\.)?java\.lang\.String\[\], (?:[^ (]*\.)?long\)`},
		{"java.lang.Thread.sleep(J)V", `(?:)java\.lang\.Thread\.sleep\((?:[^ (]*\.)?long\)`},
		{"f()V$", `(?:)f\(\)$`},
		{"java.util.HashMap.get(Object)\tline: 557", `(?:)java\.util\.HashMap\.get\((?:[^ (]*\.)?Object\)`},
		{"HashMap#get(Object)", `(?:)HashMap[#.]get\((?:[^ (]*\.)?Object\)`},
		{"HashMap::get(Map$Entry)", `(?:)HashMap(?:::|\.)get\((?:[^ (]*\.)?Map\$Entry\)`},
		// Groups.
		{"f(Q)V", "f(Q)V"},
		{"f(I|J)V", "f(I|J)V"},
		{"Map.(get)", "Map.(get)"},
		{"Map.(get|set)", "Map.(get|set)"},
		{"Map.get(Object|Key)", "Map.get(Object|Key)"},
		{"Map.get(Object)?", "Map.get(Object)?"},
		{"Map.get(All)*", "Map.get(All)*"},
		{"Map.get(All).x", "Map.get(All).x"},
		{`Map\.get(All)`, `Map\.get(All)`},
		{"^Map.get(All)", "^Map.get(All)"},
		{"get.*(All)", "get.*(All)"},
		{"get(.*)", "get(.*)"},
		{"get(?:All)", "get(?:All)"},
		{"(get)(All)", "(get)(All)"},
		{"(?i)get(All)", "(?i)get(All)"},
		{"[gs]et(All)", "[gs]et(All)"},
	} {
		re, err := Compile(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
		} else if re.String() != c.compiled {
			t.Errorf("%s: %s, want %s", c.pattern, re, c.compiled)
		}
	}
	for _, bad := range []string{"(", "[", "a$b(", `\`, "*", "[]a", "$a[", `[]`[:1]} {
		if re, err := Compile(bad); err == nil {
			t.Errorf("%s: %s", bad, re)
		}
	}
}

// A name whose parameters are cut with its end gets one, and any other text stays.
func TestClosed(t *testing.T) {
	for text, want := range map[string]string{
		"position(in…teBuffer": "position(in…)", "position(in…)": "position(in…)", "a…b": "a…b", "a(b": "a(b", ")a(b…c": ")a(b…c", "f(…": "f(…)",
	} {
		if got := closed(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// The display text of a pattern has the separators that the user wrote.
func TestText(t *testing.T) {
	for _, text := range []string{"java/util/HashMap.get", "HashMap#get(int[])", "HashMap::get|put", "HashMap::get(Map$Entry)", "a.b|c"} {
		re, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Text(re); got != text {
			t.Errorf("%s: %s", text, got)
		}
	}
	re, err := Compile("HashMap.get:(Ljava/lang/Object;[J)I")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Text(re), "HashMap.get(java.lang.Object, long[])"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAboutParameters(t *testing.T) {
	for re, want := range map[string]bool{"": false, "f(int)": false, `f\(int\)`: true, `\(`: true, `f\)`: false, "(a|b)": false} {
		if got := AboutParameters(re); got != want {
			t.Errorf("%s: %v", re, got)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{"a$b", "[]", `\`, "[$", "a[]$b]", `\$\[`, "[^]$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		defer budget.Reading.Start(t, len(s))()
		if re, err := Compile(s); err == nil {
			re.MatchString(s)
		}
	})
}
