package classfile

import "bytes"

// OpenBytes is Open for an archive or a run-time image in memory.
func OpenBytes(data []byte, o Options) (*Path, error) {
	p := newPath(o)
	if _, err := p.addArchive(bytes.NewReader(data), int64(len(data)), "a.jar", func() error { return nil }); err != nil {
		return nil, err
	}
	return p, nil
}
