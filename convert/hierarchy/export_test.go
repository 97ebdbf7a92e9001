package hierarchy

// World returns how many classes are given, of several with one name the first, and whether others are damaged.
func (c *Classes) World() (classes int, damaged bool, err error) {
	w, err := c.world()
	if err != nil {
		return 0, false, err
	}
	for _, t := range w.types {
		if t.given && !t.known {
			classes++
		}
	}
	return classes, c.Damaged(), nil
}
