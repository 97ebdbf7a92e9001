//go:build !unix

package budget

import "time"

// processorTime is not known.
func processorTime() time.Duration { return 0 }
