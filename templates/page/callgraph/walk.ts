// Going through a graph along its lines.

import { Diagram, weightOf } from "./diagram";
import { Drawing } from "./drawing";

/** The lines of a box, heaviest first. */
export function linesOf({ lines }: Diagram, box: number, side: "callers" | "callees"): number[] {
	return lines.flatMap((l, i) => l.from !== l.to && l.from >= 0 && (side === "callers" ? l.to : l.from) === box ? [i] : []).sort((a, b) => (lines[b].share ?? 0) - (lines[a].share ?? 0));
}

/** The heaviest way through a box: its heaviest callers up to the root, and its heaviest callees down to a leaf. */
export function hotPath(diagram: Diagram, through: number): { boxes: Set<number>; lines: Set<number> } {
	const boxes = new Set([through]), lines = new Set<number>();
	for (const side of ["callers", "callees"] as const) {
		for (let at = through; ;) {
			const next = linesOf(diagram, at, side).find((i) => !boxes.has(side === "callers" ? diagram.lines[i].from : diagram.lines[i].to));
			if (next === undefined) break;
			lines.add(next);
			boxes.add(at = side === "callers" ? diagram.lines[next].from : diagram.lines[next].to);
		}
	}
	return { boxes, lines };
}

/** The box with the largest self value, or change. */
export const hottest = ({ boxes }: Diagram) => boxes.reduce((best, b, i) => weightOf(b) > weightOf(boxes[best]) ? i : best, 0);

/** The box that an arrow key leads to: up to the heaviest caller, down to the heaviest callee, sideways to the next box at about the same height. */
export function neighborOf({ diagram, boxes, texts }: Drawing, box: number, key: string): number | null {
	if (key === "ArrowUp" || key === "ArrowDown") {
		const line = linesOf(diagram, box, key === "ArrowUp" ? "callers" : "callees")[0];
		return line === undefined ? null : key === "ArrowUp" ? diagram.lines[line].from : diagram.lines[line].to;
	}
	const direction = key === "ArrowLeft" ? -1 : 1, middle = (i: number) => ({ x: boxes[i].x + texts[i].width / 2, y: boxes[i].y + texts[i].height / 2 }), from = middle(box);
	let best: number | null = null, least = Infinity;
	for (let i = 0; i < boxes.length; i++) {
		const to = middle(i), x = direction * (to.x - from.x), distance = x + 4 * Math.abs(to.y - from.y);
		if (x > 0 && distance < least) [best, least] = [i, distance];
	}
	return best;
}
