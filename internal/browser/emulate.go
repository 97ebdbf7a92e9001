package browser

import (
	"encoding/base64"
	"fmt"
)

// Theme makes the system's colors dark or light.
func (p *Page) Theme(dark bool) error {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	return p.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Paper shows the page as it is printed, with as many pixels as a sheet has, or as on a screen again.
func (p *Page) Paper(on bool) error {
	media := ""
	if on {
		media = "print"
	}
	return p.call("Emulation.setEmulatedMedia", map[string]any{"media": media}, nil)
}

// Print returns the page as a PDF, with its own size of paper and with backgrounds.
func (p *Page) Print() ([]byte, error) {
	var got struct{ Data string }
	if err := p.call("Page.printToPDF", map[string]any{"preferCSSPageSize": true}, &got); err != nil {
		return nil, err
	}
	pdf, err := base64.StdEncoding.DecodeString(got.Data)
	if err != nil {
		return nil, fmt.Errorf("a PDF: %w", err)
	}
	return pdf, nil
}
