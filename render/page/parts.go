package page

import "github.com/iprof-viz/iprof-viz/convert/stacks"

// Parts are what a report shows. Nil ones are those that a profile has no records for. Their structs, and those in them, say what a page
// has: package pagetypes makes the types of its script of them.
type Parts struct {
	Info    *Info        `page:"info"`
	Input   *Input       `page:"input"`
	Methods *MethodsPart `page:"methods"`
	Advice  *Advice      `page:"advice"`

	TopSamples *Table[SampleRow] `page:"top.samples"`
	TopCalls   *Table[CallRow]   `page:"top.calls"`
	// In the view app: self is with the library code that a method calls.
	AppSamples *Table[SampleRow] `page:"app.samples"`
	Graph      *Table[Edge]      `page:"graph"`

	BaseTopSamples *Table[SampleRow] `page:"base.top.samples"`
	BaseTopCalls   *Table[CallRow]   `page:"base.top.calls"`
	Diff           *Difference       `page:"diff"`
	Base           *BasePart         `page:"base"`

	Code   *CodePart   `page:"code"`
	Places *PlacesPart `page:"places"`
	// Of the profile, and of its base.
	Check *Checks `page:"check"`

	Branches   *Table[BranchRow]  `page:"branches"`
	Receivers  *TypeTable         `page:"receivers"`
	InstanceOf *TypeTable         `page:"instanceof"`
	Monitors   *Table[MonitorRow] `page:"monitors"`
	Inline     *Units             `page:"inline"`

	// Flame graphs, which are not records.
	Samples *stacks.Tree `page:"-"`
	Calls   *stacks.Tree `page:"-"`
}

// An Input is what the page makes commands from.
type Input struct {
	// As a shell takes them: flags that change names or whose code it is, and files.
	Arguments string `page:"arguments"`
}
