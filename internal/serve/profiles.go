package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The limits of profiles that are added from a page.
const (
	MaxUploads     = 32
	maxUploadBytes = 512 << 20 // for all; less if memory is scarce
	maxUploadName  = 200       // bytes
)

// A Profile is a profile in memory. Its content is replaced as a whole, never changed.
type Profile struct {
	id       string    // in addresses: "1" for the first; "": pages do not list it, because it is only used for --production
	name     string    // name of the file as given by the user; names are distinct
	seen     fileState // when it was last read; zero: it is not a file that can be reloaded
	uploaded bool
	content
	problem string // why this is not the file's current content; "": it is
}

// A fileState shows whether a file has changed.
type fileState struct {
	size     int64 // bytes
	modified time.Time
}

// A content is what a profile holds.
type content struct {
	data    []byte // state of the file, which may be gzipped
	format  *source.Format
	version int // increases when the content changes
}

// Profiles are the profiles that serve shows. Its methods are safe for concurrent use.
type Profiles struct {
	env     *cli.Env
	opts    Options
	reading sync.Mutex // held while a file is reloaded

	mu      sync.Mutex
	all     []Profile // including the one of --production
	lastID  int
	Uploads int64 // bytes
	claimed int64 // bytes of uploads in progress
}

// NewProfiles reads files.
func NewProfiles(e *cli.Env, o Options, files []string) (*Profiles, error) {
	s := &Profiles{env: e, opts: o}
	files = slices.Clone(files)
	if o.Base != "" {
		files = append(files, o.Base)
	}
	listed := len(files)
	if o.Production != "" {
		files = append(files, o.Production)
	}
	if err := cli.OnlyOneStdin(files); err != nil {
		return nil, err
	}
	var all []*load.Loaded
	for i, file := range files {
		if slices.ContainsFunc(s.all, func(p Profile) bool { return p.name == file }) {
			continue
		}
		p, l, err := s.readNew(file)
		if err != nil {
			return nil, err
		}
		if i < listed {
			s.add(p)
		} else {
			p.version = 1
			s.all = append(s.all, p)
		}
		all = append(all, l)
	}
	if len(all) == 0 {
		return s, nil
	}
	return s, o.Sources.Check(all...)
}

// readNew reads a file for the first time. Of what was loaded, only the origin and the formats are kept.
func (s *Profiles) readNew(file string) (Profile, *load.Loaded, error) {
	data, seen, err := s.readFile(file)
	if err != nil {
		return Profile{}, nil, err
	}
	l, err := s.load(context.Background(), file, data)
	if err != nil {
		return Profile{}, nil, err
	}
	s.env.Console.Tell(l.Name, load.Warnings(l)...)
	return Profile{name: file, seen: seen, content: content{data: data, format: l.Format}}, &load.Loaded{Origin: l.Origin, Formats: l.Formats}, nil
}

// readFile returns the content of a file, or of standard input.
func (s *Profiles) readFile(file string) (data []byte, seen fileState, err error) {
	r := s.env.Stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, seen, load.InputFailure(file, cli.Cause(err), nil)
		}
		defer f.Close()
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			return nil, seen, load.DirectoryFailure(file)
		}
		if err == nil && info.Mode().IsRegular() {
			seen = stateOf(info)
		}
		r = f
	}
	limit := s.limit()
	data, err = io.ReadAll(io.LimitReader(r, limit))
	if err != nil {
		return nil, seen, &cli.Failure{Status: cli.StatusInput, File: load.NameOf([]string{file}), Err: cli.Cause(err)}
	}
	if int64(len(data)) == limit {
		return nil, seen, load.InputFailure(load.NameOf([]string{file}), iprof.ErrTooLarge, nil)
	}
	return data, seen, nil
}

func stateOf(info os.FileInfo) fileState { return fileState{info.Size(), info.ModTime()} }

// limit is a number of bytes that no file has.
func (s *Profiles) limit() int64 {
	switch n := s.opts.MaxInput; {
	case n < 0:
		return math.MaxInt64
	case n > 0:
		return n + 1
	}
	return iprof.DefaultMaxInput + 1
}

// load reads the content of a file with this name, unless the context ends before.
func (s *Profiles) load(ctx context.Context, name string, data []byte) (l *load.Loaded, err error) {
	defer recoverDefect(&err)
	e := s.env.Holding(ctx, map[string][]byte{name: data}, io.Discard)
	return load.File(e, name, load.Options{MaxInput: s.opts.MaxInput, Sources: s.opts.Sources})
}

// hold lets a command read profiles, and the production samples: it adds those that are not held yet, and returns their formats.
func (s *Profiles) hold(held map[string][]byte, profiles ...Profile) (formats []*source.Format) {
	if p, ok := s.production(); ok {
		profiles = append(profiles, p)
	}
	for _, p := range profiles {
		if _, known := held[p.name]; !known {
			held[p.name] = p.data
			formats = append(formats, p.format)
		}
	}
	return formats
}

// everything returns the current profiles, including the one of --production.
func (s *Profiles) everything() []Profile {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// List returns the current profiles that pages list.
func (s *Profiles) List() []Profile {
	return slices.DeleteFunc(s.everything(), func(p Profile) bool { return p.id == "" })
}

// Get returns the profile with an id; false: none.
func (s *Profiles) Get(id string) (Profile, bool) {
	return find(s.List(), func(p Profile) bool { return p.id == id })
}

func find(all []Profile, is func(Profile) bool) (Profile, bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return Profile{}, false
}

// base returns the profile of --base; false: none.
func (s *Profiles) base() (Profile, bool) { return s.file(s.opts.Base) }

// production returns the profile of --production; false: none.
func (s *Profiles) production() (Profile, bool) { return s.file(s.opts.Production) }

// file returns the profile of a file; false: none.
func (s *Profiles) file(name string) (Profile, bool) {
	return find(s.everything(), func(p Profile) bool { return p.name == name && !p.uploaded })
}

// Files returns the names of files that can be reloaded.
func (s *Profiles) Files() []string {
	var files []string
	for _, p := range s.everything() {
		if p.seen != (fileState{}) {
			files = append(files, p.name)
		}
	}
	return files
}

// add adds a profile and returns its id. The lock must be held, or the profiles must not be shared yet.
func (s *Profiles) add(p Profile) string {
	s.lastID++
	p.id = strconv.Itoa(s.lastID)
	p.version = 1
	s.all = append(s.all, p)
	return p.id
}

// current returns the profile with an id, reloaded from its file if that has changed; not all systems report that. The same applies
// to the production samples, which are reloaded together with it. Changed says whether pages must be notified.
func (s *Profiles) current(id string) (p Profile, changed, ok bool) {
	if p, ok = s.Get(id); !ok {
		return p, false, false
	}
	changed = s.readChanged(p)
	if production, any := s.production(); any && production.name != p.name {
		changed = s.readChanged(production) || changed
	}
	p, ok = s.Get(id)
	return p, changed, ok
}

// readChanged is like ReadAgain, for a file that is not in the state in which it was read.
func (s *Profiles) readChanged(p Profile) bool {
	if p.seen == (fileState{}) {
		return false
	}
	if info, err := os.Stat(p.name); err == nil && stateOf(info) == p.seen {
		return false
	}
	return s.ReadAgain(p.name)
}

// ReadAgain reads a file that may have changed, and reports whether pages must be notified. An unreadable content does not replace
// a readable one.
func (s *Profiles) ReadAgain(file string) bool {
	s.reading.Lock()
	defer s.reading.Unlock()
	old, ok := s.file(file)
	if !ok || old.seen == (fileState{}) {
		return false
	}
	now := old
	data, seen, err := s.readFile(file)
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) { // that says nothing about the file: the next request checks again
		return false
	}
	if seen != (fileState{}) {
		now.seen = seen
	}
	same := err == nil && bytes.Equal(data, old.data)
	if err == nil && !same {
		var l *load.Loaded
		if l, err = s.load(context.Background(), file, data); err == nil {
			now.content = content{data, l.Format, old.version + 1}
		}
	}
	now.problem = ""
	if err != nil {
		now.problem = cli.TextOf(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(p Profile) bool { return p.name == old.name })
	s.all[i] = now // only this function changes profiles of files
	s.tell(old, now)
	return now.version != old.version || now.problem != old.problem
}

// tell prints on the terminal how the content of a file changed.
func (s *Profiles) tell(old, now Profile) {
	switch {
	case now.problem != "" && now.problem != old.problem:
		s.env.Console.Warn("", now.problem+"; pages show the earlier content")
	case now.version != old.version:
		s.env.Console.Tell("", cli.Note{File: now.name, Text: "reloaded: the file changed"})
	case now.problem == "" && old.problem != "":
		s.env.Console.Tell("", cli.Note{File: now.name, Text: "reappeared unchanged"})
	}
}

// room returns how many bytes another upload may have.
func (s *Profiles) room() (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.uploaded()
	left := min(s.maxUpload(), s.maxUploads()-s.Uploads)
	if n >= MaxUploads || left <= 0 {
		return 0, &cli.Failure{Status: cli.StatusLimit, Err: fmt.Errorf("%s with %s have been added", cli.Count(n, "file"), words.CountOf(s.Uploads, "bytes")),
			Hint: "remove some, or restart iprof-viz serve"}
	}
	return left, nil
}

// uploaded counts uploads. The lock must be held.
func (s *Profiles) uploaded() (n int) {
	for _, p := range s.all {
		if p.uploaded {
			n++
		}
	}
	return n
}

// maxUpload is the maximum number of bytes of an upload.
func (s *Profiles) maxUpload() int64 { return min(s.limit()-1, s.maxUploads()) }

// maxUploads is the maximum number of bytes of all uploads: a profile takes several times its size while a page is made from it.
func (s *Profiles) maxUploads() int64 { return min(maxUploadBytes, s.env.Memory.Limit()/8) }

// errNoRoom means that an upload does not fit in addition to others.
var errNoRoom = errors.New("upload limit reached")

// claim reserves memory for the next bytes of an upload, until unclaim releases it. The error is errNoRoom.
func (s *Profiles) claim(bytes int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Uploads+s.claimed+bytes > s.maxUploads() {
		return errNoRoom
	}
	s.claimed += bytes
	return nil
}

func (s *Profiles) unclaim(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.claimed -= bytes
}

// Upload adds a profile that a page has sent, and returns its id.
func (s *Profiles) Upload(ctx context.Context, name string, data []byte) (string, error) {
	name = uploadName(name)
	format, err := s.check(ctx, name, data)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Uploads+int64(len(data)) > s.maxUploads() || s.uploaded() >= MaxUploads { // others were added in between
		return "", &cli.Failure{Status: cli.StatusLimit, File: name, Err: errNoRoom}
	}
	s.Uploads += int64(len(data))
	distinct := name
	isTaken := func(p Profile) bool { return p.name == distinct }
	for n := 2; slices.ContainsFunc(s.all, isTaken); n++ {
		distinct = fmt.Sprintf("%s (%d)", name, n)
	}
	return s.add(Profile{name: distinct, uploaded: true, content: content{data: data, format: format}}), nil
}

// remove removes an uploaded profile; false: none with this id.
func (s *Profiles) remove(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(p Profile) bool { return p.id == id && p.uploaded })
	if i < 0 {
		return false
	}
	s.Uploads -= int64(len(s.all[i].data))
	s.all = slices.Delete(s.all, i, i+1)
	return true
}

// uploadName derives the name of a profile from the name of a file on another machine, perhaps with its directory. It must not mean
// something else, such as "-".
func uploadName(name string) string {
	name = path.Base(strings.ToValidUTF8(strings.ReplaceAll(name, `\`, "/"), "\ufffd"))
	name = strings.Map(func(r rune) rune { // messages and tables are lines, even if other programs print them
		if unicode.IsControl(r) {
			return '\ufffd'
		}
		return r
	}, name)
	for len(name) > maxUploadName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name = strings.TrimSpace(name); strings.Trim(name, "-./") == "" {
		return "profile"
	}
	return name
}
