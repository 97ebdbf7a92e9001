package serve

// A View is a command whose output has an address: api/profiles/ID/VIEW. It is JSON, unless the command has none.
type View struct {
	Command string
	regexp  regexpUse
	IsText  bool // the command writes text that is not JSON
}

// A regexpUse says how a view uses the parameter regexp.
type regexpUse int

const (
	noRegexp regexpUse = iota
	mayHaveRegexp
	needsRegexp
	needsInto // as the value of --into
)

// Views are the addresses below /api/ that run a command, by their last element.
var Views = map[string]View{
	"flame":      {Command: "flame"},
	"folded":     {Command: "folded", IsText: true},
	"callgrind":  {Command: "callgrind", IsText: true},
	"speedscope": {Command: "speedscope"},
	"info":       {Command: "info"},
	"top":        {Command: "top"},
	"peek":       {Command: "peek", regexp: needsRegexp},
	"calls":      {Command: "calls", regexp: mayHaveRegexp},
	"branches":   {Command: "branches"},
	"receivers":  {Command: "receivers"},
	"instanceof": {Command: "instanceof"},
	"monitors":   {Command: "monitors"},
	"graph":      {Command: "graph"},
	"inline":     {Command: "inline", regexp: mayHaveRegexp},
	"into":       {Command: "inline", regexp: needsInto},
	"check":      {Command: "check"},
	"diff":       {Command: "diff"},
	"list":       {Command: "list", regexp: needsRegexp},
	"variance":   {Command: "variance"},
}
