package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/ownpath"
)

// leftover matches the names of temporary files of this program, of results and of keys.
var leftover = lazyregexp.New(`^\.iprof-viz-([0-9a-f]{8}|key-[0-9]+)$`)

// A running program writes to its temporary file until it renames it. If nobody has written to it for this time, the program has
// been killed.
const leftoverAge = time.Hour

// maxSearched is the maximum number of entries of a directory searched for leftovers.
const maxSearched = 10_000

// removeLeftovers removes from a directory, as far as possible, temporary files of this user that a killed program left there.
func removeLeftovers(dir string, now time.Time) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	entries, _ := d.ReadDir(maxSearched)
	for _, entry := range entries {
		if !leftover().MatchString(entry.Name()) || entry.Type() != fs.FileMode(0) {
			continue
		}
		if info, err := entry.Info(); err == nil && ownpath.IsMine(info) && now.Sub(info.ModTime()) > leftoverAge {
			os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}
