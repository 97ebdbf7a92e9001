// Package docs has pages of the documentation that the program also shows.
package docs

import _ "embed"

// WorthALook is the page about the findings of info and report.
//
//go:embed worth-a-look.md
var WorthALook string

// The other pages.
var (
	//go:embed ci.md
	ci string
	//go:embed comparison.md
	comparison string
	//go:embed compatibility.md
	compatibility string
	//go:embed optimized.md
	optimized string
	//go:embed pictures.md
	pictures string
	//go:embed quality.md
	quality string
	//go:embed questions.md
	questions string
	//go:embed reference.md
	reference string
	//go:embed tables.md
	tables string
	//go:embed tutorial.md
	tutorial string
)

// A Page is a page of the documentation.
type Page struct {
	Name  string // of the file, without its extension
	About string // its content in a few words
	Text  string // GitHub Flavored Markdown
}

// Pages returns all pages that are help topics of the program, in the order of the help.
func Pages() []Page {
	return []Page{
		{"tutorial", "a real program, from its first profile to a change", tutorial},
		{"questions", "the command for each question", questions},
		{"worth-a-look", "findings of info and report: meaning, and what to try", WorthALook},
		{"pictures", "flame graphs, call graphs and trees", pictures},
		{"tables", "the columns of tables, and their formats", tables},
		{"optimized", "the optimized image, from the log of its compiler", optimized},
		{"quality", "which profile is good: criteria, thresholds, verdict", quality},
		{"ci", "profiles in continuous integration", ci},
		{"comparison", "with other tools: which one for what", comparison},
		{"compatibility", "what stays from version to version", compatibility},
		{"reference", "commands, patterns, files, checks, exit statuses", reference},
	}
}
