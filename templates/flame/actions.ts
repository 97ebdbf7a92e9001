// The actions of buttons and keys.

import { patternOfName } from "../pattern/matcher";
import { follow, parameter, remember } from "./address";
import { current, cursor, paint, point, pointed, setCurrent } from "./boxes";
import { input, mergeButton, placeBar, say } from "./controls";
import { data } from "./document";
import { draw } from "./draw";
import { findPath, hasRecursion, hidden, isRest, merged, merges, name, names, pathOf, setRules } from "./frames";
import { findRows, icicle, setIcicle, setZoom, zoom } from "./layout";
import { matches, nextMatch, pattern } from "./matches";
import { report, search } from "./search";
import { size } from "./size";
import { hide } from "./tooltip";
import { reveal, rootInSight } from "./zoom";

/** Goes to the next match, or to the previous one. */
export function step(by: number): void {
	if (!matches) return;
	reveal(nextMatch(current, by), false);
	report();
}
export function reset(): void {
	const zoomed = zoom > 0;
	setFrames(merged, "");
	setZoom(0);
	setCurrent(0);
	point(0);
	input.value = "";
	cursor.setAttribute("visibility", "hidden");
	search("");
	hide();
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
// Shows other frames, but keeps the zoomed one and the hovered one, or their nearest callers.
function regroup(recursion: boolean, hide: string): void {
	const zoomed = pathOf(zoom), at = pathOf(pointed);
	setFrames(recursion, hide);
	setZoom(findPath(zoomed));
	setCurrent(findPath(at));
	point(current);
	search(pattern);
	size();
	if (!zoom) rootInSight();
	paint(false);
}
export function toggleRecursion(): void {
	regroup(!merged, hidden);
	remember(false);
}
/** Hides the method of the frame that was last hovered over. */
export function hideMethod(): void {
	if (!merges || !pointed || isRest(pointed)) return;
	const one = patternOfName(names.plain(name[pointed])), all = hidden ? hidden + "|" + one : one;
	regroup(merged, all);
	remember(true);
}
function setFrames(recursion: boolean, hide: string): void {
	if (recursion === merged && hide === hidden) return;
	setRules(recursion, hide);
	mergeButton?.setAttribute("aria-pressed", String(merged));
	findRows();
	size();
}
/** Shows the picture of the address. */
export function restore(): void {
	const pattern = parameter("h");
	setFrames(hasRecursion && parameter("r") === "1", merges ? pattern : "");
	const { frame, lost } = follow(parameter("z"));
	setZoom(frame);
	setCurrent(frame);
	point(frame);
	setIcicle(data.icicle !== (parameter("i") === "1"));
	input.value = parameter("s");
	search(input.value);
	if (merges && pattern && !hidden) say("hidden methods not restored: the link's pattern is invalid or too complex");
	if (lost) say("the linked frame is not in this picture: this is its nearest caller");
	hide();
}
