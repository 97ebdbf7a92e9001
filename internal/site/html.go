package site

import (
	"bytes"
	_ "embed"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed page.html.tmpl
var pageHTML string

//go:embed site.css
var styleCSS string

//go:embed search.js
var searchJS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// groups are the pages in the order of the navigation; others, such as new ones, are where "" is.
var groups = []struct {
	Title string
	names []string
}{
	{"Start", []string{"README.md", "docs/tutorial.md", "docs/questions.md"}},
	{"Topics", []string{"docs/worth-a-look.md", "docs/pictures.md", "docs/tables.md", "docs/quality.md", "docs/optimized.md", "docs/ci.md", "docs/comparison.md", ""}},
	{"Reference", []string{"docs/reference.md", "docs/compatibility.md", "CHANGELOG.md"}},
	{"Project", []string{"CONTRIBUTING.md", "SECURITY.md", "THIRD_PARTY_NOTICES.md", "testdata/README.md"}},
	{"Commands", []string{commandsDir}},
}

// A link of the navigation.
type navLink struct {
	Address, Text string
	Current       bool
	Sections      []navLink // of the current page
}

// grouped returns the names of the pages of each group; listings of directories are in none.
func (s *site) grouped() [][]string {
	listed := map[string]bool{}
	for _, g := range groups {
		for _, name := range g.names {
			listed[name] = true
		}
	}
	all := make([][]string, len(groups))
	for i, g := range groups {
		for _, name := range g.names {
			switch {
			case name == commandsDir || name == "":
				for _, other := range slices.Sorted(maps.Keys(s.pages)) {
					isCommand := path.Dir(other) == commandsDir
					if !listed[other] && path.Base(other) != "index.md" && isCommand == (name == commandsDir) {
						all[i] = append(all[i], other)
					}
				}
			case s.pages[name] != nil:
				all[i] = append(all[i], name)
			}
		}
		if g.Title == "Commands" { // the program before its commands
			slices.SortStableFunc(all[i], func(a, b string) int {
				return strings.Count(s.pages[a].title, " ") - strings.Count(s.pages[b].title, " ")
			})
		}
	}
	return all
}

// order is that of the navigation, in which a search finds pages that are equally good.
func (s *site) order() []string { return slices.Concat(s.grouped()...) }

// navigation returns the links to all pages, as seen from one.
func (s *site) navigation(from *page) (titles []string, links [][]navLink) {
	for i, names := range s.grouped() {
		var group []navLink
		for _, name := range names {
			p := s.pages[name]
			link := navLink{Address: relative(target(from.name), target(name)), Text: navTitle(p), Current: p == from}
			if p == from {
				for _, h := range p.heads {
					if h.level == 2 {
						link.Sections = append(link.Sections, navLink{Address: "#" + h.anchor, Text: h.text})
					}
				}
			}
			group = append(group, link)
		}
		titles, links = append(titles, groups[i].Title), append(links, group)
	}
	return titles, links
}

// navTitle is the title of a page in a list of all.
func navTitle(p *page) string {
	switch {
	case p.name == "README.md":
		return "Overview"
	case path.Dir(p.name) == commandsDir:
		return strings.TrimSuffix(path.Base(p.name), ".md")
	}
	return p.title
}

// html returns a page of the site.
func (s *site) html(p *page) ([]byte, error) {
	var body, b bytes.Buffer
	if err := markdown.Renderer().Render(&body, p.source, p.root); err != nil {
		return nil, err
	}
	wide := strings.NewReplacer("<table>", `<div class="wide" tabindex="0"><table>`, "</table>", "</table></div>").Replace(body.String()) // text has &lt;
	titles, links := s.navigation(p)
	root := strings.Repeat("../", strings.Count(target(p.name), "/"))
	title := p.title
	if p.name != "README.md" {
		title += " – iprof-viz"
	}
	err := pageTemplate.Execute(&b, struct {
		Title, Root string
		Groups      []string
		Links       [][]navLink
		Body        template.HTML
	}{title, root, titles, links, template.HTML(wide)}) // by goldmark, which escapes text and leaves out HTML
	return b.Bytes(), err
}
