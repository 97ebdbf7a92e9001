package templates

import (
	"regexp"
	"strings"
	"testing"
)

// TestFlameCSS: every rule is for the graph's own element, as styles in a picture apply to the whole page.
func TestFlameCSS(t *testing.T) {
	for _, css := range []string{FlameCSS("x"), FlameDarkCSS("x")} {
		if strings.Contains(css, "&") || strings.Contains(css, "/*") || strings.Contains(css, "]]>") {
			t.Errorf("left over in\n%s", css)
		}
		rules := regexp.MustCompile(`(?m)(?:^|\{ *)([^{}]+)\{`).FindAllStringSubmatch(css, -1)
		if len(rules) < 10 {
			t.Fatalf("%d rules", len(rules))
		}
		for _, r := range rules {
			for selector := range strings.SplitSeq(r[1], ",") {
				if s := strings.TrimSpace(selector); !strings.HasPrefix(s, "#x") && !strings.HasPrefix(s, "@media") {
					t.Errorf("%q is not about #x", s)
				}
			}
		}
	}
}

// TestGraphCSS: the same of call graphs.
func TestGraphCSS(t *testing.T) {
	for _, css := range []string{GraphCSS(), GraphDarkCSS(), GraphOpenedCSS(), GraphOpenedDarkCSS()} {
		if strings.Contains(css, "&") || strings.Contains(css, "/*") || strings.Contains(css, "]]>") || strings.Contains(css, "url(") {
			t.Errorf("left over in\n%s", css)
		}
		for _, r := range regexp.MustCompile(`(?m)(?:^|\{ *)([^{}]+)\{`).FindAllStringSubmatch(css, -1) {
			for selector := range strings.SplitSeq(r[1], ",") {
				if s := strings.TrimSpace(selector); !strings.HasPrefix(s, "."+GraphClass) && !strings.HasPrefix(s, "@media") {
					t.Errorf("%q is not about call graphs", s)
				}
			}
		}
	}
}

// TestGraphJS: the script is valid in CDATA and in HTML, and loads nothing.
func TestGraphJS(t *testing.T) {
	for _, s := range []string{"]]>", "</script", "<!--", "http://", "https://", "innerHTML", "eval(", "fetch("} {
		if strings.Contains(addresses.Replace(GraphJS()), s) {
			t.Errorf("%s is in the script", s)
		}
	}
}

// TestFlameJS: the script is valid in CDATA and in HTML, and loads nothing.
func TestFlameJS(t *testing.T) {
	for _, s := range []string{"]]>", "</script", "<!--", "http://", "https://", "innerHTML", "eval(", "fetch("} {
		if strings.Contains(addresses.Replace(FlameJS()), s) {
			t.Errorf("%s is in the script", s)
		}
	}
}
