package dot

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testsvg"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// TestQuotedTextStaysText draws names with a meaning in DOT, HTML or terminals, in all kinds of labels.
func TestQuotedTextStaysText(t *testing.T) {
	for _, name := range []string{
		`<init>`, `a"b`, `x\N`, `\G\E\T\H\L`, `\\`, `\`, `a\nb\lc\rd`, `[Ljava.lang.String;`, `</script>`, `<b>bold</b>`, `&lt;&amp;&#65;`,
		`{a|<b>c}`, `;]}`, `//`, `/* */`, "a\tb\nc\x1b[31m", "\u202eabc", `"];evil[label="`, "日本語", "`id`", "+", "%s%n",
	} {
		dot := "digraph {\n\tsubgraph cluster_0 {\n\t\tlabel=" + Quote(name) + " tooltip=" + QuoteTooltip(name) +
			"\n\t\tn0 [shape=box label=" + quoteLines(name, "second "+name) + " tooltip=" + QuoteTooltip(name) + "]\n\t}\n" +
			"\tn0 -> n1 [label=" + Quote(name) + " tooltip=" + QuoteTooltip(name) + " labeltooltip=" + QuoteTooltip(name) + "]\n\tn1 [label=\"\"]\n}\n"
		texts, tooltips := testsvg.DOTTexts(t, dot)
		want := plaintext.Visible(name)
		if wanted := []string{want, want, "second " + want, want}; !slices.Equal(texts, wanted) {
			t.Errorf("texts %q, want %q", texts, wanted)
		}
		if len(tooltips) < 4 || slices.ContainsFunc(tooltips[:4], func(s string) bool { return s != want }) {
			t.Errorf("tooltips %q, want %q", tooltips, want)
		}
	}
}

func TestTooltipLines(t *testing.T) {
	_, tooltips := testsvg.DOTTexts(t, "digraph { n0 [tooltip="+QuoteTooltip("one", "two")+"] }")
	if !slices.Equal(tooltips, []string{"one\ntwo"}) {
		t.Errorf("%q", tooltips)
	}
}

// Graphviz's own programs read strings of less than 16,384 bytes only.
func TestQuoteLongText(t *testing.T) {
	for name, c := range map[string][]string{
		"a long line":        {strings.Repeat("x", 60_000), "12 calls"},
		"escapes":            {strings.Repeat(`\"&`, 20_000), "12 calls"},
		"several long lines": {strings.Repeat("x", 10_000), strings.Repeat("日", 10_000), "12 calls"},
		"many lines":         strings.Split(strings.Repeat("12 calls\n", 10_000), "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range []string{QuoteTooltip(c...), quoteLines(c...)} {
				if len(s) >= 16_384 || !strings.Contains(s, plaintext.Ellipsis) || !strings.Contains(s, "12 calls") {
					t.Errorf("%d bytes: %.200s", len(s), s)
				}
				testsvg.DOTTexts(t, "digraph { a [label="+s+", tooltip="+s+"] }")
			}
		})
	}
	if s := HTMLText(strings.Repeat("<", 60_000)); len(s) >= 16_384 || !strings.Contains(s, "&lt;"+plaintext.Ellipsis+"(+") {
		t.Errorf("%d bytes", len(s))
	}
	// Escapes count as the characters that they stand for.
	cut := regexp.MustCompile(`^"((?:x|\\\\)*)…\(\+([0-9,]+) characters\)"$`)
	for _, text := range []string{strings.Repeat("x", 59_999), strings.Repeat(`x\`, 30_000)} {
		m := cut.FindStringSubmatch(Quote(text))
		if m == nil {
			t.Fatalf("%.200s", Quote(text))
		}
		kept := len(strings.ReplaceAll(m[1], `\\`, `\`))
		left, err := strconv.Atoi(strings.ReplaceAll(m[2], ",", ""))
		if err != nil || kept+left != len(text) || !strings.Contains(m[2], ",") {
			t.Errorf("%d characters are kept and %s missing of %d", kept, m[2], len(text))
		}
	}
	lines := strings.Split(strings.TrimSpace(strings.Repeat("12 calls\n", 10_000)), "\n")
	var left int
	if s := quoteLines(lines...); strings.Count(s, "12 calls") == 0 {
		t.Errorf("%.200s", s)
	} else if _, err := fmt.Sscanf(strings.ReplaceAll(s[strings.Index(s, plaintext.Ellipsis):], ",", ""), "…(+%d lines)", &left); err != nil || strings.Count(s, "12 calls")+left != len(lines) {
		t.Errorf("%d lines are kept and %d missing of %d: %v", strings.Count(s, "12 calls"), left, len(lines), err)
	}
	if whole := strings.Repeat("x", maxString-2); Quote(whole) != `"`+whole+`"` {
		t.Error("a text that fits is cut")
	}
}
