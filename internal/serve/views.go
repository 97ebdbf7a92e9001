package serve

// A View is a command whose output has an address: api/profiles/ID/VIEW. It is JSON, unless the command has none.
type View struct {
	Command string
	regexp  regexpUse
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
	"flame":      {"flame", noRegexp},
	"folded":     {"folded", noRegexp},
	"info":       {"info", noRegexp},
	"top":        {"top", noRegexp},
	"peek":       {"peek", needsRegexp},
	"calls":      {"calls", mayHaveRegexp},
	"branches":   {"branches", noRegexp},
	"receivers":  {"receivers", noRegexp},
	"instanceof": {"instanceof", noRegexp},
	"monitors":   {"monitors", noRegexp},
	"graph":      {"graph", noRegexp},
	"inline":     {"inline", mayHaveRegexp},
	"into":       {"inline", needsInto},
	"check":      {"check", noRegexp},
	"diff":       {"diff", noRegexp},
	"list":       {"list", needsRegexp},
	"variance":   {"variance", noRegexp},
}
