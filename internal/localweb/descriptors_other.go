//go:build !unix

package localweb

// maxConnections returns the maximum number of open connections.
func maxConnections() int { return manyConnections }
