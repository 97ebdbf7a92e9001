package iprof

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// Finding a context's node is look-ups in a table far larger than the processor's caches. So records are not kept one
// by one but in batches, by a goroutine of their own, while the next batch is scanned: that takes both halves of a load
// at once, and the look-ups of a whole batch can be begun before the first of them is waited for.

// A batch is records that were read and checked.
type batch struct {
	records []pending
	frames  []Frame  // of all records' contexts, leaf first
	paths   []uint64 // by frame: the hash of the frame and its callers

	successors []Successor
	typeCounts []TypeCount
}

// A pending record has its parts in its batch, behind those of the records before it.
type pending struct {
	section Section
	frames  int32
	values  int32 // successors or type counts
	count   int64 // of call counts and samples
}

// batchFrames is when a batch is full. Less makes too little of what can be waited for at once, more leaves the cache:
// with a quarter of it handing over takes a tenth of all time.
const batchFrames = 16000

// batches is how many there are: one that is filled, one that is kept, one between them.
const batches = 3

// A Scratch is the memory that reading needs and profiles do not keep, some 2 MB. The zero value is ready for use.
type Scratch struct {
	window  []byte
	batches [batches]*batch
}

// A keeper stores batches in a profile, in their order. Only it changes the trees and the lists of records until it is
// closed.
type keeper struct {
	p *Profile

	// The trees are the profile's when the keeper is closed.
	contexts TreeBuilder
	stacks   TreeBuilder

	full  chan *batch
	empty chan *batch
	done  chan struct{}
	over  atomic.Bool // a tree is full
	touch uint32
}

func newKeeper(p *Profile, scratch *Scratch) *keeper {
	k := &keeper{p: p, full: make(chan *batch, batches), empty: make(chan *batch, batches), done: make(chan struct{})}
	for i := range batches {
		if scratch.batches[i] == nil {
			scratch.batches[i] = &batch{}
		}
		scratch.batches[i].clear()
		k.empty <- scratch.batches[i]
	}
	go func() {
		defer close(k.done)
		for b := range k.full {
			k.keep(b)
			k.empty <- b
		}
	}()
	return k
}

func (b *batch) clear() {
	b.records, b.frames = b.records[:0], b.frames[:0]
	b.successors, b.typeCounts = b.successors[:0], b.typeCounts[:0]
}

// put hands a batch over and returns an empty one.
func (k *keeper) put(b *batch) (*batch, error) {
	k.full <- b
	b = <-k.empty
	b.clear()
	return b, k.err()
}

// close waits until everything is kept.
func (k *keeper) close() error {
	close(k.full)
	<-k.done
	k.p.Contexts, k.p.Stacks = k.contexts.take(), k.stacks.take()
	return k.err()
}

func (k *keeper) err() error {
	if k.over.Load() {
		return fmt.Errorf("more than %d distinct frames", maxNodes)
	}
	return nil
}

func (k *keeper) keep(b *batch) {
	b.paths = slices.Grow(b.paths[:0], len(b.frames))[:len(b.frames)]
	from := 0
	for _, r := range b.records {
		to := from + int(r.frames)
		tree := k.tree(r.section)
		tree.hash(b.frames[from:to], b.paths[from:to])
		// The first look-up's memory is fetched while the other records are hashed: nothing here waits for it.
		for d := 0; d < min(int(r.frames), 8); d = 2*d + 1 {
			k.touch += tree.index.touch(b.paths[from+d])
		}
		from = to
	}

	from = 0
	successors, typeCounts := b.successors, b.typeCounts
	for _, r := range b.records {
		to := from + int(r.frames)
		node, bci := k.tree(r.section).insert(b.frames[from:to], b.paths[from:to]), b.frames[from].BCI
		from = to
		if node == NoNode {
			k.over.Store(true)
			return
		}
		switch r.section {
		case Calls:
			k.p.Calls.add(Count{node, bci, r.count})
		case Samples:
			k.p.Samples.add(Count{node, bci, r.count})
		case Conditionals:
			k.p.Conditionals.add(Conditional{node, bci, k.p.runs.addSuccessors(successors[:r.values])})
			successors = successors[r.values:]
		case Receivers, InstanceOf:
			list := &k.p.Receivers
			if r.section == InstanceOf {
				list = &k.p.InstanceOf
			}
			list.add(TypeProfile{node, bci, k.p.runs.addTypeCounts(typeCounts[:r.values])})
			typeCounts = typeCounts[r.values:]
		}
	}
}

func (k *keeper) tree(s Section) *TreeBuilder {
	if s == Samples {
		return &k.stacks
	}
	return &k.contexts
}
