// Package cli implements command-line conventions: kinds of flags, help, hints, messages, progress, outputs, failures and their
// exit statuses.
package cli
