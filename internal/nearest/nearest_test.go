package nearest

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{
		"java.lang.Math.min", "java.lang.String.compareTo", "java.util.HashMap.get", "java.util.HashMap.hash",
		"com.dashjoin.jsonata.Jsonata.evaluate", "com.dashjoin.jsonata.Functions.string", "com.dashjoin.jsonata.Parser$1.nud",
		"com.oracle.svm.core.genscavenge.GreyObjectsWalker.walkGreyObjects", "io.micronaut.core.Order.get", "A.f", "main",
	}
	for pattern, want := range map[string]string{
		"com.dashjoyn":                "com.dashjoin.jsonata.Parser$1.nud, com.dashjoin.jsonata.Functions.string, com.dashjoin.jsonata.Jsonata.evaluate",
		"dashjoin.jsonato":            "com.dashjoin.jsonata.Parser$1.nud, com.dashjoin.jsonata.Functions.string, com.dashjoin.jsonata.Jsonata.evaluate",
		`^com\.dashjoin\.jsonota\.`:   "com.dashjoin.jsonata.Parser$1.nud, com.dashjoin.jsonata.Functions.string, com.dashjoin.jsonata.Jsonata.evaluate",
		"com.dashjoyn.json":           "com.dashjoin.jsonata.Parser$1.nud, com.dashjoin.jsonata.Functions.string, com.dashjoin.jsonata.Jsonata.evaluate",
		"java.lang.Math.mim":          "java.lang.Math.min",
		"java.lang.Math.min(int,int)": "java.lang.Math.min",
		`math.mix\(int, int\)`:        "java.lang.Math.min",
		"Hashmap.git$":                "java.util.HashMap.get",
		"Functons":                    "com.dashjoin.jsonata.Functions.string",
		"genscavange":                 "com.oracle.svm.core.genscavenge.GreyObjectsWalker.walkGreyObjects",
		"(Jsonato)":                   "com.dashjoin.jsonata.Parser$1.nud, com.dashjoin.jsonata.Functions.string, com.dashjoin.jsonata.Jsonata.evaluate",
		"mein":                        "main",
		"nofinding":                   "",
		"String.nothing":              "java.lang.String.compareTo",
	} {
		n := 1 + strings.Count(want, ",")
		if want == "" {
			n = len(names)
		}
		if got := strings.Join(Names(pattern, names, n), ", "); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}

func TestNamesOfNothing(t *testing.T) {
	for _, pattern := range []string{"", ".", "..", "(", `\`, "$", "[]", "a..b", ".a.", strings.Repeat("x.", 100)} {
		for _, names := range [][]string{nil, {""}, {"."}, {"a"}, {"a."}, {".a"}, {"a..b", "a..b"}, {"a.b(c.d"}, {"("}} {
			if got := Names(pattern, names, 5); len(got) > len(names) {
				t.Errorf("%q among %q: %q", pattern, names, got)
			}
		}
	}
	if got := Names("a", []string{"a.b", "a.b", "c.d"}, 5); strings.Join(got, " ") != "a.b" {
		t.Errorf("%q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"abc", "abc", 0}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
