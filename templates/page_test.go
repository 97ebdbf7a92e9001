package templates

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPageIsFresh: the committed script of pages is that of its modules.
func TestPageIsFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: esbuild is not compiled")
	}
	got, err := exec.Command("go", "tool", "esbuild", "page/main.ts", "--bundle", "--minify", "--charset=utf8", "--target=es2022", "--log-level=warning").Output()
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile("page.js"); err != nil || string(got) != string(want) {
		t.Errorf("page.js is not that of the modules in templates/page: make page writes it (%v)", err)
	}
}

// TestPageTypes: the modules have no type errors.
func TestPageTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: no type checks")
	}
	if _, err := exec.LookPath("tsc"); err != nil {
		t.Skip("no tsc on PATH: types of the page's modules are not checked")
	}
	if out, err := exec.Command("tsc", "--project", "page").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPageScript: the script is valid in HTML, loads nothing, and makes no markup of names.
func TestPageScript(t *testing.T) {
	for _, s := range []string{"</script", "<!--", "http://", "https://", "innerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch("} {
		if strings.Contains(strings.Replace(pageJS, "http://www.w3.org/2000/svg", "", 1), s) {
			t.Errorf("%s is in the script", s)
		}
	}
	if strings.Contains(pageCSS, "url(") || strings.Contains(pageCSS, "@import") || strings.Contains(pageCSS, "</style") {
		t.Error("the style loads something")
	}
}
