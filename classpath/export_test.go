package classpath

import (
	"bytes"
	"io"
)

// OpenBytes is Open for an archive or a run-time image in memory.
func OpenBytes(data []byte, o Options) (*Path, error) {
	p := newPath(o)
	if _, err := p.addArchive(bytes.NewReader(data), int64(len(data)), "a.jar", func() error { return nil }); err != nil {
		return nil, err
	}
	return p, nil
}

// KeepDecompressed sets the number of bytes of decompressed jars that are kept.
func (p *Path) KeepDecompressed(most int) { p.inflated.most = most }

// Decompressed returns the number of bytes of decompressed jars that are kept.
func (p *Path) Decompressed() int {
	n := 0
	for _, e := range p.inflated.content {
		n += len(e.Value.(recentContent).data)
	}
	return n
}

// OpenReader is OpenBytes for a reader.
func OpenReader(data io.ReaderAt, size int64) (*Path, error) {
	p := newPath(Options{})
	if _, err := p.addArchive(data, size, "a.jar", func() error { return nil }); err != nil {
		return nil, err
	}
	return p, nil
}
