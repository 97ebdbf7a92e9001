// Package site makes a small site of the documentation: the pages in Markdown, and the manual of each command. It needs no server, has a
// search, and asks nobody for anything: it works from a disk. No program for users links it.
package site

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// commandsDir is the directory of the pages of commands in a site, and where pages in Markdown may link to.
const commandsDir = "commands"

// Build returns the files of the site, by their names with slashes, of a checkout and of the manual of each command in Markdown, by its
// name. The tree is that of the checkout, with README.md as index.html; files that pages link to are copied, so that every link leads
// somewhere. A link that does not is an error, which names the page and the link.
func Build(checkout fs.FS, commands map[string]string) (map[string][]byte, error) {
	s := &site{checkout: checkout, pages: map[string]*page{}, files: map[string][]byte{}}
	for _, pattern := range []string{"*.md", "docs/*.md", "testdata/README.md"} {
		names, err := fs.Glob(checkout, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			source, err := fs.ReadFile(checkout, name)
			if err != nil {
				return nil, err
			}
			s.add(name, source)
		}
	}
	for name, text := range commands {
		s.add(path.Join(commandsDir, name+".md"), []byte(text))
	}
	for _, name := range slices.Sorted(maps.Keys(s.pages)) {
		if err := s.resolve(s.pages[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.pages)) {
		html, err := s.html(s.pages[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.files[target(name)] = html
	}
	s.files["site.css"], s.files["search.js"] = []byte(styleCSS), []byte(searchJS)
	index, err := s.searchIndex()
	if err != nil {
		return nil, err
	}
	s.files["search-index.js"] = index
	return s.files, nil
}

// A site is what Build knows so far.
type site struct {
	checkout fs.FS
	pages    map[string]*page // by the name of the source
	files    map[string][]byte
}

// target is the name of a page in the site.
func target(source string) string {
	if source == "README.md" {
		return "index.html"
	}
	return strings.TrimSuffix(source, ".md") + ".html"
}

// relative is a name in the site as seen from a page.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if dir := path.Dir(from); path.Dir(to) == dir {
		return path.Base(to)
	}
	return up + to
}

// copyFile adds a file of the checkout, or a directory as a page with links to its files, and returns its name in the site.
func (s *site) copyFile(name string) (string, error) {
	info, err := fs.Stat(s.checkout, name)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		s.files[name], err = fs.ReadFile(s.checkout, name)
		return name, err
	}
	listing := path.Join(name, "index.md")
	if s.pages[listing] != nil {
		return target(listing), nil
	}
	entries, err := fs.ReadDir(s.checkout, name)
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Files in %s\n\n", name)
	for _, e := range entries {
		if !e.IsDir() {
			fmt.Fprintf(&text, "- [%s](%s)\n", e.Name(), e.Name())
		}
	}
	p := s.add(listing, text.Bytes())
	return target(listing), s.resolve(p)
}
