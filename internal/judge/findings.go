package judge

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/summary"
)

// WithInfo adds the caveats of a profile to the findings about it. Compared says whether it was compared with code.
func WithInfo(c *summary.CheckedFile, l *load.Loaded, info *info.Info, compared bool) {
	c.Findings = append(check.ProfileWithInfo(l.Profile, info), c.Findings...)
	SortFindings(c.Findings)
	if l.Format == source.Iprof {
		c.Records, c.Unjudged = RecordsOf(l.Profile), check.Unjudged(l.Profile, compared)
	}
}

// SortFindings sorts findings, most severe first.
func SortFindings(all []caveats.Caveat) {
	slices.SortStableFunc(all, func(x, y caveats.Caveat) int { return cmp.Compare(y.Severity, x.Severity) })
}

// RecordsOf counts the records of all sections.
func RecordsOf(p *iprof.Profile) (n int) {
	for _, s := range iprof.Sections {
		n += p.Records(s)
	}
	return n
}

// HasRecords reports whether a profile has a record of any kind.
func HasRecords(p *iprof.Profile) bool {
	return slices.ContainsFunc(iprof.Sections[:], func(s iprof.Section) bool { return p.Records(s) > 0 })
}

// Findings checks the profile of a file, and compares it with a list of methods unless that is nil.
func Findings(p *iprof.Profile, file string, list *fit.MethodList) ([]caveats.Caveat, *fit.ListFit) {
	findings := check.ProfileWithInfo(p, info.New(p, convert.NewNames(p, convert.NameOptions{}), info.Options{NoTop: true, Input: []string{file}}))
	if list == nil {
		return findings, nil
	}
	against := fit.NewListFit(p, list)
	if gone, any := check.GoneMethods(against); any {
		findings = append(findings, gone)
	}
	return findings, against
}

// Unreadable is the finding that a file is not a profile, derived from the error and the file's beginning.
func Unreadable(err error, head []byte) caveats.Caveat {
	finding := caveats.Caveat{Severity: caveats.Problem, Kind: "unreadable", Text: err.Error()}
	var f *cli.Failure
	if errors.As(err, &f) {
		finding.Hint = f.Hint
	}
	var place *iprof.SyntaxError
	if errors.As(err, &place) {
		finding.Kind, finding.Text = "malformed", place.Err.Error()
		finding.Place, _ = strings.CutSuffix(strings.TrimSuffix(place.Error(), place.Err.Error()), ": ")
	}
	switch {
	case errors.Is(err, iprof.ErrTruncated):
		finding.Kind = "truncated"
	case errors.Is(err, iprof.ErrTooLarge):
		finding.Kind = "too-large"
	case errors.Is(err, iprof.ErrVersion):
		finding.Kind = "version"
	case !errors.Is(err, iprof.ErrNotIprof):
	case load.IsLFSPointer(head):
		finding.Kind = "git-lfs-pointer"
	case load.IsMarkup(head):
		finding.Kind = "html"
	default:
		finding.Kind = "not-an-iprof"
	}
	return finding
}
