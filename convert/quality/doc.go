// Package quality measures how far the numbers of a profile can be relied on, and judges it by thresholds.
//
// [Margin] is about samples: how far the shares of the hottest methods may be off by chance. [Flow] is about counts: how much of them
// contradict each other. A [Verdict] is a list of criteria, each with its value and threshold: what is unknown is not judged, and never
// passes. docs/quality.md has the definitions with their sources.
package quality
