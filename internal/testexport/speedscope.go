package testexport

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Speedscope is a file of speedscope.
type Speedscope struct {
	Schema string `json:"$schema"`
	Shared struct {
		Frames []struct {
			Name, File string
			Line       int
		}
	}
	Exporter string
	Profiles []struct {
		Type, Name, Unit     string
		StartValue, EndValue int64
		Samples              [][]int
		Weights              []int64
	}
}

// ReadSpeedscope reads a file. It fails if a weight is not positive, a frame does not exist, or the weights do not add up.
func ReadSpeedscope(text []byte) (*Speedscope, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	var s Speedscope
	if err := d.Decode(&s); err != nil {
		return nil, err
	}
	if s.Schema != "https://www.speedscope.app/file-format-schema.json" || len(s.Profiles) == 0 {
		return nil, fmt.Errorf("schema %q, %d profiles", s.Schema, len(s.Profiles))
	}
	for _, p := range s.Profiles {
		sum := p.StartValue
		if len(p.Samples) != len(p.Weights) || p.Type != "sampled" || p.Unit != "none" || p.Name == "" {
			return nil, fmt.Errorf("%q in %q: %d samples, %d weights", p.Name, p.Unit, len(p.Samples), len(p.Weights))
		}
		for i, stack := range p.Samples {
			if len(stack) == 0 || p.Weights[i] <= 0 {
				return nil, fmt.Errorf("stack %d has the weight %d", stack, p.Weights[i])
			}
			for _, frame := range stack {
				if frame < 0 || frame >= len(s.Shared.Frames) {
					return nil, fmt.Errorf("frame %d of %d", frame, len(s.Shared.Frames))
				}
			}
			sum += p.Weights[i]
		}
		if sum != p.EndValue {
			return nil, fmt.Errorf("weights add up to %d, the end is %d", sum, p.EndValue)
		}
	}
	return &s, nil
}

// Folded returns the sums of a profile's stacks, by their names, each with a semicolon after it.
func (s *Speedscope) Folded(profile int) map[string]int64 {
	all := map[string]int64{}
	for i, stack := range s.Profiles[profile].Samples {
		var b strings.Builder
		for _, frame := range stack {
			b.WriteString(s.Shared.Frames[frame].Name)
			b.WriteString(";")
		}
		all[b.String()] += s.Profiles[profile].Weights[i]
	}
	return all
}
