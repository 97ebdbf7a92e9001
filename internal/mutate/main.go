// Mutate plants faults in packages, one at a time, and reports which of them the package's own short tests miss. Faults are drawn
// by a seed; equivalent ones, which change nothing observable, are listed in equivalent.txt, with the reason. No source file is
// changed.
//
//	go run ./internal/mutate [-n 400] [-seed 1] [-from PACKAGE] [-least 90] [-match REGEXP] [-run REGEXP] [-list] PACKAGE...
//
// A package is a directory, as in ./iprof, or all below one, as in ./convert/... .
package main

import (
	"cmp"
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
	flag.StringVar(&o.from, "from", "", "leave out those of the draw in packages before `PACKAGE`, as when a run was interrupted")
	flag.Float64Var(&o.minimum, "least", 90, "fail if less than `PERCENT` of the faults that are not equivalent are caught")
	flag.IntVar(&o.parallel, "parallel", 2, "`N` faults at a time")
	flag.BoolVar(&o.list, "list", false, "list the faults that can be planted, try none")
	match := flag.String("match", "", "all faults whose name matches this `REGEXP`, instead of a draw")
	flag.StringVar(&o.run, "run", "", "only tests whose name matches this `REGEXP`, as of go test")
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
	run         string         // names of tests
	from        string         // the first package
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
	if o.from != "" {
		first := slices.IndexFunc(packages, func(p stratum) bool { return p.dir == filepath.ToSlash(filepath.Clean(o.from)) })
		if first < 0 {
			return fmt.Errorf("-from: %s is not one of the packages", o.from)
		}
		packages = packages[first:]
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
			if err := r.of(p, reasons, o); err != nil {
				return err
			}
		}
	}
	return r.report(o.minimum)
}

// packagesOf returns the packages that patterns name, each with its sites in file order.
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

// together is how many faults are compiled at once.
const together = 200

// tries faults of a package until its quota of them has compiled. Equivalent ones must compile as well.
func (r *results) of(p stratum, reasons map[string]string, o options) error {
	t := tests{dir: p.dir, names: o.run, limit: mostWait}
	limit, err := limitOf(t)
	if err != nil {
		return err
	}
	t.limit = limit
	for left := p.quota; left > 0 && len(p.sites) > 0; {
		batch, alone := []site(nil), []site(nil)
		n := min(left, together, len(p.sites))
		for _, s := range p.sites[:n] {
			if s.in == (body{}) {
				alone = append(alone, s)
			} else {
				batch = append(batch, s)
			}
		}
		p.sites = p.sites[n:]
		before := r.compiled()
		if err := r.try(t, batch, reasons, o.parallel); err != nil {
			return err
		}
		for _, s := range alone {
			if err := r.try(t, []site{s}, reasons, 1); err != nil {
				return err
			}
		}
		left -= r.compiled() - before
	}
	return nil
}

// limitOf runs the tests of a package without a fault. They must pass, and take a fraction of the resulting time limit.
func limitOf(t tests) (limit time.Duration, err error) {
	temp, err := os.MkdirTemp("", "mutate-*")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)
	p := planting{dir: t.dir, temp: temp}
	t.binary = filepath.Join(temp, "package.test")
	if _, err := p.compile(t.binary); err != nil {
		return 0, err
	}
	o, took, err := t.run(0)
	if err != nil || o != survived {
		return 0, fmt.Errorf("the tests of %s fail without a fault: %s %w", t.dir, o, err)
	}
	return 5*time.Second + 4*took, nil
}

// try compiles faults together, and activates one after the other.
func (r *results) try(t tests, sites []site, reasons map[string]string, parallel int) error {
	if len(sites) == 0 {
		return nil
	}
	temp, err := os.MkdirTemp("", "mutate-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	p := planting{dir: t.dir, temp: temp, sites: sites}
	t.binary = filepath.Join(temp, "package.test")
	failed, err := p.compile(t.binary)
	if err != nil {
		return err
	}
	for _, s := range failed {
		r.add(s, notCompiled)
	}
	var mu sync.Mutex
	var group sync.WaitGroup
	next := 0
	for range parallel {
		group.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for next < len(p.sites) && err == nil {
				s := p.sites[next]
				next++
				o, number := equivalent, next
				if reasonOf(reasons, s.name) == "" {
					mu.Unlock()
					var e error
					o, _, e = t.run(number)
					mu.Lock()
					err = cmp.Or(err, e)
				}
				r.add(s, o)
			}
		})
	}
	group.Wait()
	return err
}

// compiled returns how many faults have been tried, or are known to be equivalent.
func (r *results) compiled() int {
	return r.counts[caught] + r.counts[timedOut] + r.counts[survived] + r.counts[equivalent]
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

// report lists the survivors. It fails if too few faults were caught.
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
