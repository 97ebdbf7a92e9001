// Viewer of a flame-graph SVG: replaces the static boxes with identical ones for the visible rows only.
//
// It puts callees that are too narrow to draw into a rest, as the file does. Such a rest is a frame with these callees below it; it
// expands when there is room, or when it is clicked.

import { restore } from "./actions";
import { cursor, paint, print } from "./boxes";
import { placeBar } from "./controls";
import { alone, fluid, graph, head, svg } from "./document";
import { draw } from "./draw";
import { listenToKeys } from "./keys";
import { findRows, zoom } from "./layout";
import { listenToMenu } from "./menu";
import { listenToPointer } from "./pointer";
import { fit, size } from "./size";
import { hide } from "./tooltip";
import { reveal, rootInSight } from "./zoom";

listenToPointer();
listenToKeys();
listenToMenu();
addEventListener("hashchange", restore);
addEventListener("popstate", restore);
addEventListener("scroll", () => {
	placeBar();
	paint(false);
});
addEventListener("resize", () => {
	if (fluid) {
		fit();
		draw();
	}
	placeBar();
	paint(false);
});
for (const type of ["beforeprint", "afterprint"]) addEventListener(type, () => print(type === "beforeprint"));

svg.classList.add("live");
graph.setAttribute("role", "tree");
graph.setAttribute("aria-label", svg.querySelector("title")!.textContent!);
for (const e of head.querySelectorAll(".foot")) e.remove();
findRows();
size();
if (fluid) fit();
placeBar();
restore();
if (alone) {
	if (zoom) reveal(zoom, false);
	else rootInSight();
	hide();
	cursor.setAttribute("visibility", "hidden");
	placeBar();
	paint(false);
}
