// Package pngtext provides the fonts of PNGs.
package pngtext

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// MaxPixels is the maximum area of a PNG. Larger pictures are scaled down or rejected: each pixel takes 4 bytes of memory.
const MaxPixels = 64 << 20

// FontScale scales fonts in PNGs, which are narrower than SVGs'.
const FontScale = 1.1

// Faces are the fonts of a picture, created on first use.
type Faces map[faceKey]font.Face

type faceKey struct {
	bold bool
	size float64 // in pixels
}

// Face returns the font of a size in pixels.
func (f Faces) Face(bold bool, size float64) (font.Face, error) {
	key := faceKey{bold, size}
	if face := f[key]; face != nil {
		return face, nil
	}
	data := goregular.TTF
	if bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return nil, err
	}
	f[key] = face
	return face, nil
}
