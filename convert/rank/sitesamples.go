package rank

import (
	"path"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// countSamples sets the samples of the chosen sites, with the view and the filters of the table.
func (s *siteTable) countSamples(chosen []rankedSite) {
	if !s.hasSamples() || len(chosen) == 0 {
		return
	}
	type place struct {
		slot int32
		line int
	}
	slots := make([]int32, len(chosen))
	for i, r := range chosen {
		slots[i] = r.Slot
	}
	byMethod, byLine := map[int32]int64{}, map[place]int64{}
	sums := sites.New(s.profile, sites.Options{
		Metrics: []convert.Metric{convert.Samples}, Scope: sites.MethodScope(s.profile, slots...),
		Stacks: convert.Project(s.profile, s.profile.Stacks, s.names, s.opts.Filter),
	})
	for _, x := range sums.Samples.All {
		if x.Self == 0 {
			continue
		}
		byMethod[x.Slot] += x.Self
		if line := s.opts.Lines.Line(x.Slot, x.BCI); line > 0 {
			byLine[place{x.Slot, line}] += x.Self
		}
	}
	for i := range chosen {
		r := &chosen[i]
		if r.methodSamples = byMethod[r.Slot]; r.methodSamples > 0 {
			r.lineSamples = byLine[place{r.Slot, s.opts.Lines.Line(r.Slot, r.BCI)}]
		}
	}
}

func (s *siteTable) hasSamples() bool { return s.profile.Records(iprof.Samples) > 0 }

// siteSampleColumns are the columns of the samples near a site. Without lines, text has those of the method alone.
func siteSampleColumns[R any](lines bool, site func(R) *siteRow) []table.ColumnOf[R] {
	method := table.Column{Key: "method_samples", Kind: table.CountColumn, Unit: "samples", Shared: true, Drop: 5, Presence: table.Sometimes,
		Doc: "Self samples in the method of the site, with those of code it calls that the view or a filter hides."}
	line := table.Column{Key: "samples", Kind: table.CountColumn, Unit: "samples", Shared: true, Drop: 5, Presence: table.Sometimes, Nullable: true,
		Doc: "With --classpath: self samples at the line of the site; null if the line is unknown."}
	if lines {
		line.Heading = "samples"
	} else {
		method.Heading = "samples"
	}
	return []table.ColumnOf[R]{
		table.Of(line, ofSite(site, func(f *siteFacts) table.Cell {
			if f.line == 0 {
				return table.UnknownCell()
			}
			return table.IntCell(f.lineSamples)
		})),
		table.Of(method, ofSite(site, func(f *siteFacts) table.Cell { return table.IntCell(f.methodSamples) })),
	}
}

// place names the line of the site as terminals and development environments open it: Parser.java:118; "" without a line.
func (f *siteFacts) place() string {
	if f.file == "" || f.line == 0 {
		return ""
	}
	return path.Base(f.file) + ":" + strconv.Itoa(f.line)
}

// placeColumn is the column of a place in a source file, which text shows below the column with a key.
func placeColumn(below string) table.Column {
	return table.Column{Key: "place", Heading: "place", Kind: table.NameColumn, Below: below, ForPeople: true, Presence: table.Sometimes}
}

// at is the cell of the site's place in the bytecode, with the source line unless the place in the file is shown.
func (f *siteFacts) at() table.Cell {
	if f.place() == "" {
		return withLine(table.IntCell(int64(f.bci)), f.line)
	}
	return table.IntCell(int64(f.bci))
}
