package inlinetree

import "github.com/iprof-viz/iprof-viz/render/internal/siteline"

// TextOptions are the options of [Text], [Markdown], [IntoText] and [IntoMarkdown]. The zero value is useful.
type TextOptions = siteline.Options
