//go:build !linux

package cli

// availableMemory returns false: it is known on Linux only.
func availableMemory() (int64, bool) { return 0, false }

// addressSpace returns false: it is known on Linux only.
func addressSpace() (used, limit uint64, ok bool) { return 0, 0, false }
