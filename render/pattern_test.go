package render

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/pattern"
)

// TestPatternsOfPages: the search in pictures reads a pattern as the command line does.
func TestPatternsOfPages(t *testing.T) {
	patterns := []string{"", "com.dashjoin", "Even$", "get$|set$", "get$()", "App$Inner.run", "App$1", "App$$Lambda.run", "lambda$main$0$",
		"App$.run", "App$<init>", `App\$Inner$`, `\\$x`, "[$a]b", `[\]$a]b$c`, "byte[]", `main\(java.lang.String[]\)`, `f\(int[][], int[]\)$`,
		"A$$Lambda$37+0x00007f2f10.run", `\d+0x`, "[0-9]+0x", "[ab]c[]", "+0x", "j.u.s.Streams.concat", "b.s.Trees$Node.<init>", "a.b", "App$$Lambda$dad247….test", "Spliterators$…ngSpliterator", "[…]", "(", "[", "a$b(", "*", "$a["}
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
	expect(t, play(t, string(functions)+`for (const p of `+string(list)+`) { let s = "error"; try { s = compilePattern(p).source.replace("(?:)", ""); } catch {} log(s); }`), want...)
}
