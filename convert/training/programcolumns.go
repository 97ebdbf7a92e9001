package training

import (
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// The columns of packages.
var (
	enteredColumns = []table.ColumnOf[*packageRow]{
		table.Of(table.Column{Key: "methods", Heading: "methods", Kind: table.CountColumn, Unit: "methods", CSV: 2,
			Doc: "Methods with code."}, func(r *packageRow) table.Cell { return table.IntCell(r.methods) }),
		table.Of(table.Column{Key: "entered", Heading: "entered", Kind: table.CountColumn, Unit: "methods", CSV: 3, Presence: table.Sometimes,
			Doc: "The number that ran: with entries in the profile, or in contexts without a count. None if it has no call counts."}, func(r *packageRow) table.Cell { return table.IntCell(r.counted) }),
		table.Of(table.Column{Key: "entered_share", Heading: "share", Kind: table.ShareColumn, CSV: 4, Nullable: true, Presence: table.Sometimes,
			Doc: "entered as a share of methods."}, func(r *packageRow) table.Cell { return table.ShareCell(r.counted, r.methods) }),
		bytesColumn,
		table.Of(table.Column{Key: "entered_bytes", Kind: table.CountColumn, Unit: "bytes", CSV: 6, Presence: table.Sometimes,
			Doc: "Bytecode of these methods."}, func(r *packageRow) table.Cell { return table.IntCell(r.countedBytes) }),
		table.Of(table.Column{Key: "entered_bytes_share", Heading: "covered", Kind: table.ShareColumn, Drop: 1, Nullable: true, Presence: table.Sometimes,
			Doc: "entered_bytes as a share of bytes."}, func(r *packageRow) table.Cell { return table.ShareCell(r.countedBytes, r.bytes) }),
		packageColumn,
	}
	sampledColumns = []table.ColumnOf[*packageRow]{enteredColumns[0], sampledColumn, bytesColumn, packageColumn}
	sampledColumn  = table.Of(table.Column{Key: "sampled", Heading: "on stacks", Kind: table.CountColumn, Unit: "methods", CSV: 7, Presence: table.Sometimes,
		Doc: "The number on sampled stacks: at least these ran. None if the profile has call counts."}, func(r *packageRow) table.Cell { return table.IntCell(r.counted) })
	bytesColumn = table.Of(table.Column{Key: "bytes", Heading: "bytecode", Kind: table.CountColumn, Unit: "bytes", CSV: 5, Drop: 2,
		Doc: "Bytecode of the methods."}, func(r *packageRow) table.Cell { return table.IntCell(r.bytes) })
	packageColumn = table.Of(table.Column{Key: "package", Heading: "package", Kind: table.NameColumn, CSV: 1,
		Doc: "The package."}, func(r *packageRow) table.Cell { return table.TextCell(r.name) })
)

// The columns of methods without entries.
var methodColumns = []table.ColumnOf[*untrainedRow]{
	table.Of(table.Column{Key: "bytes", Heading: "bytecode", Kind: table.CountColumn, Unit: "bytes", CSV: 2,
		Doc: "Bytecode of the method."}, func(r *untrainedRow) table.Cell { return table.IntCell(r.bytes) }),
	table.Of(table.Column{Key: "method", Heading: "method", Kind: table.NameColumn, CSV: 1,
		Doc: "The method, with its parameters."}, func(r *untrainedRow) table.Cell { return table.TextCell(r.name) }),
}

var packageTables = table.Definition{
	Name: "packages", Metrics: []convert.Metric{convert.Calls, convert.Samples}, Columns: table.Columns(append(slices.Clone(enteredColumns), sampledColumn)),
	Total: table.Everywhere, TotalDoc: "All packages.", RestDoc: "The packages beyond the limit.",
}

var methodTables = table.Definition{
	Name: "methods", Metrics: []convert.Metric{convert.Calls}, Columns: table.Columns(methodColumns), RestDoc: "The methods beyond the limit.",
}

// ProgramDefinition is the definition of the sets that [OfProgram] makes.
var ProgramDefinition = table.SetDefinition{
	Name: "coverage",
	Facts: []table.Column{
		{Key: "classes", Kind: table.CountColumn, Unit: "classes", Doc: "Classes of the class path that could be read."},
		{Key: "methods", Kind: table.CountColumn, Unit: "methods", Doc: "Their methods with code."},
		{Key: "entered", Kind: table.CountColumn, Unit: "methods", Nullable: true, Doc: "Methods that ran: with entries, or in contexts without a count. null: the profile has no call counts."},
		{Key: "sampled", Kind: table.CountColumn, Unit: "methods", Presence: table.Sometimes,
			Doc: "Of a profile without call counts: methods on sampled stacks. These ran; the others are unknown."},
		{Key: "bytes", Kind: table.CountColumn, Unit: "bytes", Doc: "Bytecode of the methods."},
		{Key: "entered_bytes", Kind: table.CountColumn, Unit: "bytes", Nullable: true, Doc: "Bytecode of these methods. null: the profile has no call counts."},
	},
	Tables: []table.Definition{packageTables, methodTables},
}
