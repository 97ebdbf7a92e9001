package browser

import (
	"context"
	"encoding/base64"
	"fmt"
)

// Theme sets the system's color scheme to dark or light.
func (p *Page) Theme(dark bool) error {
	return p.colors(dark, "none")
}

// ForcedColors is like Theme, for readers whose system replaces the colors of pages with a few of its own.
func (p *Page) ForcedColors(dark bool) error {
	return p.colors(dark, "active")
}

func (p *Page) colors(dark bool, forced string) error {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	features := []map[string]any{{"name": "prefers-color-scheme", "value": scheme}, {"name": "forced-colors", "value": forced}}
	return p.call("Emulation.setEmulatedMedia", map[string]any{"features": features}, nil)
}

// Scripts disables or enables scripts of pages opened from now on. Run is not affected.
func (p *Page) Scripts(on bool) error {
	return p.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": !on}, nil)
}

// Reset makes the tab as a new one, for another document: empty, without a history, and with nothing of the system emulated. What documents
// have stored stays.
func (p *Page) Reset(ctx context.Context) error {
	if err := p.call("Emulation.setEmulatedMedia", map[string]any{"media": "", "features": []any{}}, nil); err != nil {
		return err
	}
	if err := p.Scripts(true); err != nil {
		return err
	}
	if err := p.Open("about:blank"); err != nil {
		return err
	}
	if err := p.Until(ctx, `location.href === "about:blank"`); err != nil {
		return err
	}
	return p.call("Page.resetNavigationHistory", nil, nil)
}

// Paper shows the page as printed, with as many pixels as a sheet has, or as on a screen again.
func (p *Page) Paper(on bool) error {
	media := ""
	if on {
		media = "print"
	}
	return p.call("Emulation.setEmulatedMedia", map[string]any{"media": media}, nil)
}

// Print returns the page as a PDF, with its own size of paper and with backgrounds.
func (p *Page) Print() ([]byte, error) {
	return p.file("Page.printToPDF", map[string]any{"preferCSSPageSize": true})
}

// Screenshot returns a picture of the window as a PNG.
func (p *Page) Screenshot() ([]byte, error) {
	return p.file("Page.captureScreenshot", map[string]any{"format": "png"})
}

func (p *Page) file(method string, params map[string]any) ([]byte, error) {
	var got struct{ Data string }
	if err := p.call(method, params, &got); err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(got.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	return data, nil
}
