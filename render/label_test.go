package render

import (
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestTextWidth(t *testing.T) {
	// Thousandths of the size, from Verdana's and DejaVu Sans's tables.
	for s, want := range map[string]float64{
		"": 0, "i": 278, "W": 989, "Cart.run": 698 + 613 + 427 + 394 + 364 + 427 + 634 + 634, "…": 1000,
		"漢字": 2000, "é": 900, "e\u0301": 615, "👍": 1300, "ｗ": 1000, "한": 1000, "\u200b": 0,
	} {
		if got := textWidth(s, 1000); got != want {
			t.Errorf("%q is %v wide, want %v", s, got, want)
		}
	}
}

// TestShortenName: the forms that a name takes as its box gets narrower.
func TestShortenName(t *testing.T) {
	for name, want := range map[string][]string{
		"com.example.shop.CartService.checkout(int, long)": {
			"com.example.shop.CartService.checkout(int, long)", "com.example.shop.CartService.checkout", "c.example.shop.CartService.checkout",
			"c.e.shop.CartService.checkout", "c.e.s.CartService.checkout", "CartService.checkout", "CartServi….checkout", "CartServ….checkout",
			"CartServ….checkout", "CartServ….checkout", "",
		},
		"java.util.HashMap.get":  {"java.util.HashMap.get", "j.util.HashMap.get", "j.u.HashMap.get", "HashMap.get"},
		"maintain":               {"maintain", "main…", ""},
		"std::vec::Vec<T>::push": {"std::vec::Vec<T>::push", "std::vec::Vec<T>::p…"},
		"<unknown method 1666>":  {"<unknown method 1666>", "<method 1666>", "<1666>", "<16…"},
		"漢字.漢字.クラス.実行する":         {"漢字.漢字.クラス.実行する", "漢.漢字.クラス.実行する", "漢.漢.クラス.実行する", "クラス.実行する", "クラス.実…"},
		"Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9.test": {
			"Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51ac48e9.test", "Outer$$Lambda$7f9625e1d86ae5b20ac1c4611023b13e51a….test",
		},
		"[Ljava.lang.String;": {"[Ljava.lang.String;", "[Ljava.l….String;"},
		"a.b":                 {"a.b", ""},
	} {
		var got []string
		for width := textWidth(name, labelSize) + 1; width > 0; width -= 0.5 {
			s := shortenName(name, labelSize, width)
			if w := textWidth(s, labelSize); w > width {
				t.Errorf("%q for %v pixels is %q, %v wide", name, width, s, w)
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

// graphemes returns where the characters of s end, told by the code points that the strings of this test are made of:
// what joins or follows a base belongs to it, and flags are pairs.
func graphemes(s string) map[int]bool {
	ends := map[int]bool{}
	flags := 0
	var before rune
	for i, r := range s {
		flag := r >= 0x1F1E6 && r <= 0x1F1FF
		joined := unicode.Is(unicode.M, r) || r == '\u200d' || before == '\u200d' || flag && flags%2 == 1
		if i > 0 && !joined {
			ends[i] = true
		}
		if flag {
			flags++
		}
		before = r
	}
	return ends
}

// TestCutText: what a reader takes for one character stays whole.
func TestCutText(t *testing.T) {
	for _, s := range []string{"e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "🇩🇪🇫🇷🇮🇹🇪🇸🇵🇱", "किकिकिकिकि"} {
		whole := map[string]bool{"": true, s: true}
		for i := range graphemes(s) {
			whole[s[:i]+ellipsis] = true
		}
		for width := 0.0; width < 400; width++ {
			if got := cutText(s, labelSize, width); !whole[got] {
				t.Errorf("%q for %v pixels is cut to %q", s, width, got)
			}
		}
	}
}

func TestWrapText(t *testing.T) {
	got := wrapText("  one two\tthree incomprehensibilities four ", textSize, textWidth("incompr…", textSize))
	if want := []string{"one two", "three", "incompr…", "four"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
