// Package cputime tells how much processor time this process has used. Unlike the time of the clock, it does not depend on what else the
// machine is doing.
package cputime
