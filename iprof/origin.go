package iprof

// An Origin says where a profile comes from and what its samples count: a [Builder] may hold the stacks of another
// tool's file. The zero Origin is that of an iprof.
type Origin struct {
	Format string // the file's format in the words of a message, such as "folded stacks"; "" for an iprof
	Unit   string // what a count of [Samples] counts, in the plural, such as "samples" or "ms"; "" means samples

	// PerSample is how much one sample adds, in Unit: 1 where samples are counted, 10 where each of them stands for 10 ms.
	// It is 0 where that is unknown, or values are exact: chance then explains no difference. Where Unit is "", it is 1.
	PerSample int64
}

// IsIprof reports whether the profile is an iprof, or the sum of several. The stacks of any other have no call sites, their
// methods are known by their names alone, and each name is one method.
func (o Origin) IsIprof() bool { return o.Format == "" }

// Origin returns where the profile comes from. Its Unit is never empty: "samples", with a PerSample of 1, unless
// [Builder.SetOrigin] said otherwise.
func (p *Profile) Origin() Origin {
	o := p.origin
	if o.Unit == "" {
		o.Unit, o.PerSample = "samples", 1
	}
	return o
}
