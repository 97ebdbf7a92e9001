package iprof

// Damaged returns the number of counts of a section that look like two 32-bit numbers read as one, see [LooksPacked]; 0 if [Options]
// excluded its records. Samples are never counted: the profiler wrote only counters of instrumented code in this way.
func (p *Profile) Damaged(s Section) (n int64) {
	add := func(count int64) {
		if LooksPacked(count) {
			n++
		}
	}
	if p.skipped[s] > 0 {
		return 0
	}
	switch s {
	case Monitors:
		for _, c := range p.Monitors {
			add(c.Count)
		}
	case Conditionals:
		for _, r := range p.Conditionals.All() {
			for _, c := range p.Successors(r) {
				add(c.Count)
			}
		}
	case Receivers, InstanceOf:
		for _, r := range p.typeProfiles(s).All() {
			for _, c := range p.TypeCounts(r) {
				add(c.Count)
			}
		}
	case Calls:
		for _, c := range p.Calls.All() {
			add(c.Value)
		}
	}
	return n
}
