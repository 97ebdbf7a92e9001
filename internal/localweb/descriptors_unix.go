//go:build unix

package localweb

import "syscall"

// maxConnections returns how many connections may be open at a time.
func maxConnections() int {
	var files syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files) != nil {
		return manyConnections
	}
	return int(min(max(uint64(files.Cur)/2, fewConnections), manyConnections))
}
