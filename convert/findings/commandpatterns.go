package findings

import (
	"regexp"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// patterns are the shortest regular expressions that select methods in commands: Class\.method$ if no other full name ends like
// that.
type patterns struct {
	names *convert.Names // full ones, as patterns match them
	used  []bool         // by slot: contexts or stacks refer to the method; nil: not requested yet
}

// newPatterns prepares patterns that match full names. It uses the given names if they are full.
func newPatterns(p *iprof.Profile, names *convert.Names) *patterns {
	if names.Options.Style != convert.FullNames || names.Options.Normalize {
		names = convert.NewNames(p, convert.NameOptions{})
	}
	return &patterns{names: names}
}

// of returns the pattern of a method and of its overloads.
func (ps *patterns) of(slot int32) string {
	if ps.used == nil {
		ps.used = convert.ReferencedMethods(ps.names.Profile)
	}
	full := ps.names.PlainName(int(slot))
	short := withoutPackage(full)
	if strings.HasPrefix(short, "-") { // is no flag
		return "^" + regexp.QuoteMeta(full) + "$"
	}
	for other, used := range ps.used {
		if used && ps.names.PlainNameEndsIn(other, short) && ps.names.PlainName(other) != full {
			return "^" + regexp.QuoteMeta(full) + "$"
		}
	}
	return regexp.QuoteMeta(short) + "$"
}

// withoutPackage returns Class.method.
func withoutPackage(full string) string {
	dot := strings.LastIndexByte(full, '.')
	if dot < 0 {
		return full
	}
	return javaname.WithoutPackage(full[:dot]) + full[dot:]
}
