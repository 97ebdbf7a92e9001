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
		{"get$()", "get$()"},
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
		{"j.u.s.Streams.concat", `j\w*\.u\w*\.s\w*\.Streams.concat`},
		{"b.s.Trees$Node.<init>", `b\w*\.s\w*\.Trees\$Node.<init>`},
		{"a.b", "a.b"},
		{"x.a.B", `x\w*\.a\w*\.B`},
		{"App$$Lambda$dad247….test", `App\$\$Lambda\$dad247.*.test`},
		{"Spliterators$…ngSpliterator", `Spliterators\$.*ngSpliterator`},
		{"[…]", "[…]"},
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
