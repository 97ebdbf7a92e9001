package diff

import (
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
)

// An Image is an optimized image, by the log of its compiler, and the call graph of the profile that it was joined with.
type Image struct {
	*optimized.Image
	Graph *calls.Graph
}
