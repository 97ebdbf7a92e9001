//go:build !linux

package hugepages

// Prefer does nothing: there is no way to ask for huge pages.
func Prefer(bytes int64) {}
