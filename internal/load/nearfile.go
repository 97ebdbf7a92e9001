package load

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
	"github.com/iprof-viz/iprof-viz/internal/nearest"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// maxListed is the maximum number of entries of a directory that hints are made of.
const maxListed = 10_000

// maxNear is the maximum number of files in a hint.
const maxNear = 3

// profileName matches names that profiles usually have: not those of settings, keys and pictures.
var profileName = lazyregexp.New(`(?i)\.(iprof|jfr|pb|pprof|folded|collapsed|xprof)(\.gz)?$`)

// filesIn returns, in order, the names of those files in a directory that the function accepts.
func filesIn(dir string, is func(name string) bool) []string {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(maxListed)
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && is(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names)
	return names
}

// HintAtNear is the hint for a file that does not exist; "": none beside it has a similar name.
func HintAtNear(file string) string {
	if strings.HasPrefix(file, "https://") || strings.HasPrefix(file, "http://") {
		return "download it, or read it from standard input: curl -fsS " + words.ShellQuote(file) + " | iprof-viz info -"
	}
	near := nearFiles(file, profileName())
	for i := range near {
		near[i] = cli.Printable(near[i])
	}
	return cli.Suggest("", near)
}

// nearFiles returns the files with usual names, a few at most, beside a file that does not exist whose names are most similar to its
// name. The ending may be missing or another.
func nearFiles(file string, usual *regexp.Regexp) []string {
	dir, typed := filepath.Split(file)
	if len(typed) < 3 { // the start of too many names
		return nil
	}
	names := filesIn(cmp.Or(dir, "."), usual.MatchString)
	near := nearest.Words(typed, names)
	if len(near) == 0 {
		stems := make([]string, len(names))
		for i, name := range names {
			stems[i] = usual.ReplaceAllString(name, "")
		}
		like := []string{usual.ReplaceAllString(typed, "")}
		if like[0] == typed {
			like = nearest.Words(typed, stems)
		}
		for i, name := range names {
			if slices.Contains(like, stems[i]) {
				near = append(near, name)
			}
		}
	}
	near = near[:min(maxNear, len(near))]
	for i, name := range near {
		near[i] = dir + name
	}
	return near
}

// isIprofName reports whether merge takes a file of a directory.
func isIprofName(name string) bool {
	return strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".iprof")
}

// FileBelow returns a file in a subdirectory, at any depth, with one of the extensions; "": none among the first files.
func FileBelow(dir string, extensions ...string) (found string) {
	is := func(path string) bool {
		return slices.ContainsFunc(extensions, func(ext string) bool { return strings.HasSuffix(path, ext) })
	}
	seen := 0
	filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if seen++; err != nil || seen > maxListed {
			return fs.SkipAll
		}
		if !entry.IsDir() && is(path) && filepath.Dir(path) != filepath.Clean(dir) {
			found = path
			return fs.SkipAll
		}
		return nil
	})
	return found
}
