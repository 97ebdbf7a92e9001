package fitname

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/render/internal/pixeltext"
)

// labelSize is that of flame graphs.
const labelSize = 11

// TestShorten: the forms of a name as its box gets narrower.
func TestShorten(t *testing.T) {
	for name, want := range map[string][]string{
		"com.example.shop.CartService.checkout(int, long)": {
			"com.example.shop.CartService.checkout(int, long)", "com.example.shop.CartService.checkout", "CartService.checkout", "…Service.checkout",
			"checkout", "check…", "che…", "",
		},
		"a.Ops.sink(int):a.Ops$Sink #7": {"a.Ops.sink(int):a.Ops$Sink #7", "a.Ops.sink", "Ops.sink", "sink", ""},
		"java.util.HashMap.get":         {"java.util.HashMap.get", "HashMap.get", "…Map.get", "get", ""},
		"maintain":                      {"maintain", "maint…", "main…", "mai…", ""},
		"std::vec::Vec<T>::push":        {"std::vec::Vec<T>::push", "std::vec::Vec…"},
		"<unknown method 1666>":         {"<unknown method 1666>", "<method 1666>", "<1666>", ""},
		"漢字.漢字.クラス.実行する":                {"漢字.漢字.クラス.実行する", "クラス.実行する", "実行する", ""},
		"java.util.stream.Streams$ConcatSpliterator$OfInt.tryAdvance": {
			"java.util.stream.Streams$ConcatSpliterator$OfInt.tryAdvance", "Streams$ConcatSpliterator$OfInt.tryAdvance", "…$ConcatSpliterator$OfInt.tryAdvance",
			"…Spliterator$OfInt.tryAdvance", "…$OfInt.tryAdvance", "…Int.tryAdvance", "tryAdvance", "tryAdv…",
		},
		"a.IOUtils$1.run": {"a.IOUtils$1.run", "IOUtils$1.run", "…Utils$1.run", "run", ""},
		"Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9.test": {
			"Outer$$Lambda$7f9625….test", "Outer$$Lambda….test", "…$$Lambda….test", "test",
		},
		"com.oracle.svm.core.code.FactoryMethodHolder.Trees$Node_constructor_dfe170b189d4e96712345678": {
			"FactoryMethodHolder.Trees$Node_constructor_dfe170…", "Trees$Node_constructor", "…$Node_constructor", "…Node_constructor", "Trees$Nod…", "Tre…", "",
		},
		"[Ljava.lang.String;": {"[Ljava.lang.String;", "String;", "Stri…"},
		"a.b":                 {"a.b", ""},
	} {
		var got []string
		for width := pixeltext.Width(name, labelSize) + 1; width > 0; width -= 0.5 {
			s := Shorten(name, labelSize, width)
			if w := pixeltext.Width(s, labelSize); w > width {
				t.Errorf("%q for %v pixels is %q, %v wide", name, width, s, w)
			}
			if strings.Contains(s, "….") && !strings.Contains(name, "$$Lambda") {
				t.Errorf("%q for %v pixels is %q: four dots", name, width, s)
			}
			if !utf8.ValidString(s) {
				t.Errorf("%q is cut within a character: %q", name, s)
			}
			if len(got) == 0 || got[len(got)-1] != s {
				got = append(got, s)
			}
		}
		at := 0
		for _, s := range want {
			i := slices.Index(got[at:], s)
			if i < 0 {
				t.Errorf("%q: no %q in order among %q", name, s, got)
				break
			}
			at += i
		}
	}
}

// A placeholder of very many words is shortened in linear time: a word at a time, each measured once.
func TestShortenLongPlaceholder(t *testing.T) {
	name := "<" + strings.Repeat("a ", 1<<20) + "z>"
	end := budget.Budget{Memory: 256 << 20}.Start(t, 0)
	if got := Shorten(name, labelSize, 40); got != "<a z>" {
		t.Errorf("%.40q, want the last words that fit", got)
	}
	end()
}
