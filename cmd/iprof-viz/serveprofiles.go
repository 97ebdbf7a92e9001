package main

import (
	"bytes"
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
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/source"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// The limits of profiles that are added from a page.
const (
	maxUploads     = 32
	maxUploadBytes = 512 << 20 // of all; less where memory is scarce
	maxUploadName  = 200       // bytes
)

// A servedProfile is a profile in memory. Its content is replaced as a whole, never changed.
type servedProfile struct {
	id       string    // of addresses: "1" for the first; "": pages do not list it, as it is only that of --production
	name     string    // of the file as the user named it; names are distinct
	seen     fileState // when it was last read; zero: it is no file that can be read again
	uploaded bool
	servedContent
	problem string // why the file's present content is not this one; "": it is
}

// A fileState tells whether a file has changed.
type fileState struct {
	size     int64 // bytes
	modified time.Time
}

// A servedContent is what a profile holds.
type servedContent struct {
	data    []byte // of the file, which may be gzipped
	format  *source.Format
	version int // goes up when the content changes
}

// servedProfiles are those that serve shows. Methods may be called at the same time.
type servedProfiles struct {
	env     *env
	opts    serveOptions
	reading sync.Mutex // held while a file is read again

	mu      sync.Mutex
	all     []servedProfile // with that of --production
	lastID  int
	uploads int64 // bytes
}

// newServedProfiles reads files.
func newServedProfiles(e *env, o serveOptions, files []string) (*servedProfiles, error) {
	s := &servedProfiles{env: e, opts: o}
	files = slices.Clone(files)
	if o.base != "" {
		files = append(files, o.base)
	}
	listed := len(files)
	if o.production != "" {
		files = append(files, o.production)
	}
	if err := onlyOneStdin(files); err != nil {
		return nil, err
	}
	var all []*loaded
	for i, file := range files {
		if slices.ContainsFunc(s.all, func(p servedProfile) bool { return p.name == file }) {
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
	return s, o.sources.check(all...)
}

// readNew reads a file for the first time. Of what was loaded, only the origin and the formats are left.
func (s *servedProfiles) readNew(file string) (servedProfile, *loaded, error) {
	data, seen, err := s.readFile(file)
	if err != nil {
		return servedProfile{}, nil, err
	}
	l, err := s.load(file, data)
	if err != nil {
		return servedProfile{}, nil, err
	}
	s.env.console.tell(l.name, warnings(l)...)
	return servedProfile{name: file, seen: seen, servedContent: servedContent{data: data, format: l.Format}}, &loaded{origin: l.origin, formats: l.formats}, nil
}

// readFile returns the content of a file, or of standard input.
func (s *servedProfiles) readFile(file string) (data []byte, seen fileState, err error) {
	r := s.env.stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, seen, inputFailure(file, cause(err), nil)
		}
		defer f.Close()
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			return nil, seen, directoryFailure(file)
		}
		if err == nil && info.Mode().IsRegular() {
			seen = stateOf(info)
		}
		r = f
	}
	limit := s.limit()
	data, err = io.ReadAll(io.LimitReader(r, limit))
	if err != nil {
		return nil, seen, &failure{status: statusInput, file: nameOf([]string{file}), err: cause(err)}
	}
	if int64(len(data)) == limit {
		return nil, seen, inputFailure(nameOf([]string{file}), iprof.ErrTooLarge, nil)
	}
	return data, seen, nil
}

func stateOf(info os.FileInfo) fileState { return fileState{info.Size(), info.ModTime()} }

// limit is the number of bytes that no file has.
func (s *servedProfiles) limit() int64 {
	switch n := s.opts.maxInput; {
	case n < 0:
		return math.MaxInt64
	case n > 0:
		return n + 1
	}
	return iprof.DefaultMaxInput + 1
}

// load reads the content of a file with this name.
func (s *servedProfiles) load(name string, data []byte) (l *loaded, err error) {
	defer recoverDefect(&err)
	e := s.env.holding(map[string][]byte{name: data}, io.Discard)
	return loadFile(e, name, loadOptions{maxInput: s.opts.maxInput, sources: s.opts.sources})
}

// hold lets a command read profiles, and the samples of production: it adds those that are not held yet, and returns their formats.
func (s *servedProfiles) hold(held map[string][]byte, profiles ...servedProfile) (formats []*source.Format) {
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

// everything returns the profiles as they are now, with that of --production.
func (s *servedProfiles) everything() []servedProfile {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// list returns the profiles that pages list, as they are now.
func (s *servedProfiles) list() []servedProfile {
	return slices.DeleteFunc(s.everything(), func(p servedProfile) bool { return p.id == "" })
}

// get returns the profile with an id; false: there is none.
func (s *servedProfiles) get(id string) (servedProfile, bool) {
	return find(s.list(), func(p servedProfile) bool { return p.id == id })
}

func find(all []servedProfile, is func(servedProfile) bool) (servedProfile, bool) {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i], true
	}
	return servedProfile{}, false
}

// base returns the profile of --base; false: there is none.
func (s *servedProfiles) base() (servedProfile, bool) { return s.file(s.opts.base) }

// production returns the profile of --production; false: there is none.
func (s *servedProfiles) production() (servedProfile, bool) { return s.file(s.opts.production) }

// file returns the profile of a file; false: there is none.
func (s *servedProfiles) file(name string) (servedProfile, bool) {
	return find(s.everything(), func(p servedProfile) bool { return p.name == name && !p.uploaded })
}

// files returns the names of files that can be read again.
func (s *servedProfiles) files() []string {
	var files []string
	for _, p := range s.everything() {
		if p.seen != (fileState{}) {
			files = append(files, p.name)
		}
	}
	return files
}

// add adds a profile and returns its id. The lock is held, or nobody else knows of the profiles yet.
func (s *servedProfiles) add(p servedProfile) string {
	s.lastID++
	p.id = strconv.Itoa(s.lastID)
	p.version = 1
	s.all = append(s.all, p)
	return p.id
}

// current returns the profile with an id, from its file if that has changed; not all systems report that. Neither do they for the
// samples of production, which go with it. Changed says whether pages have to know.
func (s *servedProfiles) current(id string) (p servedProfile, changed, ok bool) {
	if p, ok = s.get(id); !ok {
		return p, false, false
	}
	changed = s.readChanged(p)
	if production, any := s.production(); any && production.name != p.name {
		changed = s.readChanged(production) || changed
	}
	p, ok = s.get(id)
	return p, changed, ok
}

// readChanged is readAgain for a file that is not in the state in which it was read.
func (s *servedProfiles) readChanged(p servedProfile) bool {
	if p.seen == (fileState{}) {
		return false
	}
	if info, err := os.Stat(p.name); err == nil && stateOf(info) == p.seen {
		return false
	}
	return s.readAgain(p.name)
}

// readAgain reads a file that may have changed, and reports whether pages have to know. A content that cannot be read does not take
// the place of one that could.
func (s *servedProfiles) readAgain(file string) bool {
	s.reading.Lock()
	defer s.reading.Unlock()
	old, ok := s.file(file)
	if !ok || old.seen == (fileState{}) {
		return false
	}
	now := old
	data, seen, err := s.readFile(file)
	if seen != (fileState{}) {
		now.seen = seen
	}
	same := err == nil && bytes.Equal(data, old.data)
	if err == nil && !same {
		var l *loaded
		if l, err = s.load(file, data); err == nil {
			now.servedContent = servedContent{data, l.Format, old.version + 1}
		}
	}
	now.problem = ""
	if err != nil {
		now.problem = textOf(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(p servedProfile) bool { return p.name == old.name })
	s.all[i] = now // only this function changes profiles of files
	s.tell(old, now)
	return now.version != old.version || now.problem != old.problem
}

// tell says on the terminal how the content of a file changed.
func (s *servedProfiles) tell(old, now servedProfile) {
	switch {
	case now.problem != "" && now.problem != old.problem:
		s.env.console.warn("", now.problem+"; pages show the earlier content")
	case now.version != old.version:
		s.env.console.tell("", note{file: now.name, text: "read again, as it has changed"})
	case now.problem == "" && old.problem != "":
		s.env.console.tell("", note{file: now.name, text: "there again, as it was"})
	}
}

// room returns how many bytes another upload may have.
func (s *servedProfiles) room() (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, p := range s.all {
		if p.uploaded {
			n++
		}
	}
	left := min(s.maxUpload(), s.maxUploads()-s.uploads)
	if n >= maxUploads || left <= 0 {
		return 0, &failure{status: statusLimit, err: fmt.Errorf("%s with %s have been added", count(n, "file"), words.CountOf(s.uploads, "bytes")),
			hint: "remove some, or restart iprof-viz serve"}
	}
	return left, nil
}

// maxUpload is how many bytes any upload may have.
func (s *servedProfiles) maxUpload() int64 { return min(s.limit()-1, s.maxUploads()) }

// maxUploads is how many bytes all uploads may have: a profile takes several times its size while a page is made of it.
func (s *servedProfiles) maxUploads() int64 { return min(maxUploadBytes, s.env.memory.limit/8) }

// upload adds a profile that a page has sent, and returns its id.
func (s *servedProfiles) upload(name string, data []byte) (string, error) {
	name = uploadName(name)
	l, err := s.load(name, data)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.uploads+int64(len(data)) > s.maxUploads() { // others came in between
		return "", &failure{status: statusLimit, file: name, err: errors.New("there is no room any more")}
	}
	s.uploads += int64(len(data))
	distinct := name
	isTaken := func(p servedProfile) bool { return p.name == distinct }
	for n := 2; slices.ContainsFunc(s.all, isTaken); n++ {
		distinct = fmt.Sprintf("%s (%d)", name, n)
	}
	return s.add(servedProfile{name: distinct, uploaded: true, servedContent: servedContent{data: data, format: l.Format}}), nil
}

// remove removes an uploaded profile; false: there is none with this id.
func (s *servedProfiles) remove(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(p servedProfile) bool { return p.id == id && p.uploaded })
	if i < 0 {
		return false
	}
	s.uploads -= int64(len(s.all[i].data))
	s.all = slices.Delete(s.all, i, i+1)
	return true
}

// uploadName returns the name of a profile from that of a file on another machine, perhaps with its directory. It is no name that
// means something else, such as "-".
func uploadName(name string) string {
	name = path.Base(strings.ToValidUTF8(strings.ReplaceAll(name, `\`, "/"), "\ufffd"))
	name = strings.Map(func(r rune) rune { // messages and tables are lines, also where other programs print them
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
