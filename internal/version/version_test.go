package version

import (
	"runtime/debug"
	"testing"
)

func TestSource(t *testing.T) {
	vcs := func(revision, time, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}, {Key: "vcs.time", Value: time}, {Key: "vcs.modified", Value: modified}}
	}
	const hash = "0123456789abcdef0123456789abcdef01234567"
	tests := []struct {
		name    string
		version string
		vcs     []debug.BuildSetting
		want    string
	}{
		{"without version control", "(devel)", nil, "devel"},
		{"by go run of files", "", nil, "devel"},
		{"a tag in a checkout", "v1.2.0", vcs(hash, "2026-11-28T23:30:00-02:00", "false"), "v1.2.0 (commit 0123456789ab of 2026-11-29)"},
		{"a commit in a checkout", "v0.0.0-20261128023421-0123456789ab", vcs(hash, "2026-11-28T02:34:21Z", "false"), "devel (commit 0123456789ab of 2026-11-28)"},
		{"changes", "v1.2.1-0.20261128023421-0123456789ab+dirty", vcs(hash, "2026-11-28T02:34:21Z", "true"), "devel (commit 0123456789ab of 2026-11-28, modified)"},
		{"a tag with changes", "v1.2.0+dirty", vcs(hash, "2026-11-28T02:34:21Z", "true"), "v1.2.0 (commit 0123456789ab of 2026-11-28, modified)"},
		{"a tag of a proxy", "v1.2.0-rc.1", nil, "v1.2.0-rc.1"},
		{"a commit of a proxy", "v1.2.0-rc.1.0.20261128023421-0123456789ab", nil, "devel (commit 0123456789ab of 2026-11-28)"},
		{"a tag with a date", "v1.2.0-20261128-0123456789ab", nil, "v1.2.0-20261128-0123456789ab"},
		{"a tag with a long number", "v1.2.0-20261128023421-0123456789AB", nil, "v1.2.0-20261128023421-0123456789AB"},
		{"a time alone", "20261128023421-0123456789ab", nil, "20261128023421-0123456789ab"},
		{"an older go command", "(devel)", vcs(hash, "2026-11-28T02:34:21Z", "true"), "devel (commit 0123456789ab of 2026-11-28, modified)"},
		{"a short revision", "(devel)", vcs("17", "", "false"), "devel (commit 17)"},
	}
	for _, tt := range tests {
		info := &debug.BuildInfo{Main: debug.Module{Path: "example.com/m", Version: tt.version}, Settings: tt.vcs}
		if got := SourceOf(info).String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
