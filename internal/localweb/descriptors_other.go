//go:build !unix

package localweb

// maxConnections returns how many connections may be open at a time.
func maxConnections() int { return manyConnections }
