// The sizes of the picture and of its controls.

import { setAll } from "../svg/elements";
import { bar, tools } from "./controls";
import { alone, ground, inFile, page, svg } from "./document";
import { placeLegend, placePanel } from "./legend";
import { room, setBarHeight } from "./view";

/** Alone, the picture is as large as the window; otherwise the controls are above it. */
export function layOut(): void {
	if (alone) {
		svg.removeAttribute("viewBox");
		setAll(svg, { width: "100%", height: "100%" });
		ground.setAttribute("points", `0,0 ${innerWidth},0 ${innerWidth},${innerHeight} 0,${innerHeight}`);
	}
	setAll(bar, { width: room().width });
	const needed = tools.offsetHeight || 34;
	setAll(bar, { height: needed });
	setBarHeight(alone ? needed : 0);
	if (alone) placeLegend();
	else {
		setAll(bar, { y: -needed });
		svg.setAttribute("viewBox", `0 ${-needed} ${page.width} ${page.height + needed}`);
		const tall = Number(inFile(svg, "height"));
		if (tall) setAll(svg, { height: tall * (page.height + needed) / page.height });
	}
	placePanel();
}
