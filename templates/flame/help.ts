// The list of keys.

import { data } from "./document";
import { hasRecursion, merges } from "./frames";
import { margin, top } from "./layout";
import { inSight } from "./sight";
import { hide, tell, tells } from "./tooltip";

export function help(): void {
	if (tells("Keys")) return hide();
	tell([
		"Keys", "click, Enter: zoom into a frame, open a rest; a caller zooms out", "Escape: reset zoom, search and hiding", "arrows: go from frame to frame",
		"/: search in package.Class.method; name(types) searches in signatures, (?i) ignores case", "n, N: next, previous match, widest first", "i: flip (icicle/flame)",
		...hasRecursion ? ["r: merge frames that call themselves"] : [],
		...merges ? ["h: hide the method last pointed at"] : [],
		"c, s, l: copy the name, stack or link of the frame last pointed at",
		...data.notes ? ["d: details"] : [],
	], inSight().left + margin, top - 10);
}
