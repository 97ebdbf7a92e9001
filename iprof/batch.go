package iprof

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/iprof-viz/iprof-viz/internal/background"
)

// Finding a context's node takes lookups in a table far larger than the processor's caches. So records are stored in batches, by a
// separate goroutine, while the next batch is scanned. Both halves of the work run concurrently, and the lookups of a batch can
// start before the first of them is finished.

// A batch holds records of a section that were read and checked.
type batch struct {
	section Section
	records []pending
	frames  []Frame  // of all records' contexts, leaf first
	paths   []uint64 // by frame: the hash of the frame and its callers
	nodes   []NodeID // by record: its node if that was there before the batch

	successors []Successor
	typeCounts []TypeCount
}

// A pending record is to be stored. Its frames and values are in its batch, after those of the previous records.
type pending struct {
	frames int32
	values int32 // successors or type counts
	count  int64 // of call counts and samples
}

// batchFrames is the number of frames and values that make a batch full. Larger batches do not fit in the cache; with a
// quarter of the size, handing batches over takes a tenth of the time.
const batchFrames = 16000

// batches is the number of batches: one is being filled, one stored, others wait. Call counts make most nodes, so that storing them takes
// longer than scanning them; other records are stored faster. With three batches the scanner waited a tenth of its time.
const batches = 8

// A Scratch is temporary memory for [Parse], about 5 MB. See [Options]. The zero value is ready to use.
type Scratch struct {
	window  []byte
	batches [batches]*batch
}

// A collector stores batches in a profile, in order. Until it is closed, nothing else may change the trees and the lists of
// records.
type collector struct {
	p        *Profile
	contexts TreeBuilder // the profile gets the trees at the end
	stacks   TreeBuilder

	full  chan *batch
	empty chan *batch
	task  *background.Task // goroutine that stores full batches
	over  atomic.Bool      // a tree is full
	touch uint32
}

// newCollector starts a collector of trees with a maximum number of nodes each.
func newCollector(p *Profile, scratch *Scratch, nodes int) *collector {
	c := &collector{p: p, full: make(chan *batch, batches), empty: make(chan *batch, batches)}
	for _, tree := range []*TreeBuilder{&c.contexts, &c.stacks} {
		tree.Limit(nodes)
		tree.start()
	}
	use := batches
	if runtime.GOMAXPROCS(0) == 1 {
		use = 3 // one is being filled, one stored, one waits: there is nothing to gain
	}
	for i := range use {
		if scratch.batches[i] == nil {
			scratch.batches[i] = &batch{}
		}
		scratch.batches[i].clear()
		c.empty <- scratch.batches[i]
	}
	c.task = background.Go(func() {
		defer close(c.empty)
		for b := range c.full {
			c.store(b)
			c.empty <- b
		}
	})
	return c
}

func (b *batch) clear() {
	b.records, b.frames = b.records[:0], b.frames[:0]
	b.successors, b.typeCounts = b.successors[:0], b.typeCounts[:0]
}

// put passes on a full batch and returns an empty one.
func (c *collector) put(b *batch) (*batch, error) {
	c.pass(b)
	b, ok := <-c.empty
	if !ok {
		c.task.Wait() // it has panicked
	}
	b.clear()
	return b, c.err()
}

// pass passes on a batch. It sets the hashes, as storing takes longer than scanning.
func (c *collector) pass(b *batch) {
	b.hash(c.tree(b.section))
	c.full <- b
}

// close passes on the last batch and waits until everything is stored.
func (c *collector) close(last *batch) error {
	c.pass(last)
	close(c.full)
	c.task.Wait()
	err := c.err() // an error of the trees' limits
	c.p.Contexts, c.p.Stacks = c.contexts.Take(), c.stacks.Take()
	return err
}

func (c *collector) err() error {
	if c.over.Load() {
		return c.contexts.Full()
	}
	return nil
}

// store adds the records of a batch to the profile.
func (c *collector) store(b *batch) {
	tree := c.tree(b.section)
	b.find(tree, &c.touch)
	from := 0
	successors, typeCounts := b.successors, b.typeCounts
	for i, r := range b.records {
		node, bci := b.nodes[i], b.frames[from].BCI
		to := from + int(r.frames)
		if node == NoNode {
			node = tree.insert(b.frames[from:to], b.paths[from:to])
		}
		from = to
		if node == NoNode {
			c.over.Store(true)
			return
		}
		switch b.section {
		case Calls, Samples:
			c.p.counts(b.section).add(Count{node, bci, r.count})
		case Conditionals:
			c.p.Conditionals.add(Conditional{node, bci, c.p.runs.addSuccessors(successors[:r.values])})
			successors = successors[r.values:]
		case Receivers, InstanceOf:
			c.p.typeProfiles(b.section).add(TypeProfile{node, bci, c.p.runs.addTypeCounts(typeCounts[:r.values])})
			typeCounts = typeCounts[r.values:]
		}
	}
}

// hash sets the hashes of all paths.
func (b *batch) hash(tree *TreeBuilder) {
	b.paths = slices.Grow(b.paths[:0], len(b.frames))[:len(b.frames)]
	from := 0
	for _, r := range b.records {
		to := from + int(r.frames)
		tree.hash(b.frames[from:to], b.paths[from:to])
		from = to
	}
}

// find sets the nodes of the contexts that are there, and NoNode for the others. Each loop does so little that the processor has the memory
// of many lookups under way at once: it is read first, and looked at in the next loop.
func (b *batch) find(tree *TreeBuilder, touch *uint32) {
	from := 0
	for _, r := range b.records {
		*touch += tree.index.Touch(b.paths[from])
		from += int(r.frames)
	}
	b.nodes = b.nodes[:0]
	from = 0
	for _, r := range b.records {
		node := NodeID(tree.index.Find(b.paths[from]))
		if node == NoNode { // insert will look for its callers
			for d := 1; d < min(int(r.frames), 8); d = 2*d + 1 {
				*touch += tree.index.Touch(b.paths[from+d])
			}
		}
		b.nodes = append(b.nodes, node)
		from += int(r.frames)
	}
}

func (c *collector) tree(s Section) *TreeBuilder {
	if s == Samples {
		return &c.stacks
	}
	return &c.contexts
}
