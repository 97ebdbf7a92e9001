package rank

import (
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// withLine adds the source line, 0 if it is unknown, to a cell that holds a BCI.
func withLine(bci table.Cell, line int) table.Cell {
	bci.Line = int32(line)
	return bci
}

func lineCell(line int) table.Cell {
	if line == 0 {
		return table.UnknownCell()
	}
	return table.IntCell(int64(line))
}

// textOrNone returns None for "".
func textOrNone(text string) table.Cell {
	if text == "" {
		return table.Cell{}
	}
	return table.TextCell(text)
}

// lineColumn is the column of the source line of a place, which follows that of its BCI; people have it beside the BCI.
func lineColumn(csv int, doc string) table.Column {
	return table.Column{Key: "line", Kind: table.IDColumn, CSV: csv, Nullable: true, Presence: table.Sometimes, Doc: "With --classpath: " + doc + "; null if it is unknown."}
}

func fileColumn(doc string) table.Column {
	return table.Column{Key: "file", Kind: table.NameColumn, Presence: table.Sometimes, Doc: "With --classpath: " + doc + ", if it is known."}
}

// siteLineColumns are the columns of the source line of a site. Text has the source below the name of the method.
func siteLineColumns[R any](site func(R) *siteRow) []table.ColumnOf[R] {
	return []table.ColumnOf[R]{
		table.Of(shared(lineColumn(2, "the line of the source file")), ofSite(site, func(f *siteFacts) table.Cell { return lineCell(f.line) })),
		table.Of(shared(fileColumn("the source file of the method")), ofSite(site, func(f *siteFacts) table.Cell { return textOrNone(f.file) })),
		table.Of(table.Column{Key: "source", Heading: "source", Kind: table.NameColumn, Below: "method", Shared: true, Presence: table.Sometimes,
			Doc: "With --source-path: the text of the line, if it is known."}, ofSite(site, func(f *siteFacts) table.Cell { return textOrNone(f.source) })),
	}
}

// withoutSource leaves the text of source lines to programs, where there is none.
func withoutSource[R any](columns []table.ColumnOf[R]) []table.ColumnOf[R] {
	return slices.DeleteFunc(columns, func(c table.ColumnOf[R]) bool { return c.Key == "source" })
}

// calledName returns the name of a method that an instruction calls.
func calledName(names *convert.Names, called classfile.Ref) string {
	owner := javaname.Type(called.Owner)
	if names.Options.Style == convert.ShortNames {
		owner = javaname.WithoutPackage(owner)
	}
	name := called.Name
	if owner != "" {
		name = owner + "." + name
	}
	if names.Options.Style != convert.SignatureNames {
		return name
	}
	params, _, err := classfile.Types(called.Descriptor)
	if err != nil {
		return name
	}
	for i, param := range params {
		params[i] = javaname.Type(param)
	}
	return name + "(" + strings.Join(params, ", ") + ")"
}
