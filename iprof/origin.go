package iprof

// An Origin is the source format of a profile and the unit of its samples: a [Builder] also accepts stacks of other tools. The zero
// Origin means an iprof, whose unit is samples.
type Origin struct {
	Format string // for messages, such as "folded stacks"; "" is an iprof
	Unit   string // unit of the counts of [Samples], in the plural, such as "ms"; "" means "samples"

	// PerSample is the value of one sample: 1 if the unit is samples, 10 if each sample stands for 10 ms. It is 0 if the value is
	// unknown, or if counts are exact and not random. With a Unit of "" it is always 1.
	PerSample int64

	// States are the names of frames that stand for threads or VM states rather than methods; nil: none.
	States map[string]bool
}

// IsIprof reports whether the profile is an iprof, or the sum of several. The stacks of any other format have no call sites, and
// their methods have distinct names and no signatures.
func (o Origin) IsIprof() bool { return o.Format == "" }
