package serve

import (
	"io"
	"slices"
)

// readChunks is like io.ReadAll, for much data that may be rejected: it takes at most twice the memory of the result, where
// io.ReadAll takes more than twice, and five times with its garbage. It calls claim for the bytes that it is about to take, and
// ends with its error.
func readChunks(r io.Reader, claim func(bytes int) error) ([]byte, error) {
	const first, largest = 16 << 10, 1 << 20
	var chunks [][]byte
	var chunk []byte
	for {
		if len(chunk) == cap(chunk) {
			if chunk != nil {
				chunks = append(chunks, chunk)
			}
			size := min(max(first, 2*cap(chunk)), largest)
			if err := claim(size); err != nil {
				return nil, err
			}
			chunk = make([]byte, 0, size)
		}
		n, err := r.Read(chunk[len(chunk):cap(chunk)])
		chunk = chunk[:len(chunk)+n]
		switch {
		case err == io.EOF:
			return slices.Concat(append(chunks, chunk)...), nil
		case err != nil:
			return nil, err
		}
	}
}
