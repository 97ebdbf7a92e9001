package serve

import (
	"errors"
	"net/http"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// hintOf returns the hint of a command's failure, "" for none.
func hintOf(err error) string {
	var f *cli.Failure
	if errors.As(err, &f) {
		return f.HintText()
	}
	return ""
}

// ViewStatus is the HTTP status of a command's failure.
func ViewStatus(err error) int {
	var f *cli.Failure
	if !errors.As(err, &f) {
		return http.StatusBadRequest
	}
	switch f.Status {
	case cli.StatusCheck, cli.StatusInput: // the profile has none of it
		return http.StatusNotFound
	case cli.StatusLimit:
		return http.StatusRequestEntityTooLarge
	case cli.StatusDefect, cli.StatusOutput:
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// recoverDefect turns a panic into an error.
func recoverDefect(err *error) {
	if defect := recover(); defect != nil {
		*err = cli.DefectFailure(defect)
	}
}
