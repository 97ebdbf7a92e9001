//go:build !unix

package budget

import "time"

// processorTime is unknown.
func processorTime() time.Duration { return 0 }
