// The meanings of colors and lines of a graph.

import { percent } from "../../text/numbers";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";
import { Diagram } from "./diagram";
import { Inks, isHot, isInferred } from "./drawing";
import { othersText } from "./text";

const kinds = { inlined: "mostly inlined calls", called: "calls that were not inlined", sampled: "calls in sampled stacks" };

/** Shows the meanings that a graph uses. */
export function showLegend(diagram: Diagram, ink: Inks, profile: Profile, inside: HTMLElement): void {
	inside.replaceChildren();
	// Not as an attribute, which the page's policy forbids.
	const add = (text: string, style: Partial<CSSStyleDeclaration>, kind?: number) => {
		const row = element("span", {}, "", inside), i = element("i", {}, "", row);
		Object.assign(i.style, style);
		if (kind !== undefined) i.dataset.kind = String(kind);
		row.append(text);
	};
	const line = (color: string, how = "solid") => ({ height: "0", width: "22px", boxShadow: "none", borderRadius: "0", borderTop: `3px ${how} ${color}` });
	const hottest = Math.max(0, ...diagram.boxes.map((b) => b.self ?? 0));
	add(hottest ? `self: none to ${percent(hottest, diagram.base)}, the hottest here` : "self: none", { width: "44px", background: `linear-gradient(to right, ${ink.heat.join(", ")})` });
	if (diagram.lines.some((l) => isHot(diagram, l))) add("more than 10% of all", line(ink.hot));
	for (const kind of ["inlined", "called", "sampled"] as const) {
		const of = diagram.lines.filter((l) => l.kind === kind && !isHot(diagram, l));
		if (of.length) add(...isInferred(diagram, of[0]) ? ["calls known from samples alone: no count of calls", line(ink.lines[kind], "dashed")] as const : [kinds[kind], line(ink.lines[kind])] as const);
	}
	if (diagram.lines.some((l) => l.via.length)) add("by way of more methods: click to open", line(ink.quiet, "dashed"));
	if (diagram.lines.some((l) => l.through)) add("by way of methods that are not shown", line(ink.quiet, "dotted"));
	const marks = ["≤", "≥"].filter((mark) => diagram.lines.some((l) => l.label.some((text) => text.includes(mark))));
	if (marks.length) add(marks.join(", ") + ": a bound", { display: "none" });
	if (diagram.boxes.some((b) => othersText(b, diagram))) add("+2 callers: without a line here", { display: "none" });
	const used = new Set(diagram.boxes.flatMap((b) => profile.method(b.of[0].id)?.kind ?? []));
	for (const kind of [...used].sort((a, b) => a - b)) add(profile.kinds[kind], {}, kind);
}
