package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// A replacement writes a regular file that is either complete or absent: the result goes to a temporary file beside it, which
// finally replaces it.
type replacement struct {
	mu        sync.Mutex
	temporary string // the temporary file, while there is one
	abandoned bool   // nothing may be written anymore
}

var errAbandoned = errors.New("interrupted")

// write writes the target; old is nil if there is no file yet.
func (r *replacement) write(t Target, old os.FileInfo, result func(io.Writer) error) error {
	path, err := FollowLinks(string(t))
	if err != nil {
		return t.failed(err)
	}
	if old != nil { // renaming does not require write permission for the old file: check it
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return t.failed(err)
		}
		f.Close()
	}
	removeLeftovers(filepath.Dir(path), time.Now())
	mode := os.FileMode(0o666) // minus the user's umask
	if old != nil {
		mode = 0o600 // until the result has the permissions of the old file, which may be private
	}
	f, err := r.create(path, mode)
	if err != nil {
		return t.failed(err)
	}
	defer r.discard()
	err = Finish(string(t), f, result)
	if err == nil && old != nil && runtime.GOOS != "windows" {
		if err = f.Chmod(old.Mode().Perm()); err != nil {
			err = t.failed(err)
		}
	}
	if closed := f.Close(); err == nil && closed != nil {
		err = t.failed(closed)
	}
	if err != nil {
		return err
	}
	// No fsync: the result can be regenerated, and a rename is atomic except in a power failure.
	if err := r.rename(path); err != nil {
		return t.failed(err)
	}
	return nil
}

// create opens a new file beside path.
func (r *replacement) create(path string, mode os.FileMode) (*os.File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.abandoned {
		return nil, errAbandoned
	}
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".iprof-viz-%08x", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			r.temporary = name
		}
		return f, err
	}
}

// rename makes the temporary file the result.
func (r *replacement) rename(path string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.abandoned {
		return errAbandoned
	}
	err := os.Rename(r.temporary, path)
	if err == nil {
		r.temporary = ""
	}
	return err
}

// discard removes the temporary file if there still is one.
func (r *replacement) discard() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.temporary != "" {
		os.Remove(r.temporary)
		r.temporary = ""
	}
}

// abandon removes the temporary file and prevents new ones. The program is about to end.
func (r *replacement) abandon() {
	r.mu.Lock()
	r.abandoned = true
	r.mu.Unlock()
	r.discard()
}
