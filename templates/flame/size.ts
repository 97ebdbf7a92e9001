// The size of the picture. In its own window it has the window's width.

import { setAll } from "../svg/elements";
import { data, fluid, svg } from "./document";
import { drawHead } from "./head";
import { all, fillRows, layOut, margin, setTop, setWidth, tall, width } from "./layout";

const attributes = { width: Number(svg.getAttribute("width")), height: Number(svg.getAttribute("height")), tall: svg.viewBox.baseVal.height };
/** The height of the controls in a picture of a given width. */
export const toolsHeight = (w: number) => w < data.twoRows ? 112 : w < data.oneRow ? 56 : 28;
export let headBottom = data.top - toolsHeight(data.width + 2 * margin);

export function size(): void {
	setAll(svg.querySelector(".page")!, { width: all(), height: tall() });
	svg.setAttribute("viewBox", `0 0 ${all()} ${tall()}`);
	if (fluid) {
		setAll(svg, { width: all(), height: tall() });
	} else if (attributes.height) {
		// Keep the scale of the page.
		svg.setAttribute("height", String(attributes.height * tall() / attributes.tall));
	}
}
/** Takes the width of the window. */
export function fit(): void {
	for (let tries = 0; tries < 2; tries++) { // a scroll bar may appear or disappear
		const before = width;
		setWidth(Math.max(300, document.documentElement.clientWidth) - 2 * margin);
		if (tries && width === before) break;
		headBottom = drawHead();
		setTop(headBottom + toolsHeight(all()));
		layOut();
		fillRows();
		size();
	}
}
