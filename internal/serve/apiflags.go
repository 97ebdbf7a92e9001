package serve

import "cmp"

// A FlagUse says whether a flag is a parameter of views.
type FlagUse int

const (
	IsParameter  FlagUse = iota + 1
	NamesProfile         // a parameter whose value is the id of a profile instead of the flag's file
	ReadsFiles           // not a parameter: clients must not read files
	needsFile            // not a parameter: it is of use only with a flag that is not
	isOfOutput           // not a parameter: the response is data, not a picture
	isOfServe            // not a parameter: iprof-viz serve has it
	isOfStatus           // not a parameter: it changes only the exit status
)

// Refusals say why flags are not parameters.
var Refusals = map[FlagUse]string{
	ReadsFiles: "the API reads and writes no files",
	needsFile:  "it needs --optlog, and the API reads no files",
	isOfOutput: "the answer is always the JSON of the command, or the text of folded and callgrind",
	isOfServe:  "it is a flag of iprof-viz serve",
	isOfStatus: "there is no exit status",
}

// APIFlags decides about every flag of the commands of views. An entry with a command applies only to its flag.
var APIFlags = map[string]FlagUse{
	"app": IsParameter, "by": IsParameter, "change": IsParameter, "inlined": IsParameter, "to": IsParameter, "callees": IsParameter, "callers": IsParameter, "complete": IsParameter, "contexts": IsParameter, "depth": IsParameter, "edges": IsParameter,
	"edge-fraction": IsParameter, "exact": IsParameter, "fail-over-gap": IsParameter, "fail-over-margin": IsParameter, "fail-under": IsParameter, "fail-under-coverage": IsParameter, "fail-under-production": IsParameter, "focus": IsParameter,
	"hide": IsParameter, "ignore": IsParameter, "into": IsParameter, "kind": IsParameter, "limit": IsParameter, "lines": IsParameter, "merge-recursion": IsParameter, "metric": IsParameter,
	"min-share": IsParameter, "names": IsParameter, "near-even": IsParameter, "never": IsParameter, "no-renames": IsParameter,
	"node-fraction": IsParameter, "nodes": IsParameter, "normalize": IsParameter, "one-sided": IsParameter, "reverse": IsParameter, "section": IsParameter,
	"show-from": IsParameter, "sites": IsParameter, "sort": IsParameter, "strict": IsParameter, "threshold": IsParameter,
	"unit": IsParameter, "units": IsParameter, "view": IsParameter,

	"base": NamesProfile, "production": NamesProfile,

	"against": ReadsFiles, "base-optlog": ReadsFiles, "classpath": ReadsFiles, "jdk": ReadsFiles, "new": ReadsFiles, "old": ReadsFiles, "old-classpath": ReadsFiles, "optlog": ReadsFiles, "output": ReadsFiles,
	"salvage": ReadsFiles, "source-path": ReadsFiles,

	"missed": needsFile,

	"all": isOfOutput, "ascii": isOfOutput, "color": isOfOutput, "dot": isOfOutput, "flame": isOfOutput, "force": isOfOutput, "format": isOfOutput, "icicle": isOfOutput,
	"inverted": isOfOutput, "layout-timeout": isOfOutput, "min-width": isOfOutput, "no-notes": isOfOutput, "no-settings": ReadsFiles, "palette": isOfOutput, "quiet": isOfOutput, "slide": isOfOutput,
	"theme": isOfOutput, "title": isOfOutput, "wide": isOfOutput, "width": isOfOutput,
	"graph units": isOfOutput, // inline has them as data

	"column": isOfServe, "from": isOfServe, "max-input": isOfServe, "sample-type": isOfServe,

	"fail-over": isOfStatus, "fail-under-overlap": isOfStatus,
}

// FlagUse decides about a flag of the view's command; 0: unknown.
func (v View) FlagUse(name string) FlagUse {
	return cmp.Or(APIFlags[v.Command+" "+name], APIFlags[name])
}
