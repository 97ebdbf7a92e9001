package localweb

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A change is reported when a file has been quiet for the shorter time, because most are written in steps. A file that is written
// continuously is reported after the longer time.
const (
	quietFor    = 200 * time.Millisecond
	atTheLatest = 2 * time.Second
)

// A Watcher notices changes of files.
type Watcher struct {
	watcher *fsnotify.Watcher
	files   []string
	places  map[string][]string // files by the absolute paths where they can change; a file may have several names
}

// NewWatcher returns a watcher without files, or the system's error.
func NewWatcher() (*Watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{watcher: w, places: map[string][]string{}}, nil
}

// Add begins to watch a file or a link to one. Its directory is watched, because most programs replace files.
func (w *Watcher) Add(file string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	w.files = append(w.files, file)
	return w.watch(path, file)
}

// watch watches a path of a file, and the target of its link. Directories are watched by their real names: the system reports a
// directory that is watched under two names under only one of them.
func (w *Watcher) watch(path, file string) error {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	w.place(path, file)
	if target, err := filepath.EvalSymlinks(path); err == nil && target != path {
		w.place(target, file)
		if err := w.watcher.Add(filepath.Dir(target)); err != nil {
			return err
		}
	}
	return w.watcher.Add(filepath.Dir(path))
}

// place records that a change of a path is a change of a file.
func (w *Watcher) place(path, file string) {
	if !slices.Contains(w.places[path], file) {
		w.places[path] = append(w.places[path], file)
	}
}

// Run calls a function for each file, because it may have changed before it was watched, and again when it is written, replaced or
// removed, until the context ends. Do not call Add afterwards.
func (w *Watcher) Run(ctx context.Context, changed func(file string)) {
	defer w.watcher.Close()
	first, last := map[string]time.Time{}, map[string]time.Time{} // time of the last change of files that are not reported yet
	notice := func(file string, now time.Time) {
		if _, known := first[file]; !known {
			first[file] = now
		}
		last[file] = now
	}
	for _, file := range w.files {
		notice(file, time.Now())
	}
	for {
		var look <-chan time.Time // nil while there is nothing to wait for
		if len(last) > 0 {
			look = time.After(quietFor / 4)
		}
		select {
		case <-ctx.Done():
			return
		case event, ok := <-w.watcher.Events:
			if !ok {
				return
			}
			if event.Op == fsnotify.Chmod {
				continue
			}
			for _, file := range w.places[event.Name] {
				notice(file, time.Now())
			}
		case <-w.watcher.Errors: // changes were lost
			for _, file := range w.files {
				notice(file, time.Now())
			}
		case now := <-look:
			for _, file := range w.files {
				at, waits := last[file]
				if !waits || now.Sub(at) < quietFor && now.Sub(first[file]) < atTheLatest {
					continue
				}
				delete(first, file)
				delete(last, file)
				if path, err := filepath.Abs(file); err == nil {
					w.watch(path, file) // a link may have a new target now; that there is none is noticed when the file is read
				}
				changed(file)
			}
		}
	}
}
