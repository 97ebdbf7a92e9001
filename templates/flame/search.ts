// Searches, and the texts of the controls about them.

import { plural, thousands } from "../text/numbers";
import { remember } from "./address";
import { current } from "./boxes";
import { input, next, previous, say } from "./controls";
import { data } from "./document";
import { draw, drawMatches } from "./draw";
import { base, counted, hiddenNames, parent, total } from "./frames";
import { zoom } from "./layout";
import { ignoringCaseFinds, match, matched, matches, numberOf, pattern, share, unseen } from "./matches";

let invalid = "";

/** Searches for the text of the field, typed by the reader. */
export function searchTyped(): void {
	look(input.value);
	drawMatches();
	report();
	remember(false);
}
/** Searches in a picture that has to be drawn. */
export function search(s: string): void {
	look(s);
	draw();
	report();
}
function look(s: string): void {
	invalid = match(s);
	if (invalid) input.setAttribute("aria-invalid", "true");
	else input.removeAttribute("aria-invalid");
}

/** Says how many match. */
export function report(): void {
	previous.disabled = next.disabled = !matches;
	const n = hiddenNames(), note = n ? plural(n, "method") + " hidden" : "";
	if (!pattern) return say(note);
	if (invalid) return say(invalid);
	const more = note && "; " + note;
	if (!matches) return say("no match" + (ignoringCaseFinds() ? "; (?i) before it ignores case" : "") + unseen() + more);
	let s = share(0, total);
	if (base) s += ` (base ${share(0, counted, data.baseWhole)})`;
	if (zoom) {
		let above = false;
		for (let i = parent[zoom]; i >= 0; i = parent[i]) above ||= matched[i] > 0;
		s += `, ${above ? "100%" : share(zoom, total)} of zoom`;
	}
	const at = numberOf(current);
	say(`${at ? at + "/" : ""}${thousands(matches)} matched: ${s}${unseen()}${more}`);
}
