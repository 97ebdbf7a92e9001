package table

import (
	"github.com/iprof-viz/iprof-viz/convert"
)

// A Set is several tables that answer one question together. Package render writes it as one text, CSV, JSON or
// Markdown.
type Set struct {
	Name  string // what programs know it by, such as "diff"; names the published JSON schema
	Title string // what the tables are about, for people
	View  convert.View

	Facts  []Fact   // what else was asked for or found; for programs
	Notes  []string // what a reader has to know, a sentence each
	Doubts []string // why not to trust the figures too much, a sentence each

	// Tables are in the order in which they are shown. Their names differ and are words: CSV has them in a column of its
	// own, JSON uses them as keys. Of a table without rows, text and Markdown show no more than its title.
	Tables []*Table
}

// Table returns the table of a name; nil if there is none.
func (s *Set) Table(name string) *Table {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}
