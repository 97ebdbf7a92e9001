package iprof

import "fmt"

// A BCI is a bytecode index within a method. Negative BCIs are not bytecode positions; see [BCI.String].
type BCI int32

// The negative BCIs of JVMCI's BytecodeFrame.
const (
	BCIUnwind            BCI = -1
	BCIBefore            BCI = -2
	BCIAfter             BCI = -3
	BCIAfterException    BCI = -4
	BCIUnknown           BCI = -5
	BCIInvalidFrameState BCI = -6
)

// The range of BCIs: a method has at most 65,535 bytes of bytecode (JVM specification, 4.7.3).
const (
	MinBCI BCI = -32768
	MaxBCI BCI = 65535
)

// String returns the number, or the name that JVMCI's BytecodeFrame has for a negative BCI.
func (b BCI) String() string {
	switch b {
	case BCIUnwind:
		return "unwind"
	case BCIBefore:
		return "before"
	case BCIAfter:
		return "after"
	case BCIAfterException:
		return "after exception"
	case BCIUnknown:
		return "unknown"
	case BCIInvalidFrameState:
		return "invalid frame state"
	}
	return fmt.Sprint(int32(b))
}
