package render

// The formats.
const (
	TextFormat     TableFormat = iota // for people at a terminal
	CSVFormat                         // for spreadsheets and databases
	JSONFormat                        // for programs
	MarkdownFormat                    // GitHub Flavored, for reviews and reports
)

// A TableFormat is a format of tables.
type TableFormat int

// TableOptions are the options of tables as text. Other formats ignore them.
type TableOptions struct {
	Width int  // columns of the terminal, at least 40; 0: any, and nothing is cut
	Color bool // use the terminal's colors
}
