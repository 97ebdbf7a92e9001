// Plainfolded is the simplest converter to folded stacks: it reads a whole profile into structs and
// prints its stacks. internal/bench measures iprof-viz against it.
package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/bench/plainprofile"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run prints the folded stacks of the profile.
func run() error {
	p, err := plainprofile.Read()
	if err != nil {
		return err
	}
	stacks := map[string]int64{}
	var names []string
	for _, r := range p.Records {
		names = names[:0]
		for _, frame := range strings.Split(r.Ctx, "<") {
			method, _, _ := strings.Cut(frame, ":")
			id, err := strconv.Atoi(method)
			if err != nil {
				return err
			}
			names = append(names, p.Method(id))
		}
		slices.Reverse(names)
		stacks[strings.Join(names, ";")] += r.Records[0]
	}

	w := bufio.NewWriter(os.Stdout)
	for _, stack := range slices.Sorted(maps.Keys(stacks)) {
		fmt.Fprintf(w, "%s %d\n", stack, stacks[stack])
	}
	return w.Flush()
}
