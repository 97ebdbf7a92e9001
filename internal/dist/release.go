package main

import (
	"path/filepath"
)

// add makes the files of a target.
func (r *release) add(t target) error {
	dir := filepath.Join(r.staging, t.String())
	programs, err := build(t, dir)
	if err != nil {
		return err
	}
	if r.source == nil {
		if r.source, err = sourceOf(programs[0].from); err != nil {
			return err
		}
		if r.shared, err = r.sharedFiles(); err != nil {
			return err
		}
	}
	files := append(append([]file(nil), programs...), r.shared...)
	if r.tools.sbom != "" {
		boms, err := r.billsOfMaterials(programs, dir)
		if err != nil {
			return err
		}
		files = append(files, boms...)
	}
	if err := r.archive(t, files); err != nil || t.system != "linux" {
		return err
	}
	for _, format := range []string{"deb", "rpm"} {
		if r.tools.packager != "" && r.has(format) {
			if err := r.pack(t, format, files, dir); err != nil {
				return err
			}
		}
	}
	if r.has("image") {
		return r.image(t, programs)
	}
	return nil
}

// sharedFiles makes the files that do not depend on the system.
func (r *release) sharedFiles() (files []file, err error) {
	for _, name := range documents {
		files = append(files, file{name, name, 0o644})
	}
	dir := filepath.Join(r.staging, "shared")
	if err := goCommand(nil, "run", "-trimpath", "-tags", "distfiles", "./cmd/iprof-viz", "dist", dir, r.source.version, r.source.date.Format("2006-01-02")); err != nil {
		return nil, err
	}
	for _, pattern := range []string{"completions/*", "man/man1/*"} {
		found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern))) // sorted
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return nil, err
			}
			files = append(files, file{filepath.ToSlash(name), path, 0o644})
		}
	}
	return files, nil
}
