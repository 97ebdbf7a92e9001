package hugepages

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestPreferHugePages: objects after it are in memory for which huge pages were asked.
func TestPreferHugePages(t *testing.T) {
	if _, err := os.Stat(settings + "enabled"); err != nil {
		t.Skip("the system has no huge pages")
	}
	const mb = 1 << 20
	prefer(64*mb, 2*mb)
	tables := make([][]byte, 30)
	asked := 0
	for i := range tables {
		tables[i] = make([]byte, mb)
		if slices.Contains(flagsAt(t, uintptr(unsafe.Pointer(&tables[i][0]))), "hg") {
			asked++
		}
	}
	runtime.KeepAlive(tables) // memory of one would be that of the next
	if asked < 20 {
		t.Errorf("of %d objects, %d are in memory for huge pages", len(tables), asked)
	}
}

// TestPreferHugePagesForEnormousFile: a file without data may have any size.
func TestPreferHugePagesForEnormousFile(t *testing.T) {
	prefer(math.MaxInt64, 2<<20)
}

// flagsAt returns the flags of the memory at an address, as proc_pid_smaps(5) names them.
func flagsAt(t *testing.T, address uintptr) []string {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	within := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			within = from <= address && address < to
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && within {
			return strings.Fields(flags)
		}
	}
	t.Fatalf("there is no memory at %x", address)
	return nil
}

func TestHugePagesOnRequest(t *testing.T) {
	for _, c := range []struct {
		enabled, size string
		want          int64 // 0: they are not to be asked for
	}{
		{"always [madvise] never\n", "2097152\n", 2 << 20},
		{"[always] madvise never\n", "2097152\n", 0},
		{"always madvise [never]\n", "2097152\n", 0},
		{"always [madvise] never\n", "", 0},
		{"always [madvise] never\n", "0\n", 0},
		{"", "2097152\n", 0},
	} {
		dir := t.TempDir() + "/"
		for name, text := range map[string]string{"enabled": c.enabled, "hpage_pmd_size": c.size} {
			if text != "" {
				if err := os.WriteFile(dir+name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		size, ok := onRequest(dir)
		if ok != (c.want > 0) || ok && size != c.want {
			t.Errorf("%q and %q: %d, %t, want %d", c.enabled, c.size, size, ok, c.want)
		}
	}
}
