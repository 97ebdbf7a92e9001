package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// dotTexts returns the texts and tooltips of a graph as Graphviz draws them.
func dotTexts(t *testing.T, dot string) (texts, tooltips []string) {
	t.Helper()
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no Graphviz on this machine")
	}
	cmd := exec.Command("dot", "-Tsvg")
	cmd.Stdin = strings.NewReader(dot)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	svg, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("dot: %v\n%s\n%s", err, complaints.String(), dot)
	}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts, tooltips
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			if start.Name.Local == "a" && a.Name.Local == "title" {
				tooltips = append(tooltips, a.Value)
			}
		}
		if start.Name.Local == "text" {
			var text string
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
}

// TestQuotedTextStaysText draws names with a meaning in DOT, HTML or terminals, in all kinds of labels.
func TestQuotedTextStaysText(t *testing.T) {
	for _, name := range []string{
		`<init>`, `a"b`, `x\N`, `\G\E\T\H\L`, `\\`, `\`, `a\nb\lc\rd`, `[Ljava.lang.String;`, `</script>`, `<b>bold</b>`, `&lt;&amp;&#65;`,
		`{a|<b>c}`, `;]}`, `//`, `/* */`, "a\tb\nc\x1b[31m", "\u202eabc", `"];evil[label="`, "日本語", "`id`", "+", "%s%n",
	} {
		dot := "digraph {\n\tsubgraph cluster_0 {\n\t\tlabel=" + quote(name) + " tooltip=" + quoteTooltip(name) +
			"\n\t\tn0 [shape=box label=" + quoteLines(name, "second "+name) + " tooltip=" + quoteTooltip(name) + "]\n\t}\n" +
			"\tn0 -> n1 [label=" + quote(name) + " tooltip=" + quoteTooltip(name) + " labeltooltip=" + quoteTooltip(name) + "]\n\tn1 [label=\"\"]\n}\n"
		texts, tooltips := dotTexts(t, dot)
		want := visible(name)
		if wanted := []string{want, want, "second " + want, want}; !slices.Equal(texts, wanted) {
			t.Errorf("texts %q, want %q", texts, wanted)
		}
		if len(tooltips) < 4 || slices.ContainsFunc(tooltips[:4], func(s string) bool { return s != want }) {
			t.Errorf("tooltips %q, want %q", tooltips, want)
		}
	}
}

func TestTooltipLines(t *testing.T) {
	_, tooltips := dotTexts(t, "digraph { n0 [tooltip="+quoteTooltip("one", "two")+"] }")
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
			for _, s := range []string{quoteTooltip(c...), quoteLines(c...)} {
				if len(s) >= 16_384 || !strings.Contains(s, ellipsis) || !strings.Contains(s, "12 calls") {
					t.Errorf("%d bytes: %.200s", len(s), s)
				}
				dotTexts(t, "digraph { a [label="+s+", tooltip="+s+"] }")
			}
		})
	}
	if s := htmlText(strings.Repeat("<", 60_000)); len(s) >= 16_384 || !strings.Contains(s, "&lt;"+ellipsis+"(+") {
		t.Errorf("%d bytes", len(s))
	}
	// Escapes count as the characters that they stand for.
	cut := regexp.MustCompile(`^"((?:x|\\\\)*)…\(\+([0-9,]+) characters\)"$`)
	for _, text := range []string{strings.Repeat("x", 59_999), strings.Repeat(`x\`, 30_000)} {
		m := cut.FindStringSubmatch(quote(text))
		if m == nil {
			t.Fatalf("%.200s", quote(text))
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
	} else if _, err := fmt.Sscanf(strings.ReplaceAll(s[strings.Index(s, ellipsis):], ",", ""), "…(+%d lines)", &left); err != nil || strings.Count(s, "12 calls")+left != len(lines) {
		t.Errorf("%d lines are kept and %d missing of %d: %v", strings.Count(s, "12 calls"), left, len(lines), err)
	}
	if whole := strings.Repeat("x", maxDOTString-2); quote(whole) != `"`+whole+`"` {
		t.Error("a text that fits is cut")
	}
}
