// Zooming, and bringing frames into view.

import { element } from "../svg/elements";
import { percent } from "../text/numbers";
import { remember } from "./address";
import { current, cursor, paint, point, select, setCurrent } from "./boxes";
import { say } from "./controls";
import { alone, svg } from "./document";
import { draw } from "./draw";
import { countOf, hasFrames, isRest, name, parent, weight } from "./frames";
import { boxHeight, icicle, isDrawn, margin, setZoom, tall, topOf, width, widths } from "./layout";
import { report } from "./search";
import { inSight } from "./sight";
import { show } from "./tooltip";

export function zoomTo(i: number, focus = false): void {
	if (isRest(i) && !hasFrames(i)) {
		const text = `${countOf(-name[i])}, ${percent(weight[i], weight[0])}: not in this file; drawn with --min-width 0 it has them`;
		if (isDrawn(i)) setCurrent(i);
		return say(text);
	}
	setZoom(i);
	setCurrent(isRest(i) ? parent[i] : i);
	point(current);
	draw();
	if (focus) select(current, true);
	report();
	remember(true);
}

/** Brings a frame into view, and zooms if it is too narrow. */
export function reveal(i: number, focus = false): void {
	if (!isDrawn(i) || widths[i] < 4) {
		let a = i;
		while (parent[a] >= 0 && weight[i] / weight[parent[a]] * width >= 40) a = parent[a];
		zoomTo(a);
	}
	if (!isDrawn(i)) return;
	select(i, focus);
	point(i);
	cursor.setAttribute("visibility", "visible");
	cursor.scrollIntoView({ block: "nearest" });
	paint(false);
	show(i);
}
/** Scrolls to the root if it is not visible. */
export function rootInSight(): void {
	const sight = inSight(), y = topOf(0);
	if (y >= sight.top && y + boxHeight <= sight.bottom) return;
	if (alone) scrollTo(0, icicle ? 0 : tall());
	else {
		const mark = element("rect", { x: margin, y, width: 1, height: boxHeight, visibility: "hidden" }, svg);
		mark.scrollIntoView({ block: "nearest", inline: "nearest" });
		mark.remove();
	}
}
