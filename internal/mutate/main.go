// Mutate plants faults in packages, one at a time, and tells which of them the short tests of the package itself miss. Faults are
// drawn by a seed; those that change nothing that can be seen are listed in equivalent.txt, with the reason. No file of the
// source is changed.
//
//	go run ./internal/mutate [-n 400] [-seed 1] [-least 90] [-match REGEXP] [-list] PACKAGE...
//
// A package is a directory, as in ./iprof, or all below one, as in ./convert/... .
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.n, "n", 400, "`N` faults that compile")
	flag.Uint64Var(&o.seed, "seed", 1, "`SEED` of the draw")
	flag.Float64Var(&o.minimum, "least", 90, "fail if less than `PERCENT` of the faults that are not equivalent are caught")
	flag.IntVar(&o.parallel, "parallel", 2, "`N` faults at a time")
	flag.BoolVar(&o.list, "list", false, "list the faults that can be planted, try none")
	match := flag.String("match", "", "all faults whose name matches this `REGEXP`, instead of a draw")
	flag.Parse()
	if *match != "" {
		o.match = regexp.MustCompile(*match)
	}
	if err := run(o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type options struct {
	n, parallel int
	seed        uint64
	minimum     float64
	match       *regexp.Regexp // nil: draw
	list        bool
}

func run(o options, patterns []string) error {
	reasons, err := parseEquivalent(equivalentText)
	if err != nil {
		return fmt.Errorf("equivalent.txt: %w", err)
	}
	packages, err := packagesOf(patterns)
	if err != nil {
		return err
	}
	if o.match == nil {
		draw(packages, o.seed, o.n)
	} else {
		for i := range packages {
			p := &packages[i]
			p.sites = slices.DeleteFunc(p.sites, func(s site) bool { return !o.match.MatchString(s.name) })
			p.quota = len(p.sites)
		}
	}
	if o.list {
		for _, p := range packages {
			for _, s := range p.sites {
				fmt.Printf("%s:%d\t%s\n", s.file, s.line, s.name)
			}
		}
		return nil
	}
	var r results
	for _, p := range packages {
		if p.quota > 0 {
			if err := r.of(p, reasons, o.parallel); err != nil {
				return err
			}
		}
	}
	return r.report(o.minimum)
}

// packagesOf returns the packages that patterns name, each with its sites in the order of the files.
func packagesOf(patterns []string) ([]stratum, error) {
	var dirs []string
	for _, pattern := range patterns {
		root, below := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		err := filepath.WalkDir(filepath.Clean(root), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return err
			case d.Name() == "testdata" || !below && path != filepath.Clean(root):
				return fs.SkipDir
			}
			dirs = append(dirs, filepath.ToSlash(path))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var packages []stratum
	for _, dir := range dirs {
		sites, err := sitesOf(".", dir)
		if err != nil {
			return nil, err
		}
		packages = append(packages, stratum{dir: dir, sites: sites})
	}
	return packages, nil
}

// results are the outcomes of all trials.
type results struct {
	counts    map[outcome]int
	survivors []site
}

// of tries faults of a package until as many have compiled as its quota says.
func (r *results) of(p stratum, reasons map[string]string, parallel int) error {
	clean := trial{dir: p.dir, timeout: 5 * time.Minute}
	var err error
	if clean.temp, err = os.MkdirTemp("", "mutate-*"); err != nil {
		return err
	}
	defer os.RemoveAll(clean.temp)
	start := time.Now()
	if o, err := clean.run(nil); err != nil || o != survived {
		return fmt.Errorf("the tests of %s fail without a fault: %s %w", p.dir, o, err)
	}
	clean.timeout = 10*time.Second + 4*time.Since(start)
	var mu sync.Mutex
	var group sync.WaitGroup
	next, left := 0, p.quota
	for range parallel {
		group.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for left > 0 && next < len(p.sites) && err == nil {
				s := p.sites[next]
				next++
				left--
				mu.Unlock()
				o, e := tryOne(clean, s, reasons)
				mu.Lock()
				if e != nil {
					err = e
					return
				}
				if o == notCompiled {
					left++
				}
				r.add(s, o)
			}
		})
	}
	group.Wait()
	return err
}

// tryOne plants a fault, unless it is known to change nothing. Such a fault has to compile to count.
func tryOne(t trial, s site, reasons map[string]string) (outcome, error) {
	if reasons[s.name] != "" {
		return equivalent, nil
	}
	temp, err := os.MkdirTemp(t.temp, "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	t.temp = temp
	return t.run(&s)
}

func (r *results) add(s site, o outcome) {
	if r.counts == nil {
		r.counts = map[outcome]int{}
	}
	r.counts[o]++
	if o == survived {
		r.survivors = append(r.survivors, s)
	}
	if o != notCompiled {
		fmt.Printf("%-10s  %s:%d  %s\n", o, s.file, s.line, s.name)
	}
}

// report lists the survivors. Its error says that too few faults were caught.
func (r *results) report(minimum float64) error {
	good := r.counts[caught] + r.counts[timedOut]
	all := good + r.counts[survived]
	percent := 100 * float64(good) / float64(max(all, 1))
	fmt.Printf("\n%d of %d faults caught, %.1f%%, %d of them by a timeout; %d more are equivalent, %d did not compile\n",
		good, all, percent, r.counts[timedOut], r.counts[equivalent], r.counts[notCompiled])
	for _, s := range r.survivors {
		fmt.Printf("survived: %s:%d  %s\n", s.file, s.line, s.name)
	}
	if all > 0 && percent < minimum {
		return fmt.Errorf("%.1f%% of the faults were caught, less than %g%%", percent, minimum)
	}
	return nil
}
