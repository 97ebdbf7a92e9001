// Package cli has the manners of a command line: kinds of flags, help, hints, messages, progress, outputs, failures and their exit
// statuses.
package cli
