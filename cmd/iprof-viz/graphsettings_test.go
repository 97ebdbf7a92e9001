package main

import "testing"

// TestBoxesOfPictures: a picture has as many boxes as a window can show, also that of a comparison, unless all lines are asked for.
func TestBoxesOfPictures(t *testing.T) {
	for _, c := range []struct {
		o    graphOptions
		want int
	}{
		{graphOptions{format: "svg"}, 40},
		{graphOptions{format: "png"}, 40},
		{graphOptions{format: "svg", base: "old.iprof"}, 40},
		{graphOptions{format: "png", base: "old.iprof"}, 40},
		{graphOptions{format: "svg", all: true}, 80},
		{graphOptions{format: "svg", base: "old.iprof", all: true}, 80},
		{graphOptions{format: "png", base: "old.iprof", all: true}, 80},
		{graphOptions{format: "svg", base: "old.iprof", limit: 7}, 7},
	} {
		c.o.graph.Nodes = -1
		if c.o.limit == 0 {
			c.o.limit = -1
		}
		c.o.settlePicture()
		if c.o.graph.Nodes != c.want {
			t.Errorf("%s, base %q, all edges %v: %d nodes, want %d", c.o.format, c.o.base, c.o.all, c.o.graph.Nodes, c.want)
		}
	}
}
