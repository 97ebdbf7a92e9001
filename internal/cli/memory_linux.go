package cli

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// availableMemory returns the memory that this process can get, in bytes: from the machine and from the process's control groups.
func availableMemory() (int64, bool) {
	var all []int64
	add := func(text []byte, unit int64) {
		if n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64); err == nil && n <= 1<<50 { // otherwise no limit
			all = append(all, n*unit)
		}
	}
	info, _ := os.ReadFile("/proc/meminfo")
	if _, rest, ok := bytes.Cut(info, []byte("\nMemAvailable:")); ok {
		kib, _, _ := bytes.Cut(rest, []byte("kB"))
		add(kib, 1<<10)
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(groups)) { // 0::/user.slice, or 4:memory:/user.slice before version 2
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		root, file := "/sys/fs/cgroup", "memory.max"
		if parts[1] != "" {
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for dir := path.Join("/", parts[2]); ; dir = path.Dir(dir) { // a group also has the limits of its parents
			text, _ := os.ReadFile(path.Join(root, dir, file))
			add(text, 1)
			if dir == "/" {
				break
			}
		}
	}
	smallest := int64(0)
	for i, n := range all {
		if i == 0 || n < smallest {
			smallest = n
		}
	}
	return smallest, len(all) > 0
}

// addressSpace returns the size of the process's address space and its limit, in bytes; false if it has none.
func addressSpace() (used, limit uint64, ok bool) {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &r) != nil || r.Cur >= 1<<50 {
		return 0, 0, false
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0, false
	}
	size, _, _ := bytes.Cut(text, []byte(" "))
	pages, err := strconv.ParseUint(string(size), 10, 64)
	return pages * uint64(os.Getpagesize()), r.Cur, err == nil
}
