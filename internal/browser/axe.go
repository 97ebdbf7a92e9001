package browser

import (
	"encoding/json"
	"os"
)

// Rules of axe-core, by their tags: WCAG 2.2 up to AA, and good practice; only the rule about colors depends on the theme.
var (
	AllRules   = []string{"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"}
	ColorRules = []string{"color-contrast", "link-in-text-block"}
)

// Axe returns the program of https://github.com/dequelabs/axe-core, axe.min.js, whose path is in AXE_CORE; nil without one.
func Axe() ([]byte, error) {
	path := os.Getenv("AXE_CORE")
	if path == "" {
		return nil, nil
	}
	return os.ReadFile(path)
}

// Inaccessible runs axe-core in the page, and returns one line for each element that violates a rule, unless the impact on readers
// is minor.
func (p *Page) Inaccessible(axe []byte, rules []string) ([]string, error) {
	var loaded bool
	if err := p.Run("return window.axe !== undefined", &loaded); err != nil {
		return nil, err
	}
	if !loaded {
		if err := p.Run(string(axe), nil); err != nil {
			return nil, err
		}
	}
	only, err := json.Marshal(rules)
	if err != nil {
		return nil, err
	}
	var lines []string
	err = p.Run(`
		const found = await axe.run(document, {resultTypes: ["violations"], runOnly: `+string(only)+`});
		return found.violations.filter((v) => v.impact !== "minor").flatMap((v) =>
			v.nodes.map((n) => [v.impact, v.id, n.target.join(" "), n.html.slice(0, 160), [...n.any, ...n.all, ...n.none][0]?.message].join(" | ")));`, &lines)
	return lines, err
}
