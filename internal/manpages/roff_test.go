package manpages

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Text stays text: nothing of it is a request of roff, and quotes can be pasted into a shell.
func TestTextStaysText(t *testing.T) {
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("mandoc is not installed")
	}
	c := &cobra.Command{
		Use: "q [--] FILE", Short: "Test \"quotes\"", Run: func(*cobra.Command, []string) {},
		Long:    ".so /etc/passwd\n'br\n\nback\\slash \\fB ≤ ~/x ^y `z` 'q' \"d\" --long-flag -n",
		Example: "  .sh 'a\\.b$' ~ ^ `\n  'x  an explanation",
	}
	c.Flags().String("dot.x", `a\nb`, "a `FILE` with .so\n.so x")
	root := &cobra.Command{Use: "p"}
	root.AddCommand(c)
	page := Program{Root: root, Version: `1"0\`}.page(c)
	command := exec.Command(mandoc, "-Tutf8", "-Owidth=80")
	command.Stdin = strings.NewReader(page)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`.\x08`).ReplaceAllString(string(out), "")
	for _, want := range []string{
		`.so /etc/passwd 'br`, "back\\slash \\fB ≤ ~/x ^y `z` 'q' \"d\" --long-flag -n", ".sh 'a\\.b$' ~ ^ `", "'x\n", "an explanation",
		"--dot.x FILE", `a FILE with .so .so x (default "a\\nb")`, `1"0\`, `p-q - test "quotes"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
