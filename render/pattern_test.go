package render

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
)

// TestPatternsOfPages: the search in pictures reads a pattern as the command line does.
func TestPatternsOfPages(t *testing.T) {
	patterns := []string{"", "com.dashjoin", "Even$", "get$|set$", "get$()", "App$Inner.run", "App$1", "App$$Lambda.run", "lambda$main$0$",
		"App$.run", "App$<init>", `App\$Inner$`, `\\$x`, "[$a]b", `[\]$a]b$c`, "byte[]", `main\(java.lang.String[]\)`, `f\(int[][], int[]\)$`,
		"A$$Lambda$37+0x00007f2f10.run", `\d+0x`, "[0-9]+0x", "[ab]c[]", "+0x", "j.u.s.Streams.concat", "b.s.Trees$Node.<init>", "a.b", "App$$Lambda$dad247….test", "Spliterators$…ngSpliterator", "[…]",
		"c.example.shop.Cart.add", "c.o.s…HeapImpl.get", `a\u202eb`, `a\ud800b`, "Main.main()", "Main.<init>()$", "access$000()", "get$()", "HeapImpl.isInImageHeap(Pointer)",
		"c.o.s…HeapImpl.set(int, byte[])", "Map.get(Obje…, Map$Entry)", "Map.get(…):Object", "Map.get(Object):byte[] #17 @9", "Map.get(int, …+253)", "F.f(byte[…], int)",
		`F.f\u202e(A\U000e0001)`, "Map.(get)", "Map.(get|set)", "Map.get(Object|Key)", "Map.get(Object)?", "Map.get(All)*", "Map.get(All).x", `Map\.get(All)`, "^Map.get(All)",
		"get.*(All)", "get(.*)", "get(?:All)", "(get)(All)", "[gs]et(All)", "a.ä.Ö.f(ü)", "A$$Lambda$37+0x00007f2f10.run(B+0x12)", "[].clone()", "c.o.s.e.p.p.c.b", "a.b.*", "a.b.c", "Comparator$$Lambda$111+0….compare",
		"App$$Lamb…+0x00007f…/71587369.apply", "App$$Lamb…+0x00007f…/71587369.apply(int)", "App$37+….apply()", "a+0", "…+",
		"position(in…teBuffer", "position(in…", "a(b…c(d", "c.o.s.c.c.F.a_constructor_62e62e…", "c.o.F.run", "<1666>", "<method 1666>", "<init>", "c.String(AA)(Object, Object)", "c.String(AA)", "F.run", "F.a_constructor_62", "c.oracle.svm.path.c.b", "c.oracle.b", "byte[].clone()", "(", "[", "a$b(", "*", "$a["}
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
	functions, err := os.ReadFile("../templates/pattern.js")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, play(t, strings.Replace(string(functions), "export ", "", 1)+`for (const p of `+string(list)+`) { let s = "error"; try { s = compilePattern(p).source.replace(/^\(\?:\)$/, "").replaceAll("\\/", "/"); } catch {} log(s); }`), want...)
}
