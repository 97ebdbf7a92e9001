// Buttons that copy a table.

import { button, copy } from "../dom/dom";

export type Format = "markdown" | "csv";

/** Adds a button for Markdown and one for CSV. Rows selects the rows; say shows whether copying was possible, and which rows were copied, by default on the button. */
export function copyButtons(inside: Element, rows: string, table: (format: Format) => string, say?: { picked: () => string; show: (text: string) => void }): void {
	for (const [text, format] of [["Markdown", "markdown"], ["CSV", "csv"]] as const) {
		const b = button(text, `Copy ${rows} as ${text}`, () => void copy(table(format)).then((done) => {
			if (say) return say.show(done ? `${say.picked()} copied` : "the browser blocked clipboard access");
			b.textContent = done ? "Copied" : "Not allowed";
			setTimeout(() => b.textContent = text, 1500);
		}), inside);
	}
}
