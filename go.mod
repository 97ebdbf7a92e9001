module github.com/iprof-viz/iprof-viz

go 1.26
