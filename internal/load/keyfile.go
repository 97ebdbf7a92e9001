package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/rewrite"
	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// A key file has a header, the key, a line for each pseudonym, with a space and the quoted name, and the SHA-256 of everything
// before:
//
//	iprof-viz pseudonyms 2
//	key 0f5c…
//	Cr5tq2m7xk4 "Order"
//	sum 9b1d…
//
// Version 1 has no sum. There, a last line without a line break is ignored.
const (
	KeyHeader    = "iprof-viz pseudonyms 2\n"
	oldKeyHeader = "iprof-viz pseudonyms 1\n"
	keySum       = "sum "
)

// maxKeyFile is the maximum size of a key file in bytes: a million names.
const maxKeyFile = 64 << 20

var (
	errNoKeyFile  = errors.New("not a file of pseudonyms")
	errDamagedKey = errors.New("the file of pseudonyms is damaged: its checksum is wrong")
	ErrLargeKey   = fmt.Errorf("a file of pseudonyms has at most %s", cli.FormatSize(maxKeyFile))
	errChangedKey = errors.New("another program has changed the file: try again")
)

// A KeyFile is the content of a key file.
type KeyFile struct {
	text  []byte // the whole file; nil: none yet
	lines string // end of the key and of the pseudonyms
	Key   []byte
	Names map[string]string // by pseudonym
}

// ReadKey reads a key file.
func ReadKey(file string) (*KeyFile, error) {
	text, err := readKeyText(file)
	if err != nil {
		return nil, err
	}
	k := &KeyFile{text: text, Names: map[string]string{}}
	body, old := strings.CutPrefix(string(text), oldKeyHeader)
	if old {
		k.lines = body[:strings.LastIndexByte(body, '\n')+1]
	} else {
		at := bytes.LastIndex(text, []byte("\n"+keySum)) + 1
		if at == 0 || string(text[at:]) != KeySumOf(text[:at]) {
			return nil, errDamagedKey
		}
		k.lines = string(text[len(KeyHeader):at])
	}
	for line := range strings.Lines(k.lines) {
		word, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok {
			return nil, errNoKeyFile
		}
		if word == "key" {
			if k.Key, err = hex.DecodeString(rest); err != nil || len(k.Key) < 16 {
				return nil, errNoKeyFile
			}
			continue
		}
		name, err := strconv.Unquote(rest)
		if before, again := k.Names[word]; err != nil || again && name != before {
			return nil, errNoKeyFile
		}
		k.Names[word] = name
	}
	if k.Key == nil {
		return nil, errNoKeyFile
	}
	return k, nil
}

// readKeyText reads a file that begins like a key file.
func readKeyText(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	header := make([]byte, len(KeyHeader))
	if n, err := io.ReadFull(f, header); err == io.EOF || err == io.ErrUnexpectedEOF || err == nil && string(header) != KeyHeader && string(header) != oldKeyHeader {
		return nil, errNoKeyFile
	} else if err != nil {
		return header[:n], err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if text = append(header, text...); err == nil && len(text) > maxKeyFile {
		err = ErrLargeKey
	}
	return text, err
}

// KeySumOf returns the last line of a key file, given the text before it.
func KeySumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return keySum + hex.EncodeToString(sum[:]) + "\n"
}

// Write adds the new pseudonyms to a key file, or creates one that only its owner can read. The file is written atomically: its
// content is worth more than any result. If there is nothing to add it is not changed.
func (k *KeyFile) Write(file string, ps *rewrite.Pseudonyms) (added int, err error) {
	b := bytes.NewBufferString(KeyHeader)
	if b.WriteString(k.lines); k.text == nil {
		fmt.Fprintf(b, "key %s\n", hex.EncodeToString(k.Key))
	}
	for pseudonym, name := range ps.Added {
		fmt.Fprintf(b, "%s %q\n", pseudonym, name)
		added++
	}
	if added == 0 && k.text != nil {
		return 0, nil
	}
	b.WriteString(KeySumOf(b.Bytes()))
	if b.Len() > maxKeyFile {
		return 0, ErrLargeKey
	}
	if file, err = cli.FollowLinks(file); err != nil {
		return 0, err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".iprof-viz-key-*") // only for its owner
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if info, err := os.Stat(file); err == nil && k.text != nil {
		f.Chmod(info.Mode().Perm()) // unchanged, if the system allows that
	}
	if _, err = f.Write(b.Bytes()); err == nil {
		err = f.Sync() // nothing can recreate a key
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return 0, err
	}
	switch now, err := os.ReadFile(file); {
	case errors.Is(err, fs.ErrNotExist) && k.text == nil:
	case err != nil:
		return 0, err
	case k.text == nil || !bytes.Equal(now, k.text):
		return 0, errChangedKey
	}
	return added, os.Rename(f.Name(), file)
}
