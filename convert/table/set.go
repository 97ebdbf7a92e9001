package table

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// A Set is several tables that answer one question together. Package render writes it as one text, CSV, JSON or
// Markdown.
type Set struct {
	Name  string // for programs, such as "diff"; the name of the published JSON schema
	Title string // the subject of the tables, for people
	View  convert.View

	Facts   []Fact   // further options and results, for programs
	Notes   []string // needed to read the tables, one sentence each
	Caveats []string // warnings about the reliability of the numbers, one sentence each

	// Tables are in the order in which they are shown. Their names are words and differ: CSV has them in its own column, JSON
	// uses them as keys. Of a table without rows, text and Markdown show only its title.
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
