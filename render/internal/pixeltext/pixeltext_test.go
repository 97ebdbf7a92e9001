package pixeltext

import (
	"slices"
	"testing"
	"unicode"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Sizes of text in flame graphs.
const (
	labelSize = 11
	textSize  = 12
)

func TestTextWidth(t *testing.T) {
	// Thousandths of the size, from Verdana's and DejaVu Sans's tables.
	for s, want := range map[string]float64{
		"": 0, "i": 278, "W": 989, "Cart.run": 698 + 613 + 427 + 394 + 364 + 427 + 634 + 634, "…": 1000,
		"漢字": 2000, "é": 900, "e\u0301": 615, "👍": 1300, "ｗ": 1000, "한": 1000, "\u200b": 0,
	} {
		if got := Width(s, 1000); got != want {
			t.Errorf("%q is %v wide, want %v", s, got, want)
		}
	}
}

// graphemes returns the ends of the characters of s, for the code points in the strings of this test: joiners and marks belong
// to the base before them, and flags are pairs.
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

// TestCutText: no character that readers see as one is cut.
func TestCutText(t *testing.T) {
	for _, s := range []string{"e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "🇩🇪🇫🇷🇮🇹🇪🇸🇵🇱", "किकिकिकिकि"} {
		whole := map[string]bool{"": true, s: true}
		for i := range graphemes(s) {
			whole[s[:i]+plaintext.Ellipsis] = true
		}
		for width := 0.0; width < 400; width++ {
			if got := Cut(s, labelSize, width); !whole[got] {
				t.Errorf("%q for %v pixels is cut to %q", s, width, got)
			}
		}
	}
}

func TestWrapText(t *testing.T) {
	got := Wrap("  one two\tthree incomprehensibilities four ", textSize, Width("incompr…", textSize))
	if want := []string{"one two", "three", "incompr…", "four"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
