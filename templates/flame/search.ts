// Searches, and the texts of the controls about them.

import { plural, thousands } from "../text/numbers";
import { remember } from "./address";
import { current } from "./boxes";
import { input, next, previous, say } from "./controls";
import { data } from "./document";
import { draw } from "./draw";
import { base, counted, hiddenNames, parent, total } from "./frames";
import { zoom } from "./layout";
import { ignoringCaseFinds, match, matched, matches, pattern, share, unseen } from "./matches";

let invalid = "";

/** Searches for the text of the field, typed by the reader. */
export function searchTyped(): void {
	search(input.value);
	remember(false);
}
export function search(s: string): void {
	invalid = match(s);
	if (invalid) input.setAttribute("aria-invalid", "true");
	else input.removeAttribute("aria-invalid");
	draw();
	report();
}

/** Says how many match. */
export function report(): void {
	previous.disabled = next.disabled = !matches.length;
	const n = hiddenNames(), note = n ? plural(n, "method") + " hidden" : "";
	if (!pattern) return say(note);
	if (invalid) return say(invalid);
	const more = note && "; " + note;
	if (!matches.length) return say("no match" + (ignoringCaseFinds() ? "; (?i) before it ignores case" : "") + unseen() + more);
	let s = share(0, total);
	if (base) s += ` (base ${share(0, counted, data.baseWhole)})`;
	if (zoom) {
		let above = false;
		for (let i = parent[zoom]; i >= 0; i = parent[i]) above ||= matched[i] > 0;
		s += `, ${above ? "100%" : share(zoom, total)} of zoom`;
	}
	const at = matches.indexOf(current);
	say(`${at < 0 ? "" : at + 1 + "/"}${thousands(matches.length)} matched: ${s}${unseen()}${more}`);
}
