package plaintext

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

func TestCutMiddle(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"com.example.shop.Cart.add", 25, "com.example.shop.Cart.add"},
		{"com.example.shop.Cart.add", 24, "com.exa…le.shop.Cart.add"},
		{"com.example.shop.Cart.add", 13, "com.…Cart.add"},
		{"漢字漢字漢字.実行", 10, "漢…字.実行"},                            // half a character does not fit into the head: the tail gets its column
		{"漢字漢字漢字.実行", 9, "漢….実行"},                              // nor does one into the last column of the tail
		{"e\u0301e\u0301e\u0301e\u0301", 3, "…e\u0301e\u0301"}, // accents stay with their letters
		{"abc", 2, "…c"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
	} {
		if got := CutMiddle(c.text, c.width); got != c.want || uniseg.StringWidth(got) > c.width {
			t.Errorf("%q to %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// TestColumnsOfOurCharacters: columns that are counted here are those of the Unicode library, with marks that belong to the
// character before them as well.
func TestColumnsOfOurCharacters(t *testing.T) {
	for _, s := range []string{"", "×1.5", "…", "95–97%", "×\u0301", "a×…–z", "×世", "–\u200d–", "→ app.Main ◆ 95% ◇", "◆\u0301→\u200d◇"} {
		if got, want := Columns(s), uniseg.StringWidth(s); got != want {
			t.Errorf("%q: %d columns, want %d", s, got, want)
		}
	}
}

// A word that does not fit next to its label begins at the fourth column, or further left if it is longer, and only one that is
// wider than the terminal is too wide.
func TestLongWordsBeginFurtherLeft(t *testing.T) {
	const indent = "          "
	for word, want := range map[string]string{"0123456789": "          0123456789", "0123456789ab": "    0123456789ab x", "0123456789abcdefgh": "  0123456789abcdefgh", "0123456789abcdefghijkl": "0123456789abcdefghijkl"} {
		got := WrapWords("  label:  ", indent, "most in "+word+" x", 20)
		if len(got) < 2 || got[1] != want {
			t.Errorf("%q, want %q as the second line", got, want)
		}
	}
	if got := WrapWords("", "> ", "a 0123456789abcdefghijkl", 20); got[1] != "> 0123456789abcdefghijkl" {
		t.Errorf("an indent that is not blank is lost: %q", got)
	}
}

// A command at the end of a text can be pasted, unless it is all in the last line.
func TestCommandsHaveTheirOwnLines(t *testing.T) {
	const text = "12 call counts: iprof-viz top -m calls app.iprof"
	for width, want := range map[int]string{
		0: "hint: " + text, 60: "hint: " + text, 40: "hint: 12 call counts:|      iprof-viz top -m calls app.iprof",
		30: "hint: 12 call counts:|      iprof-viz top -m calls \\|        app.iprof",
	} {
		if got := strings.Join(WrapWords("hint: ", "      ", text, width), "|"); got != want {
			t.Errorf("%d columns: %s", width, got)
		}
	}
	if got := strings.Join(WrapWords("", "  ", "what this is about: iprof-viz top app.iprof", 30), "|"); got != "what this is about:|  iprof-viz top app.iprof" {
		t.Error(got)
	}
}

func TestFlagsStayWithTheirValues(t *testing.T) {
	if got := WrapFlags("not shown: 1,200 rows (-n 0 | less)", 30); len(got) != 2 || got[1] != "  (-n 0 | less)" {
		t.Errorf("%q", got)
	}
	if got := WrapFlags("not shown: 12 rows (-n 0)", 22); len(got) != 2 || got[1] != "  (-n 0)" {
		t.Errorf("%q", got)
	}
}
