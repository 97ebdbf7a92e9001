// The address: z is the path of the zoomed frame, with four characters for the name of each frame, so it also finds the frame in a
// newer picture; s is the search; h is the pattern of hidden methods; i is 1 if the picture is flipped, r if recursion is merged.
// On a page, each is prefixed with the graph's id.

import { led, step } from "../text/steps";
import { alone, data, svg } from "./document";
import { find, hidden, merged, name, names, pathOf } from "./frames";
import { icicle, zoom } from "./layout";
import { pattern } from "./matches";

const namesOf = (n: number) => ({ plain: names.plain(n), shown: names.shown[n] });
const key = (k: string) => alone ? k : svg.id + "." + k;
const parameters = () => new URLSearchParams(location.hash.slice(1));
/** A value of the address; "": none. */
export const parameter = (k: string) => parameters().get(key(k)) || "";

/** The frame of a path, or the nearest of its callers that exists. */
export const follow = (path: string) => find(path.length / 4, (all, k) => led(path.slice(4 * k, 4 * k + 4), all, (i) => namesOf(name[i])));

/** The address of the current picture, zoomed to a frame. */
export function link(i: number): string {
	const p = parameters();
	for (const [k, v] of [["z", pathOf(i).map((n) => step(namesOf(n))).join("")], ["s", pattern], ["h", hidden], ["i", icicle === data.icicle ? "" : "1"], ["r", merged ? "1" : ""]]) {
		if (v) p.set(key(k), v);
		else p.delete(key(k));
	}
	return location.href.replace(/#.*$/s, "") + (String(p) && "#" + p);
}
/** Puts it into the address bar; a step adds to the history. */
export function remember(step: boolean): void {
	const to = link(zoom);
	if (to === location.href) return;
	try {
		history[step ? "pushState" : "replaceState"](null, "", to);
	} catch {
		// Some pages forbid it.
	}
}
