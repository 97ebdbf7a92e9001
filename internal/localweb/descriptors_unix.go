//go:build unix

package localweb

import "syscall"

// maxConnections returns the maximum number of open connections.
func maxConnections() int {
	var files syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files) != nil {
		return manyConnections
	}
	return int(min(max(uint64(files.Cur)/2, fewConnections), manyConnections))
}
