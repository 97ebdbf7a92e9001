package hugepages

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// settings is the directory of the system's settings.
const settings = "/sys/kernel/mm/transparent_hugepage/"

// Prefer has the system back the next bytes of the heap with huge pages, if it does that only for programs that ask for it. It takes no memory
// before the heap needs that, and less than a millisecond while the heap is small: call it before data is loaded.
func Prefer(bytes int64) {
	if size, ok := onRequest(settings); ok && bytes >= size {
		prefer(bytes, uintptr(size))
	}
}

// onRequest reads, from the directory of the settings, whether programs get huge pages only if they ask for them, and their size in bytes.
func onRequest(dir string) (size int64, ok bool) {
	if mode, err := os.ReadFile(dir + "enabled"); err != nil || !bytes.Contains(mode, []byte("[madvise]")) {
		return 0, false
	}
	text, _ := os.ReadFile(dir + "hpage_pmd_size")
	size, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return size, err == nil && size > 0
}

// prefer does the work of Prefer. The runtime gives the memory of a freed object to the objects after it, and what the system was
// told about the memory remains.
func prefer(bytes int64, pageSize uintptr) {
	const most = 1 << 30 // Go ends a process that has no room for more: with 32 bits, or where much more is expected than is read
	size := uintptr(min(bytes, most))
	room := unsafe.SliceData(make([]byte, size))
	first := -uintptr(unsafe.Pointer(room)) & (pageSize - 1) // bytes before the first whole page
	if whole := (size - first) &^ (pageSize - 1); first < size && whole > 0 {
		// Without huge pages everything works as well.
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(room), first)), whole), unix.MADV_HUGEPAGE)
	}
	runtime.KeepAlive(room)
	room = nil
	runtime.GC()
}
