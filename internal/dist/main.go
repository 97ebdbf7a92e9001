// Dist makes files for users who have no Go: archives for each system, packages for Debian and for RPM, images for containers, bills of
// materials, and checksums. It publishes nothing.
//
//	go run ./internal/dist -o dist
//
// The same commit gives the same bytes, in any directory, with the same version of Go: times are those of the commit (or
// SOURCE_DATE_EPOCH, which is needed where there is no repository).
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// allTargets are the systems and architectures with archives.
const allTargets = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	var o options
	var targets, without string
	flag.StringVar(&o.out, "o", "dist", "write into this `directory`: files of an earlier run are replaced")
	flag.StringVar(&targets, "targets", allTargets, "systems and architectures, comma-separated")
	flag.StringVar(&without, "without", "", "leave out some of "+strings.Join(parts, ", "))
	flag.BoolVar(&o.skipMissing, "skip-missing", false, "if a tool cannot be fetched, say so and leave out its files")
	flag.StringVar(&o.maintainer, "maintainer", "The iprof-viz Authors", "the `name` in packages, with an address: Name <address>")
	flag.Parse()
	err := o.parse(targets, without, flag.Args())
	if err == nil {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func (o *options) parse(targets, without string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q", args[0])
	}
	for name := range strings.SplitSeq(targets, ",") {
		system, arch, ok := strings.Cut(name, "/")
		if !ok {
			return fmt.Errorf("-targets: %q is not SYSTEM/ARCHITECTURE", name)
		}
		o.targets = append(o.targets, target{system, arch})
	}
	for part := range strings.SplitSeq(without, ",") {
		if part != "" && !slices.Contains(parts, part) {
			return fmt.Errorf("-without: %q is not one of %s", part, strings.Join(parts, ", "))
		}
		o.without = append(o.without, part)
	}
	return nil
}

func run(o options) error {
	staging, err := os.MkdirTemp("", "iprof-viz-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staging)
	if err := prepare(o.out); err != nil {
		return err
	}
	tools, err := fetch(o, staging)
	if err != nil {
		return err
	}
	r := &release{options: o, tools: tools, staging: staging}
	for _, t := range o.targets {
		if err := r.add(t); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	return sum(o.out)
}
