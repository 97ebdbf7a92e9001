package render

// The formats of tables.
const (
	TextFormat     TableFormat = iota // for a person at a terminal
	CSVFormat                         // for spreadsheets and databases
	JSONFormat                        // for programs
	MarkdownFormat                    // for a review or a report, as GitHub renders it
)

// A TableFormat is a way to write a table.
type TableFormat int

// String returns the name that users know the format by.
func (f TableFormat) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }

// TableOptions say how a table looks. Only text heeds them.
type TableOptions struct {
	Width int  // columns of the terminal, at least 40; 0: as wide as it takes, nothing cut
	Color bool // use the terminal's colours
}
