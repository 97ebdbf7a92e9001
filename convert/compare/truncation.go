package compare

import (
	"fmt"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/truncation"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// TruncationCaveats returns a caveat about the totals of profiles whose stacks have at most so many frames, the old one's first; nil if
// all are complete. 0 stands for those that are.
func TruncationCaveats(depths ...int) []string {
	switch deepest := slices.Max(depths); {
	case deepest == 0:
		return nil
	case slices.Min(depths) == deepest:
		return []string{fmt.Sprintf("stacks of all profiles are truncated at %d frames: totals of outer methods are too low", deepest)}
	case len(depths) == 2:
		return []string{fmt.Sprintf("stacks are %s in the old profile and %s in the new one: totals of outer methods cannot be compared", truncated(depths[0]), truncated(depths[1]))}
	default:
		cut := slices.DeleteFunc(slices.Clone(depths), func(depth int) bool { return depth == 0 })
		return []string{fmt.Sprintf("stacks of %s are truncated, at %d frames or more: totals of outer methods cannot be compared",
			words.Count(int64(len(cut)), "profile"), slices.Min(cut))}
	}
}

func truncated(depth int) string {
	if depth == 0 {
		return "complete"
	}
	return fmt.Sprintf("truncated at %d frames", depth)
}

// truncationCaveats are those of all profiles that have samples.
func truncationCaveats(profiles []*convert.Names) []string {
	var depths []int
	for _, names := range profiles {
		if p := names.Profile; p.Total(convert.Samples.Section()) > 0 {
			depths = append(depths, truncation.Of(p).Depth)
		}
	}
	if len(depths) < 2 {
		return nil
	}
	return TruncationCaveats(depths...)
}
