package recording

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// A Summary has the content of a recording other than the stacks that were read.
type Summary struct {
	Event   string  // the type of the events whose stacks were read
	Events  []Count // the events with stacks of each type, the most frequent first
	Threads []Count // the threads of the samples, those with most of them first; "": without a name

	byDefault      bool  // Event was not asked for
	all, stackless int64 // events of the type, and those whose stack is unknown
	samples, bytes int64 // that the recorder lost
	unfinished     bool  // a chunk
}

// A Count says how many events there are of a type, or samples of a thread.
type Count struct {
	Name   string
	Events int64
}

// Add adds the summary of another recording, with the same Event.
func (s *Summary) Add(other *Summary) {
	s.Events, s.Threads = sumOf(s.Events, other.Events), sumOf(s.Threads, other.Threads)
	s.all, s.stackless = s.all+other.all, s.stackless+other.stackless
	s.samples, s.bytes = addUp(s.samples, other.samples), addUp(s.bytes, other.bytes)
	s.unfinished = s.unfinished || other.unfinished
}

// sumOf adds up counts by their names.
func sumOf(a, b []Count) []Count {
	counts := map[string]int64{}
	for _, c := range slices.Concat(a, b) {
		counts[c.Name] += c.Events
	}
	all := make([]Count, 0, len(counts))
	for name, n := range counts {
		all = append(all, Count{name, n})
	}
	sortCounts(all)
	return all
}

func sortCounts(all []Count) {
	slices.SortFunc(all, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Events, a.Events), strings.Compare(a.Name, b.Name))
	})
}

// addUp returns the sum of two numbers from a file, which is at most 2^63-1.
func addUp(a, b int64) int64 {
	if sum := a + max(b, 0); sum >= a {
		return sum
	}
	return 1<<63 - 1
}

// Notes are about samples that could have been read as well, one sentence each.
func (s *Summary) Notes() (all []string) {
	for _, of := range s.Events {
		if of.Name == s.Event || !s.byDefault || !slices.Contains(preferred, of.Name) {
			continue
		}
		why := ""
		if of.Name == nativeSample {
			why = ", mostly of threads that wait in native code,"
		}
		all = append(all, fmt.Sprintf("%s%s %s left out; --sample-type %s reads them instead",
			words.Count(of.Events, of.Name+" event"), why, words.IsOrAre(of.Events), shortName(of.Name)))
	}
	return all
}

// Caveats are reasons not to trust the stacks, one sentence each.
func (s *Summary) Caveats() (all []string) {
	if s.unfinished {
		all = append(all, "a chunk is unfinished: events since the recorder last wrote to it are missing")
	}
	if s.stackless > 0 {
		all = append(all, fmt.Sprintf("%s of %s without a stack, so left out",
			words.Thousands(s.stackless), words.Count(s.all, inMessage(s.Event)+" event is", inMessage(s.Event)+" events are")))
	}
	if s.samples > 0 {
		all = append(all, fmt.Sprintf("%s lost (jdk.CPUTimeSamplesLost)", words.Count(s.samples, "sample was", "samples were")))
	}
	if s.bytes > 0 {
		all = append(all, fmt.Sprintf("%s of events were lost, because the recorder could not write them in time (jdk.DataLoss)", words.CountOf(s.bytes, "bytes")))
	}
	return all
}
