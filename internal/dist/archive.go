package main

import (
	"archive/tar"
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/gzip"
)

// gzipLevel makes files that are smaller than those of the standard library's best compression, in a quarter of its time.
const gzipLevel = 8

// archive writes the archive of a target: zip for Windows, tar.gz for others. All files are in a directory named like the archive.
func (r *release) archive(t target, files []file) error {
	dir := fmt.Sprintf("iprof-viz_%s_%s", r.source.version, t)
	if t.system == "windows" {
		return r.write(dir+".zip", func(w io.Writer) error { return writeZip(w, dir, files, r.source.date) })
	}
	return r.write(dir+".tar.gz", func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzipLevel) // its header has neither a time nor a name
		if err != nil {
			return err
		}
		if err := writeTar(z, dir+"/", files, r.source.date); err != nil {
			return err
		}
		return z.Close()
	})
}

// write writes a file of the release.
func (r *release) write(name string, content func(w io.Writer) error) error {
	fmt.Println(name)
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	if err := content(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// writeTar writes files, as root's, with one time.
func writeTar(w io.Writer, prefix string, files []file, date time.Time) error {
	out := tar.NewWriter(w)
	for _, f := range files {
		content, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: prefix + f.name, Mode: int64(f.mode), Size: int64(len(content)), ModTime: date, Format: tar.FormatPAX}
		if err := out.WriteHeader(header); err != nil {
			return err
		}
		if _, err := out.Write(content); err != nil {
			return err
		}
	}
	return out.Close()
}

func writeZip(w io.Writer, dir string, files []file, date time.Time) error {
	out := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: dir + "/" + f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		entry, err := out.CreateHeader(header)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		if _, err := entry.Write(content); err != nil {
			return err
		}
	}
	return out.Close()
}
