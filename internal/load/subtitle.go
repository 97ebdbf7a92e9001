package load

import (
	"path/filepath"
	"slices"

	"github.com/iprof-viz/iprof-viz/convert"
)

// PictureSubtitle names the profiles of a picture, the base, and the view and filters that are not the default.
func PictureSubtitle(files []string, base string, filter convert.FilterOptions) string {
	name, filters := Subtitle(files, base), filterWords(filter)
	if name == "" || filters == "" {
		return name + filters
	}
	return name + ", " + filters
}

// Subtitle names the profiles of a picture, and the base that they are compared with, "" for none. If both files have the same
// name, it includes as many of their directories as needed to distinguish them.
func Subtitle(files []string, base string) string {
	name := NameOf(files)
	switch {
	case len(files) == 1 && base == "" && files[0] == "-":
		return ""
	case len(files) > 1 && base == "":
		return name
	case base == "":
		return shortPath(name, 1)
	case len(files) == 1:
		name = shortNames(name, base)[0]
	}
	return name + ", compared with " + BaseName(files, base)
}

// BaseName names the profile that files are compared with; "" for none.
func BaseName(files []string, base string) string {
	switch {
	case base == "":
		return ""
	case len(files) > 1:
		return shortPath(base, 1)
	}
	return shortNames(NameOf(files), base)[1]
}

// ShortNames returns paths without their directories, as far as they stay distinct, for commands in a report: whoever reads it has
// other directories, and need not know these.
func ShortNames(paths ...string) []string {
	short := shortNames(paths...)
	for i, path := range paths {
		if path == "-" {
			short[i] = path
		}
	}
	return short
}

// shortNames returns the last parts of paths, as few as distinguish them.
func shortNames(paths ...string) []string {
	short := make([]string, len(paths))
	for parts := 1; ; parts++ {
		seen, same, longer := map[string]string{}, false, false
		for i, path := range paths {
			short[i] = shortPath(path, parts)
			if other, taken := seen[short[i]]; taken && filepath.Clean(other) != filepath.Clean(path) {
				same = true
			}
			seen[short[i]] = path
			longer = longer || shortPath(path, parts+1) != short[i]
		}
		if !same || !longer {
			return short
		}
	}
}

// shortPath returns the last parts of a path.
func shortPath(path string, parts int) string {
	if path == "-" {
		return StdinName
	}
	var kept []string
	for rest := filepath.Clean(path); parts > 0; parts-- {
		dir, file := filepath.Split(rest)
		if file == "" {
			break
		}
		kept = append(kept, file)
		if dir == "" {
			break
		}
		rest = filepath.Clean(dir)
	}
	slices.Reverse(kept)
	return filepath.ToSlash(filepath.Join(kept...))
}
