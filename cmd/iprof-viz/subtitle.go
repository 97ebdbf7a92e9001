package main

import "path/filepath"

// subtitle names the profiles of a picture, and the base that they are compared with, "" for none.
func subtitle(files []string, base string) string {
	short := func(name string) string {
		if name == "-" {
			return stdinName
		}
		return filepath.Base(name)
	}
	name := short(files[0])
	switch {
	case len(files) > 1:
		name = nameOf(files)
	case base == "" && files[0] == "-":
		return ""
	}
	if base != "" {
		return name + ", compared with " + short(base)
	}
	return name
}
