// The actions of buttons and keys.

import { asks } from "../page/search";
import { follow, parameter, remember } from "./address";
import { current, cursor, paint, point, setCurrent } from "./boxes";
import { input, mergeButton, placeBar, say } from "./controls";
import { data } from "./document";
import { draw } from "./draw";
import { hasRecursion, merged, toggleMerged } from "./frames";
import { findRows, icicle, setIcicle, setZoom, zoom } from "./layout";
import { matches, pattern } from "./matches";
import { report, search } from "./search";
import { size } from "./size";
import { reveal, rootInSight } from "./zoom";

/** Goes to the next match, or the one before. */
export function step(by: number): void {
	if (!matches.length) return;
	const at = matches.indexOf(current), to = at < 0 ? by > 0 ? 0 : -1 : at + by;
	reveal(matches[(to + matches.length) % matches.length], false);
	report();
}
export function reset(): void {
	const zoomed = zoom > 0;
	setZoom(0);
	setCurrent(0);
	input.value = "";
	cursor.setAttribute("visibility", "hidden");
	search("");
	if (zoomed) rootInSight();
	placeBar();
	paint(false);
	remember(true);
}
export function flip(): void {
	setIcicle(!icicle);
	draw();
	rootInSight();
	placeBar();
	paint(false);
	remember(false);
}
export function toggleRecursion(): void {
	mergeOrSplit();
	setZoom(0);
	setCurrent(0);
	point(0);
	search(pattern);
	size();
	rootInSight();
	paint(true);
	remember(false);
}
function mergeOrSplit(): void {
	toggleMerged();
	mergeButton!.setAttribute("aria-pressed", String(merged));
	findRows();
}
/** Shows the picture of the address. */
export function restore(): void {
	if (hasRecursion && merged !== (parameter("r") === "1")) {
		mergeOrSplit();
		size();
	}
	const { frame, lost } = follow(parameter("z"));
	setZoom(frame);
	setCurrent(frame);
	point(frame);
	setIcicle(data.icicle !== (parameter("i") === "1"));
	const s = parameter("s");
	input.value = s;
	search(asks(s) ? "" : s);
	if (asks(s)) say("Enter searches for the link's pattern");
	if (lost) say("the linked frame is not in this picture: this is its nearest caller");
}
