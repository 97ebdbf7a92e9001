package site

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/iprof-viz/iprof-viz/render/topic"
)

// A page is a source in Markdown, parsed.
type page struct {
	name   string // of the source in the checkout
	title  string
	source []byte
	root   ast.Node
	heads  []heading
}

// A heading begins a section.
type heading struct {
	level        int
	anchor, text string
}

var markdown = goldmark.New(
	// Alignment by attributes: the policy of pages allows no styles in the text.
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), extension.DefinitionList),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{}, 100))),
)

// add parses a page and names its sections as GitHub does.
func (s *site) add(name string, source []byte) *page {
	p := &page{name: name, source: source, root: markdown.Parser().Parse(text.NewReader(source))}
	s.pages[name] = p
	seen := map[string]int{}
	for n := p.root.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		words := plain(h, source)
		anchor := topic.Anchor(words)
		if seen[anchor]++; seen[anchor] > 1 {
			anchor = fmt.Sprintf("%s-%d", anchor, seen[anchor]-1)
		}
		h.SetAttributeString("id", []byte(anchor))
		p.heads = append(p.heads, heading{h.Level, anchor, words})
	}
	p.title = name
	if len(p.heads) > 0 {
		p.title = p.heads[0].text
	}
	return p
}

// plain is the text of a node without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	var add func(ast.Node)
	add = func(n ast.Node) {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			switch c := c.(type) {
			case *ast.Text:
				b.Write(util.UnescapePunctuations(c.Segment.Value(source)))
				if c.SoftLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.AutoLink:
				b.Write(c.Label(source))
			case *ast.Image: // its description is said by the text beside it
			default:
				add(c)
			}
		}
	}
	add(n)
	return b.String()
}

// resolve makes the links of a page lead to the pages of the site, and copies other files that they name.
func (s *site) resolve(p *page) error {
	return ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = s.destination(p, n.Destination)
		case *ast.Image:
			if strings.Contains(string(n.Destination), ":") {
				return ast.WalkStop, fmt.Errorf("the picture %s is elsewhere", n.Destination)
			}
			if n.Destination, err = s.destination(p, n.Destination); err == nil && n.Parent().Kind() != ast.KindLink {
				link := ast.NewLink() // to the picture alone, where it can be zoomed
				link.Destination = n.Destination
				n.Parent().ReplaceChild(n.Parent(), n, link)
				link.AppendChild(link, n)
				return ast.WalkSkipChildren, nil
			}
		case *ast.HTMLBlock, *ast.RawHTML:
			err = fmt.Errorf("it has HTML, which would be left out")
		}
		return ast.WalkContinue, err
	})
}

// destination is where a link of a page leads in the site.
func (s *site) destination(p *page, to []byte) ([]byte, error) {
	u, err := url.Parse(string(to))
	if err != nil || u.Scheme != "" {
		return to, err
	}
	name := p.name
	if u.Path != "" {
		if name = path.Join(path.Dir(p.name), u.Path); !fs.ValidPath(name) {
			return nil, fmt.Errorf("the link %s leads out of the checkout", to)
		}
	}
	other, isPage := s.pages[name]
	if !isPage {
		copied, err := s.copyFile(name)
		if err != nil || u.Fragment != "" {
			return nil, fmt.Errorf("the link %s leads nowhere: %w", to, err)
		}
		return []byte(relative(target(p.name), copied)), nil
	}
	found := u.Fragment == ""
	for _, h := range other.heads {
		found = found || h.anchor == u.Fragment
	}
	if !found {
		return nil, fmt.Errorf("the link %s leads to no section of %s", to, name)
	}
	if u.Path == "" {
		return to, nil
	}
	u.Path = relative(target(p.name), target(name))
	return []byte(u.String()), nil
}
