package diff

import (
	"github.com/iprof-viz/iprof-viz/convert/compare"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// A siteRow is a successor or a type of a changed site, or the sum of the sites beyond the limit.
type siteRow struct {
	names      methodNames
	executions compare.Counts
	*changedSite
	*changedPart
}

// A changedSite holds the cells that all rows of a site share.
type changedSite struct {
	*siteChange
	identity
}

// A changedPart is a successor or a type of a site.
type changedPart struct {
	pairedPart
	typeName string  // for a type
	byTarget bool    // for a successor: it stands for all successors with its target
	unknown  [2]bool // for a type, by side: no record has it, but it may be one that the file does not list
}

// onSide returns a cell that is computed from the counts of sides; Unknown if one of them is.
func (p *changedPart) onSide(cell table.Cell, sides ...int) table.Cell {
	for _, side := range sides {
		if p.unknown[side] {
			return table.UnknownCell()
		}
	}
	return cell
}

// ofSite leaves a cell out of sums.
func ofSite(cell func(*changedSite) table.Cell) func(siteRow) table.Cell {
	return func(r siteRow) table.Cell {
		if r.changedSite == nil {
			return table.Cell{}
		}
		return cell(r.changedSite)
	}
}

// ofPart leaves a cell out of sums and of sites without parts.
func ofPart(cell func(siteRow, *changedPart) table.Cell) func(siteRow) table.Cell {
	return func(r siteRow) table.Cell {
		if r.changedPart == nil {
			return table.Cell{}
		}
		return cell(r, r.changedPart)
	}
}

// siteColumns returns the columns of sections of sites. With kinds they include the kinds of a site's types; part has the columns
// that identify a row's part.
func siteColumns(words []string, wordDoc string, kinds bool, part []table.ColumnOf[siteRow]) []table.ColumnOf[siteRow] {
	columns := []table.ColumnOf[siteRow]{
		table.Of(table.Column{Key: "change", Heading: "change", Kind: table.WordColumn, Words: words, CSV: 3, Shared: true, Presence: table.InRows,
			Doc: wordDoc}, ofSite(func(s *changedSite) table.Cell { return table.TextCell(s.word) })),
		table.Of(table.Column{Key: "old_executions", Heading: "old", Kind: table.CountColumn, Drop: 2, Unit: "executions", CSV: 4, Shared: true,
			Doc: "Executions in the old profile."}, func(r siteRow) table.Cell { return table.IntCell(r.executions.Old) }),
		table.Of(table.Column{Key: "new_executions", Heading: "new", Kind: table.CountColumn, Unit: "executions", CSV: 5, Shared: true,
			Doc: "Executions in the new profile."}, func(r siteRow) table.Cell { return table.IntCell(r.executions.New) }),
		table.Of(table.Column{Key: "moved", Kind: table.RatioColumn, Shared: true, Presence: table.InRows,
			Doc: "The share of the executions that goes elsewhere."}, ofSite(func(s *changedSite) table.Cell { return table.FloatCell(s.moved) })),
		table.Of(table.Column{Key: "method", Kind: table.NameColumn, CSV: 1, Shared: true,
			Doc: "The method of the site."}, func(r siteRow) table.Cell { return table.TextCell(r.names.name) }),
		table.Of(table.Column{Key: "label", Heading: "method", Kind: table.NameColumn, Shared: true, ForPeople: true},
			func(r siteRow) table.Cell { return table.TextCell(r.names.label) }),
		table.Of(table.Column{Key: "bci", Heading: "at", Kind: table.BCIColumn, CSV: 2, Shared: true, Presence: table.InRows,
			Doc: "The site's place in the method."}, ofSite(func(s *changedSite) table.Cell { return table.IntCell(int64(s.bci)) })),
	}
	if kinds {
		columns = append(columns,
			table.Of(table.Column{Key: "old_kind", Heading: "was", Kind: table.WordColumn, Words: typeKinds(), CSV: 6, Shared: true, Presence: table.InRows,
				Doc: "The site's kind in the old profile."}, ofSite(func(s *changedSite) table.Cell { return table.TextCell(s.kinds[compare.OldSide].String()) })),
			table.Of(table.Column{Key: "new_kind", Heading: "is", Kind: table.WordColumn, Words: typeKinds(), CSV: 7, Shared: true, Presence: table.InRows,
				Doc: "The site's kind in the new profile."}, ofSite(func(s *changedSite) table.Cell { return table.TextCell(s.kinds[compare.NewSide].String()) })))
	}
	columns = append(columns, identityColumns(true, func(r siteRow) identity {
		if r.changedSite == nil {
			return identity{}
		}
		return r.identity
	})...)
	columns = append(columns, part...)
	unknown := "."
	if kinds {
		unknown = "; null if the type may be one that the file has without a name."
	}
	return append(columns,
		table.Of(table.Column{Key: "old", Kind: table.CountColumn, Unit: "executions", CSV: 10, Nullable: kinds,
			Doc: "The count in the old profile" + unknown}, ofPart(func(_ siteRow, p *changedPart) table.Cell {
			return p.onSide(table.IntCell(p.count().Old), compare.OldSide)
		})),
		table.Of(table.Column{Key: "new", Kind: table.CountColumn, Unit: "executions", CSV: 11, Nullable: kinds,
			Doc: "The count in the new profile" + unknown}, ofPart(func(_ siteRow, p *changedPart) table.Cell {
			return p.onSide(table.IntCell(p.count().New), compare.NewSide)
		})),
		table.Of(table.Column{Key: "old_share", Heading: "old %", Kind: table.ShareColumn, Drop: 1, CSV: 12, Nullable: kinds,
			Doc: "old as a share of the site's executions" + unknown}, ofPart(func(r siteRow, p *changedPart) table.Cell {
			return p.onSide(table.FloatCell(partOfSite(p.count().Old, r.executions.Old)), compare.OldSide)
		})),
		table.Of(table.Column{Key: "new_share", Heading: "new %", Kind: table.ShareColumn, CSV: 13, Nullable: kinds,
			Doc: "new as a share of the site's executions" + unknown}, ofPart(func(r siteRow, p *changedPart) table.Cell {
			return p.onSide(table.FloatCell(partOfSite(p.count().New, r.executions.New)), compare.NewSide)
		})),
		table.Of(table.Column{Key: "difference", Heading: "points", Kind: table.ChangeColumn, CSV: 14, Nullable: kinds,
			Doc: "new_share - old_share" + unknown}, ofPart(func(r siteRow, p *changedPart) table.Cell {
			return p.onSide(table.FloatCell(partOfSite(p.count().New, r.executions.New)-partOfSite(p.count().Old, r.executions.Old)), compare.OldSide, compare.NewSide)
		})))
}

// partOfSite returns the share of a count in a site's executions.
func partOfSite(count, executions int64) float64 { return float64(count) / float64(executions) }

// conditionalColumns are the columns of conditionals.
func conditionalColumns() []table.ColumnOf[siteRow] {
	return siteColumns([]string{"flipped", "moved"}, "flipped: another successor is the likeliest.", false, []table.ColumnOf[siteRow]{
		table.Of(table.Column{Key: "target_bci", Heading: "to", Kind: table.BCIColumn, CSV: 8,
			Doc: "The BCI that the successor goes to."}, ofPart(func(_ siteRow, p *changedPart) table.Cell { return table.IntCell(int64(p.target)) })),
		table.Of(table.Column{Key: "index", Kind: table.IDColumn, CSV: 9, Presence: table.Sometimes,
			Doc: "The compiler's number of the successor. None if it differs between the profiles, or one of them is of a version before 1.0.0, which " +
				"does not distinguish successors with the same target."}, ofPart(func(_ siteRow, p *changedPart) table.Cell {
			if p.byTarget || p.otherIndex {
				return table.Cell{}
			}
			return table.IntCell(int64(p.index))
		})),
	})
}

// typeColumns are the columns of virtual calls and type checks.
func typeColumns() []table.ColumnOf[siteRow] {
	return siteColumns([]string{"kind", "top type", "shares"}, "kind: the number of types; top type: another is the most frequent; shares: neither, with --exact only.",
		true, []table.ColumnOf[siteRow]{
			table.Of(table.Column{Key: "type", Heading: "type", Kind: table.NameColumn, CSV: 8,
				Doc: "The class of the object."}, ofPart(func(_ siteRow, p *changedPart) table.Cell { return table.TextCell(p.typeName) })),
		})
}

func typeKinds() []string {
	var kinds []string
	for k := range sites.UnknownTypes + 1 {
		kinds = append(kinds, k.String())
	}
	return kinds
}
