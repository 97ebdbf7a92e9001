// The viewer of a call graph. Names only ever become text. Without it, and on paper, the picture is as in the file.

import { blocks, move } from "./blocks";
import { bar } from "./controls";
import { alone, asInFile, legend, svg } from "./document";
import { open, showAgain } from "./fit";
import { layOut } from "./layout";
import { foldLegend, legendFolded } from "./legend";
import { listenToButtons, listenToKeys } from "./menu";
import { listenToOpening } from "./panel";
import { listenToPointer } from "./pointer";
import { restore } from "./search";
import { show } from "./view";

listenToButtons();
listenToPointer();
listenToKeys();
listenToOpening();
addEventListener("hashchange", restore);
if (alone) {
	addEventListener("resize", () => {
		layOut();
		showAgain();
	});
	let wasFolded = false;
	addEventListener("beforeprint", () => {
		wasFolded = legendFolded;
		foldLegend(false);
		for (const [e, attributes] of asInFile) {
			for (const [a, v] of attributes) {
				if (v === null) e.removeAttribute(a);
				else e.setAttribute(a, v);
			}
		}
		for (const b of blocks) b.e.setAttribute("transform", b.transform);
	});
	addEventListener("afterprint", () => {
		foldLegend(wasFolded);
		layOut();
		move((b) => b.at);
		show();
	});
}
svg.classList.add("live");
svg.setAttribute("role", "figure");
if (alone) svg.insertBefore(legend, bar); // over the graph
layOut();
restore();
open();
