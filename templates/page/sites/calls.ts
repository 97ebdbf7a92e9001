// Calls: a site, and a method that it calls, with how often, and how much of it was inlined.

import { visible } from "../../text/names";
import { boundShare, count, factor, known, share } from "../../text/numbers";
import { element } from "../dom/dom";
import { aboutEvidence, boundMark, evidences, perEntry, tellingOf } from "../profile/around";
import { Profile } from "../profile/profile";
import { SiteCall } from "../profile/records";
import { Column } from "../table/column";
import { smallTable } from "../table/smalltable";
import { linkTo } from "./link";

/** Which calls a list shows: the parameter of addresses, and words. */
export const callChoices: [string, string][] = [
	["", "All calls"], ["no", "Not inlined"], ["partly", "Partly inlined or unknown"], ["yes", "All inlined"],
	["left", "Left in the optimized image"], ["static", "Static"], ["special", "Special"], ["virtual", "Virtual"], ["interface", "Interface"], ["dynamic", "Dynamic"], ["unknown", "Unknown target"],
];

/** Whether a choice contains a call. */
export function isChosen(choice: string, r: SiteCall): boolean {
	const inlined = r.inlined > 0 || r.evidence === "inlined", all = r.stayed === 0 && r.stayed_bound === "exact";
	switch (choice) {
		case "": return true;
		case "no": return !inlined;
		case "partly": return inlined && !all;
		case "yes": return inlined && all;
		case "left": return (r.left ?? 0) > 0;
		case "unknown": return r.evidence === "unknown";
	}
	return r.kind === choice;
}

const targetOf = (profile: Profile, r: SiteCall) => profile.method(r.target_id)?.name ?? visible(r.target);

/** Facts that may have kept a call from being inlined, as phrases. */
const factsOf = (r: SiteCall) => visible(r.facts ?? "");

const countOf = (n: number | null, bound: SiteCall["bound"]) => tellingOf(n, bound) === null ? "n/a" : boundMark(bound) + count(n!);

/** At most this of at least so many calls. */
function inlinedText(r: SiteCall): string {
	const part = r.inlined_share;
	if (part === null) return r.calls ? "n/a" : "";
	return boundShare(part && r.bound === "at_least" ? "≤ " : part && boundMark(r.bound) ? "≥ " : "", share(part));
}

/** The columns, except for the place. */
export function callColumns(profile: Profile, rows: SiteCall[]): Column<SiteCall>[] {
	const rate = (r: SiteCall) => perEntry(profile.method(r.id), tellingOf(r.calls, r.bound));
	return [
		{
			id: "stayed", title: "Stayed", about: "calls that stayed calls: the others were inlined; ≥ and ≤ are bounds", width: 88, value: (r) => r.stayed, text: (r) => countOf(r.stayed, r.stayed_bound), bar: (r) => (r.stayed ?? 0) / profile.part("calls")!.base, of: 0,
			fields: [{ name: "stayed", value: (r) => r.stayed }, { name: "stayed_bound", value: (r) => r.stayed_bound ?? "" }],
		},
		{
			id: "calls", title: "Calls", about: "inlined or not; ≥ and ≤ are bounds", width: 88, value: (r) => r.calls, text: (r) => countOf(r.calls, r.bound), of: profile.part("calls")!.base, spare: true,
			fields: [{ name: "calls", value: (r) => r.calls }, { name: "bound", value: (r) => r.bound ?? "" }],
		},
		{ id: "share", title: "%", heading: "Calls %", about: "calls, as a share of the entries of all methods", width: 50, value: (r) => r.share, text: (r) => share(r.share), bar: (r) => r.share, spare: true },
		{ id: "per_entry", title: "Per entry", about: "calls per entry of the caller", width: 72, value: rate, text: (r) => rate(r) === null ? "n/a" : boundMark(r.bound) + factor(rate(r)!), spare: true, drop: 5 },
		{ id: "inlined_share", title: "Inlined", about: "inlined calls, as a share of the calls", width: 56, value: (r) => r.inlined_share, text: inlinedText, fields: [{ name: "inlined", value: (r) => r.inlined }, { name: "inlined_share", value: (r) => r.inlined_share }], spare: true, drop: 2 },
		...rows.some((r) => r.kind) ? [{ id: "kind", title: "Kind", about: "the instruction", width: 60, words: true, value: (r: SiteCall) => r.kind ?? "", spare: true, drop: 6 }] : [],
		...rows.some((r) => r.optimized) ? [{ id: "optimized", title: "Optimized", about: "the outcome in the optimized image, in the copies of its caller", width: 200, words: true, value: (r: SiteCall) => r.optimized ?? "", spare: true }] : [],
		{ id: "evidence", title: "Evidence", about: aboutEvidence, width: 66, words: true, value: (r) => r.evidence, spare: true, drop: 4 },
		...rows.some((r) => r.samples) ? [{ id: "samples", title: "Samples", about: "samples in the target's own frame, called from there", width: 66, value: (r: SiteCall) => r.samples ?? 0, of: 0, spare: true, drop: 3 }] : [],
		{ id: "target", title: "Target", about: "the method that is called; Type.?: one that objects of this type have, whose name is unknown", width: 0, words: true, value: (r) => targetOf(profile, r), link: (r) => linkTo(profile, r.target_id), kind: (r) => profile.method(r.target_id)?.kind ?? 0 },
		...rows.some((r) => r.facts) ? [{ id: "facts", title: "Facts", about: "what may have kept it from being inlined: none of it is the compiler's reason", width: 230, words: true, value: factsOf, spare: true, drop: 1 }] : [],
	];
}

/** A call in the panel beside the table. */
export function showCall(profile: Profile, r: SiteCall, panel: HTMLElement): void {
	const p = element("p", {}, "calls ", panel), link = linkTo(profile, r.target_id), rate = perEntry(profile.method(r.id), r.calls);
	if (link) element("a", { href: link }, targetOf(profile, r), p);
	else p.append(targetOf(profile, r));
	smallTable(panel, r.kind ? `${r.kind} call` : "Call", ["", "Count", { text: "%", about: "as a share of the calls" }], [
		["Calls", boundMark(r.bound) + known(r.calls), ""], ["Inlined", count(r.inlined), inlinedText(r)],
		["Stayed calls", boundMark(r.stayed_bound) + known(r.stayed), r.calls && r.stayed !== null ? boundShare(boundMark(r.stayed_bound), share(Math.min(1, r.stayed / r.calls))) : ""],
		...rate === null ? [] : [["Per entry of the caller", boundMark(r.bound) + factor(rate), ""]], ...r.samples ? [["Samples in the target, called from there", count(r.samples), ""]] : [],
	]);
	element("p", {}, `Where the target is known from (${r.evidence}): ${evidences[r.evidence]}.`, panel);
	if (r.optimized) {
		element("h3", {}, "In the optimized image", panel);
		const list = element("ul", {}, "", panel);
		element("li", {}, visible(r.optimized), list);
		if (r.reason) element("li", {}, `compiler: ${visible(r.reason)}`, list);
	}
	if (!r.facts) return;
	element("h3", {}, "May have kept it from being inlined", panel);
	const list = element("ul", {}, "", panel);
	for (const fact of factsOf(r).split("; ")) element("li", {}, fact, list);
}

/** The rest beyond the report's limit, in words. */
export function restOf(profile: Profile): string {
	const { left_out: n, left_out_calls: calls, left_out_bound: bound } = profile.part("calls")!;
	return `The report contains only the first rows; the other ${count(n)} have ${calls === null ? "an unknown number of calls" : boundMark(bound) + count(calls) + " calls in all"}.`;
}

/** Calls that no row has, in words; "": none are missing. */
export function missingCalls(profile: Profile): string {
	const { classes, from_outside: n } = profile.part("calls")!;
	if (classes || !n) return "";
	return `Without class files, calls that were not inlined are known by receiver types alone: no row has those that made up to ${count(n)} entries. --classpath adds them.`;
}
