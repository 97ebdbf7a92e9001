package optlog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/gzip"
)

// ErrNoLog says that no file of a directory begins like a log.
var ErrNoLog = errors.New("no file begins like an optimization log")

// filesOf returns the files of a log, by name. Of a directory these are the files that begin like a log; skipped are the others.
func filesOf(path string) (files, skipped []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		file := filepath.Join(path, e.Name())
		isLog, err := beginsLikeLog(file)
		switch {
		case err != nil:
			return nil, nil, err
		case isLog:
			files = append(files, file)
		default:
			skipped = append(skipped, file)
		}
	}
	switch {
	case files != nil:
		return files, skipped, nil
	case skipped != nil:
		return nil, nil, fmt.Errorf("%s: %w", path, ErrNoLog)
	}
	return nil, nil, fmt.Errorf("%s: the directory has no files", path)
}

// beginsLikeLog reports whether a file begins with a compilation. So does an empty file, of a compiler thread that compiled nothing, and one that
// is cut off or damaged: reading it fails, instead of leaving out a part of the log.
func beginsLikeLog(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	in, err := unpacked(f, 4<<10)
	if err != nil {
		return true, nil
	}
	head, _ := in.Peek(sniffed)
	return isHeadOfLog(head), nil
}

// unpacked returns the text of a file, which may be compressed with gzip.
func unpacked(f io.Reader, size int) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(f, size)
	if head, _ := in.Peek(2); !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(z, size), nil
}

const sniffed = 200 // bytes

// keysOfLog are the keys of a compilation, in any order.
var keysOfLog = []string{"methodName", "compilationId", "inliningTree", "optimizationTree"}

// isHeadOfLog reports whether a text, as far as it goes, is the begin of an object with a key of a compilation.
func isHeadOfLog(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	for _, mark := range []string{"{", `"`} {
		if len(head) == 0 {
			return true
		}
		rest, ok := bytes.CutPrefix(head, []byte(mark))
		if !ok {
			return false
		}
		head = rest
		if mark == "{" {
			head = bytes.TrimLeft(head, " \t\r\n")
		}
	}
	key, _, whole := bytes.Cut(head, []byte(`"`))
	return slices.ContainsFunc(keysOfLog, func(of string) bool { return of == string(key) || !whole && bytes.HasPrefix([]byte(of), key) })
}
