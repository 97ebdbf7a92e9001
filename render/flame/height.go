package flame

import "github.com/iprof-viz/iprof-viz/convert/stacks"

// TallPicture is the height in pixels of a picture in which nobody finds anything by scrolling: about four screens. In taller ones,
// directly recursive frames are better merged.
const TallPicture = 3000

// BoxesHeight returns the height in pixels of the boxes in a picture that is not a slide. It fails as [SVG] does.
func BoxesHeight(t *stacks.Tree, opts Options) (int, error) {
	t = orEmpty(t)
	opts, err := opts.Settle(t)
	if err != nil {
		return 0, err
	}
	size := layoutSize{width: float64(opts.Width - 2*margin), minWidth: opts.MinWidth, rows: maxRows, byName: opts.SortByName}
	return layOut(t, size).rows * rowHeight, nil
}
