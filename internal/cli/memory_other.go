//go:build !linux

package cli

// availableMemory returns false: it is known only on Linux.
func availableMemory() (int64, bool) { return 0, false }

// addressSpace returns false: it is known only on Linux.
func addressSpace() (used, limit uint64, flag string, ok bool) { return 0, 0, "", false }
