package testwriter

type Failing struct{ Err error }

func (f Failing) Write([]byte) (int, error) { return 0, f.Err }
