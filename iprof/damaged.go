package iprof

// Damaged returns the number of counts of a section that look like two 32-bit numbers read as one, see [LooksPacked]; 0 if [Options]
// excluded its records. Samples are never counted: the profiler wrote only counters of instrumented code in this way.
func (p *Profile) Damaged(s Section) (n int64) {
	p.eachDamaged(s, func(int) { n++ })
	return n
}

// DamagedRecords returns the records of a section with such counts, by their index in the profile's list; nil if there are none.
func (p *Profile) DamagedRecords(s Section) map[int]bool {
	var records map[int]bool
	p.eachDamaged(s, func(record int) {
		if records == nil {
			records = map[int]bool{}
		}
		records[record] = true
	})
	return records
}

// eachDamaged calls yield for each damaged count, with the index of its record.
func (p *Profile) eachDamaged(s Section, yield func(record int)) {
	add := func(record int, count int64) {
		if LooksPacked(count) {
			yield(record)
		}
	}
	if p.skipped[s] > 0 {
		return
	}
	switch s {
	case Monitors:
		for i, c := range p.Monitors {
			add(i, c.Count)
		}
	case Conditionals:
		for i, r := range p.Conditionals.All() {
			for _, c := range p.Successors(r) {
				add(i, c.Count)
			}
		}
	case Receivers, InstanceOf:
		for i, r := range p.typeProfiles(s).All() {
			for _, c := range p.TypeCounts(r) {
				add(i, c.Count)
			}
		}
	case Calls:
		for i, c := range p.Calls.All() {
			add(i, c.Value)
		}
	}
}
