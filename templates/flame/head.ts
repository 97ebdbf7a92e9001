// Title, description and legend, as in render/flame/legend.go.

import { element, number } from "../svg/elements";
import { PlainRuler } from "../text/labels";
import { data, head, svg } from "./document";
import { ofText, ofTitle } from "./labels";
import { margin, width } from "./layout";

const lineHeight = 17;

/** Draws it at the width of the picture, starting at the top; returns where it ends. */
export function drawHead(): number {
	const lines: Element[] = [];
	const text = (kind: string, s: string, x: number, y: number) => {
		const e = element("text", { class: kind, x: number(x), y });
		e.textContent = s;
		lines.push(e);
	};
	let y = margin;
	for (const line of wrap(svg.querySelector("title")!.textContent!, ofTitle)) {
		text("title", line, margin, y + 17);
		y += 23;
	}
	y += 3;
	for (const [kind, s] of [["sub", data.sub], ...data.about.map((s) => ["note", s])]) {
		for (const line of wrap(s, ofText)) {
			text(kind, line, margin, y + 12);
			y += lineHeight;
		}
	}
	y += 5;
	let x = 0;
	for (const [kind, label] of data.legend) {
		const box = kind ? 17 : 0, s = ofText.cut(label, width - box), w = box + ofText.measure(s);
		if (x > 0 && x + w > width) {
			x = 0;
			y += lineHeight;
		}
		if (kind) lines.push(element("rect", { class: kind, x: number(margin + x), y, width: 12, height: 12 }));
		text("key", s, margin + x + box, y + 10);
		x += w + 16;
	}
	if (x > 0) y += lineHeight;
	head.replaceChildren(...lines);
	return y + 6;
}

function wrap(s: string, ruler: PlainRuler): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of s.split(/\s+/).filter(Boolean)) {
		if (line && ruler.measure(line + " " + word) <= width) line += " " + word;
		else {
			if (line) lines.push(line);
			line = ruler.cut(word, width);
		}
	}
	return line ? [...lines, line] : lines;
}
