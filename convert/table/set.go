package table

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// A Set is several tables that answer one question together. Package render/tables writes it as one text, CSV, JSON or Markdown
// document.
type Set struct {
	Name  string // for scripts, such as "diff"; the name of the published JSON schema
	Title string // the subject of the tables, as text
	View  convert.View

	Facts   []Fact   // further options and results, for CSV and JSON
	Notes   []string // needed to understand the tables, one sentence each
	InHead  int      // number of notes that text has below the title; the others are below the tables
	Verdict string   // that of the notes in the head which text gives up last; "": none
	Caveats []string // warnings about the reliability of the numbers, one sentence each
	Chooser string   // the flag that chooses tables by name, such as --section; "": none does

	// Tables are in output order. Their names are distinct words: CSV has them in a separate column, JSON uses them as keys. For a
	// table without rows, text and Markdown show only its title.
	Tables []*Table
}

// Table returns the table with a name; nil if none.
func (s *Set) Table(name string) *Table {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}
