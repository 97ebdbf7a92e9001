package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// links returns a path and the paths that its links lead to. The last one is not a link, and need not exist.
func links(path string) ([]string, error) {
	chain := []string{path}
	for range 40 { // the same limit as in Linux
		to, err := os.Readlink(path)
		if err != nil { // not a link, or nothing at all
			return chain, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
		chain = append(chain, path)
	}
	return nil, errors.New("too many symbolic links")
}

// FollowLinks returns the path at the end of a path's links, where a file should be created. It need not exist yet.
func FollowLinks(path string) (string, error) {
	chain, err := links(path)
	if err != nil {
		return "", err
	}
	return chain[len(chain)-1], nil
}

// descriptor returns the number of the open file that a path such as /dev/stderr or /dev/fd/3 stands for.
func descriptor(path string) (int, bool) {
	chain, _ := links(path)
	for _, p := range chain {
		for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
			if digits, ok := strings.CutPrefix(p, dir); ok {
				if n, err := strconv.Atoi(digits); err == nil && n >= 0 {
					return n, true
				}
			}
		}
	}
	return 0, false
}
