package classpath

import (
	"cmp"
	"fmt"
	"sync"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/internal/work"
)

// Options are options of [Open], [OpenJDK] and [OpenSources]. The zero value works like java.
type Options struct {
	// Release is the Java release whose classes are taken from multi-release jars (JEP 238), such as 17. 0: the newest ones in the
	// jar.
	Release int
	Limits  Limits
}

// Limits bound memory and time for damaged and malicious files. A field of 0 has the default in its comment, which is far above
// real programs.
type Limits struct {
	FileSize   int64 // bytes of a class or source file: 16 MiB
	NestedSize int64 // bytes of a compressed jar in a jar, which is decompressed in memory: 256 MiB
	Entries    int   // entries of an archive, a directory or a run-time image: 1,000,000
	Archives   int   // archives and directories of a path, including nested ones and those from manifests: 10,000
	Nesting    int   // depth of jars within jars: 2
	Ratio      int   // ratio of decompressed to compressed size, for entries larger than 1 MiB: 200
}

// orDefaults replaces zeros by defaults.
func (l Limits) orDefaults() Limits {
	return Limits{
		FileSize:   cmp.Or(l.FileSize, 16<<20),
		NestedSize: cmp.Or(l.NestedSize, 256<<20),
		Entries:    cmp.Or(l.Entries, 1_000_000),
		Archives:   cmp.Or(l.Archives, 10_000),
		Nesting:    cmp.Or(l.Nesting, 2),
		Ratio:      cmp.Or(l.Ratio, 200),
	}
}

// checkSize fails if the sizes of decompressed and compressed data exceed the limits.
func (l Limits) checkSize(size, compressed, most int64) error {
	if size < 0 || size > most {
		return beyond(size, most, "bytes")
	}
	if size > 1<<20 && size/max(1, compressed) > int64(l.Ratio) {
		return beyond(size/max(1, compressed), int64(l.Ratio), "times its compressed size")
	}
	return nil
}

// beyond returns a [classfile.ErrLimit] with numbers.
func beyond(got, most int64, unit string) error {
	return fmt.Errorf("%w: %d %s, limit %d", classfile.ErrLimit, got, unit, most)
}

// An allowance limits the bytes that are read from all archives and images of a path. Several entries may be the same bytes of an
// archive, also a whole jar, and contents that are not kept are decompressed again.
type allowance struct {
	mu     sync.Mutex
	budget *work.Budget
}

// grow says that the path has an archive or image of that size, which is not in another.
func (a *allowance) grow(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.budget.Grow(bytes)
}

// charge returns an [classfile.ErrLimit] if so much more would be too much.
func (a *allowance) charge(u work.Unit, n int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.budget.Charge(u, n); err != nil {
		return fmt.Errorf("%w: %w", classfile.ErrLimit, err)
	}
	return nil
}
