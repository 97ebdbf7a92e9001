// Package serve has the pages and the API of a server of profiles. It is given the commands that it runs.
package serve
