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

// addressSpace returns the size of the part of the process's address space that is nearest to its limit, that limit, both in bytes, and the flag
// of ulimit that sets it; false if there is none.
func addressSpace() (used, limit uint64, flag string, ok bool) {
	for _, part := range []struct {
		flag            string
		resource, field int // of statm
	}{{"-v", syscall.RLIMIT_AS, 0}, {"-d", syscall.RLIMIT_DATA, 5}} {
		var r syscall.Rlimit
		if syscall.Getrlimit(part.resource, &r) != nil || r.Cur >= 1<<50 {
			continue
		}
		text, err := os.ReadFile("/proc/self/statm")
		sizes := strings.Fields(string(text))
		if err != nil || len(sizes) <= part.field {
			continue
		}
		pages, err := strconv.ParseUint(sizes[part.field], 10, 64)
		size := pages * uint64(os.Getpagesize())
		if err == nil && (!ok || float64(size)/float64(r.Cur) > float64(used)/float64(limit)) {
			used, limit, flag, ok = size, r.Cur, part.flag, true
		}
	}
	return used, limit, flag, ok
}
