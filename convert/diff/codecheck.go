package diff

import (
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A CodeCheck finds out which profiles, of those that are seen one after the other, must be of other code than the first. It keeps the
// conditionals of that one alone. The zero value has seen none.
type CodeCheck struct {
	first  runCode
	name   string // of the first profile
	seen   bool
	others [2][]string // how the code of others differs: notes, and caveats
}

// Add compares the code of a profile with that of the first, given the numbers of its methods by slot, which are the same for methods
// of the same signature in all profiles.
func (c *CodeCheck) Add(name string, p *iprof.Profile, numbers []int32) {
	list := sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Branches}}).Conditionals.All
	c.add(name, codeOf(list, numbers), " of the same signature", func(number int32) string {
		for slot, n := range numbers {
			if n == number {
				return convert.NewNames(p, convert.NameOptions{}).Method(slot)
			}
		}
		return ""
	})
}

// add compares code with that of the first profile, see otherCode.
func (c *CodeCheck) add(name string, code runCode, which string, label func(number int32) string) {
	if !c.seen {
		c.first, c.name, c.seen = code, name, true
		return
	}
	about, caveat := otherCode([2]runCode{c.first, code}, which, label)
	if about == "" {
		return
	}
	kind := 0
	if caveat {
		kind = 1
	}
	c.others[kind] = append(c.others[kind], c.name+" and "+name+": "+about)
}

// About says of the first profile and another one how many methods cannot have the same code, and how many more profiles have other code
// than the first. Caveats are of profiles with so much other code that their positions do not match.
func (c *CodeCheck) About() (notes, caveats []string) {
	found := c.others
	for i, all := range found {
		if more := len(all) - 1; more > 0 {
			found[i] = []string{all[0] + "; likewise " + words.CountOf(int64(more), "more runs")}
		}
	}
	return found[0], found[1]
}
