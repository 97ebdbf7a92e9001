package page

import (
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/render/pagegraph"
)

// Parts are what a report shows. Nil parts have no records in the profile. Their structs, and those in them, define what a page
// has: package pagetypes generates the types of its script from them.
type Parts struct {
	Info    *Info        `page:"info"`
	Input   *Input       `page:"input"`
	Methods *MethodsPart `page:"methods"`
	Advice  *Advice      `page:"advice"`

	TopSamples *Table[SampleRow] `page:"top.samples"`
	TopCalls   *Table[CallRow]   `page:"top.calls"`
	// In the view app: self includes the library code that a method calls.
	AppSamples *Table[SampleRow]   `page:"app.samples"`
	Graph      *Table[Edge]        `page:"graph"`
	SiteCalls  *CallsPart          `page:"calls"`
	Ways       *pagegraph.WaysPart `page:"ways"`

	BaseTopSamples *Table[SampleRow] `page:"base.top.samples"`
	BaseTopCalls   *Table[CallRow]   `page:"base.top.calls"`
	Diff           *Difference       `page:"diff"`
	Base           *BasePart         `page:"base"`
	// For the metrics that both profiles have; the others are in ways.
	ChangedGraphs *pagegraph.ChangedGraphsPart `page:"changed.graphs"`

	Code   *CodePart   `page:"code"`
	Places *PlacesPart `page:"places"`
	// Of the profile, and of its base.
	Check *Checks `page:"check"`

	Branches   *Table[BranchRow]  `page:"branches"`
	Receivers  *TypeTable         `page:"receivers"`
	InstanceOf *TypeTable         `page:"instanceof"`
	Monitors   *Table[MonitorRow] `page:"monitors"`
	Inline     *Units             `page:"inline"`
	// Of the optimized image, with a log of its compiler.
	Optimized *Units `page:"optimized"`

	// Flame graphs, which are not records.
	Samples *stacks.Tree `page:"-"`
	Calls   *stacks.Tree `page:"-"`

	packing *packing `page:"-"` // nil: parts are packed when they are written
}

// An Input is what the page builds commands from.
type Input struct {
	// In shell syntax: flags that change names or the kinds of code, and files.
	Arguments string `page:"arguments"`
}
