// Bars of the records at places: the ways of a branch, the types of a call.

import { at, visible } from "../../text/names";
import { shareBar } from "../dom/sharebar";
import { CodeLine, CodeSite } from "../profile/records";

/** Of one line. */
const most = 3;

const hasBar = (s: CodeSite) => (s.parts?.filter((p) => p.of).length || 0) > 1;

/** Adds the bar of a place, if it has several shares; its name has them in words. */
export function siteBar(s: CodeSite, place: string, inside: Element): void {
	if (!hasBar(s)) return;
	const parts = s.parts!, title = `${s.mark} ${place}${visible(s.head || "")}${parts.map((p) => `${visible(p.name)} ${p.share || ""}`).join(s.sep || " ")}`;
	shareBar(parts.map((p) => p.of!).filter((x) => x), title, inside);
}

/** Adds the bars of the first places of lines. */
export function lineBars(lines: CodeLine[], inside: Element): void {
	const all = lines.flatMap((l) => l.rows.flatMap((r) => (r.sites || []).filter(hasBar).map((s) => ({ s, place: at(r.bci) + " " }))));
	for (const { s, place } of all.slice(0, most)) siteBar(s, place, inside);
}
