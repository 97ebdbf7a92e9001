package rank

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A siteSurvey counts all sites of a graph, whatever the options choose.
type siteSurvey struct {
	all, contradictions int64
	reasons             [calls.Reasons]int64 // sites, by the reason for an unknown target
	missingInJDK        int64                // of those with a missing class
	inherited           int64                // calls of methods that the receiver's class may inherit
}

func (s *siteSurvey) add(site *calls.Site) {
	s.all++
	for i := range site.Targets {
		if t := &site.Targets[i]; t.MayInherit() {
			s.inherited = code.AddBounds(s.inherited, t.Stayed.Low)
		}
	}
	s.reasons[site.Reason]++
	if lacksJDK(site) {
		s.missingInJDK++
	}
	if site.Contradicts {
		s.contradictions++
	}
}

// lacksJDK reports whether the target of a site is unknown for want of a class of the JDK.
func lacksJDK(site *calls.Site) bool {
	return site.Reason == calls.MissingClass && convert.KindOf(site.Called.Owner) == convert.JDK
}

// unknownNote says why targets are unknown; "": none are.
func (s *siteSurvey) unknownNote() string {
	var parts []string
	unknown := int64(0)
	for reason := calls.OtherCode; int(reason) < calls.Reasons; reason++ {
		if n := s.reasons[reason]; n > 0 {
			unknown += n
			why := reason.String()
			if reason == calls.MissingClass && s.missingInJDK > 0 {
				why += "; for " + words.Thousands(s.missingInJDK) + " it is in the JDK: --jdk DIR"
			}
			parts = append(parts, words.Thousands(n)+" ("+why+")")
		}
	}
	if parts == nil {
		return ""
	}
	return "sites with unknown targets: " + words.Thousands(unknown) + " of " + words.Thousands(s.all) + ": " + words.List(parts)
}

// note adds what readers have to know.
func (c *callTable) note() {
	if o := c.opts.Optimized; o != nil {
		c.Notes = append(c.Notes, o.Notes()...)
		if c.matching > 0 {
			c.Notes = append(c.Notes, words.Percent(float64(c.inLog)/float64(c.matching))+" of the calls are from methods in the log; those of other columns are of the instrumented image")
		}
	} else {
		c.Notes = append(c.Notes, convert.InstrumentedInliningNote+"; --optlog, a log of the optimized build, says what became of each call, and why")
	}
	if c.profile.Records(iprof.Samples) > 0 {
		c.Notes = append(c.Notes, "samples: self samples of the callee, called from there")
	}
	if n := c.outside(); n > 0 && n <= c.Base { // filters may leave less
		entries := fmt.Sprintf("%s, %s of all", words.Count(n, "entry", "entries"), words.Percent(float64(n)/float64(c.Base)))
		if c.graph.Classes {
			c.Notes = append(c.Notes, "from outside, by no known call: "+entries+"; by method: "+words.ShellLine(append([]string{"iprof-viz", "peek", "-m", "calls", "-n", "0", "."}, c.opts.Input...)))
		} else { // first: they may be more than all that is listed
			c.Notes = append([]string{"by calls that are not known, or from outside: " + entries}, c.Notes...)
		}
	}
	if n := c.profile.Damaged(iprof.Receivers); n > 0 {
		c.Caveats = append(c.Caveats, fmt.Sprintf("%s of receivers %s damaged, and so are the calls that they count, and their shares; iprof-viz check says more",
			words.Count(n, "count", "counts"), words.IsOrAre(n)))
	}
	if c.withDamage > 0 {
		order := c.opts.Sort
		if order == "samples" { // which are sound
			order = "name"
		}
		c.Notes = append(c.Notes, table.DamageNote(words.Count(c.withDamage, "call"), "numbers", order))
	}
	if c.aboveAll && c.Base > 0 {
		c.Notes = append(c.Notes, "shares are of the entries of methods, and may be above 100%: calls of methods that the profile has no entries of are not among them")
	}
	g := c.graph
	c.Notes = append(c.Notes, g.Notes("the calls that were not inlined, and lines")...)
	if c.hidden > 0 {
		by := "filters"
		if v := c.opts.Filter.View; v != convert.MachineView {
			by = fmt.Sprintf("view %s or filters", v)
		}
		c.Notes = append(c.Notes, words.Count(int64(c.hidden), "call")+" not shown: "+by+" hide the called method")
	}
	if note := c.survey.unknownNote(); note != "" {
		c.Notes = append(c.Notes, note)
	}
	if n := c.survey.inherited; n > 0 {
		c.Notes = append(c.Notes, words.Count(n, "call")+" that stayed calls have the name of the receiver's class, which may inherit the method: the file lists none there")
	}
	fewer := int64(0)
	for i := range g.Entered {
		if g.Entered[i].Contradicts {
			fewer++
		}
	}
	if fewer > 0 {
		c.Notes = append(c.Notes, words.Count(fewer, "method has", "methods have")+" fewer entries than calls: see iprof-viz check --classpath")
	}
	if n := c.survey.contradictions; n > 0 {
		c.Notes = append(c.Notes, words.Count(n, "site has", "sites have")+" more recorded calls than executions: see iprof-viz check --classpath")
	}
}
