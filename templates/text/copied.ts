// Tables as text, in the same form as render/internal/markdown/markdown.go and render/internal/csvtext/csvtext.go.

/** A Markdown table. In names, characters with a meaning are escaped. */
export function markdown(heads: string[], rows: string[][], numbers: boolean[]): string {
	const escape = (s: string) => s.replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&").replace(/\s+/g, " ");
	const line = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
	return line(heads.map(escape)) + line(numbers.map((n) => n ? "---:" : "---")) + rows.map((r) => line(r.map(escape))).join("");
}

/** Comma-separated values: an unknown number is empty. No spreadsheet mistakes a name for a formula. */
export function csv(heads: string[], rows: (string | number | null)[][]): string {
	const cell = (v: string | number | null) => {
		if (v === null) return "";
		if (typeof v === "number") return Number.isFinite(v) ? String(v) : "";
		const safe = /^[=+\-@'＝＋－＠]/.test(v) ? "'" + v : v;
		return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
	};
	return [heads, ...rows].map((r) => r.map(cell).join(",") + "\n").join("");
}
