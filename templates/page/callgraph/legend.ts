// The meanings of colors and lines of a graph.

import { percent } from "../../text/numbers";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";
import { Diagram, LineKind, sameStep } from "./diagram";
import { Inks, isHot, isInferred, Meaning } from "./drawing";
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
	const used = new Set(diagram.boxes.flatMap((b) => profile.method(b.of[0].id)?.kind ?? b.kind ?? []));
	const addKinds = () => [...used].sort((a, b) => a - b).forEach((kind) => add(profile.kinds[kind], {}, kind));
	const line = (color: string, how = "solid") => ({ height: "0", width: "22px", boxShadow: "none", borderRadius: "0", borderTop: `3px ${how} ${color}` });
	if (isCompared(diagram)) {
		for (const { text, color, dashes } of changeMeanings(diagram, ink)) add(text, dashes ? line(color!, dashes) : color ? { background: color } : { display: "none" });
		return addKinds();
	}
	const hottest = Math.max(0, ...diagram.boxes.map((b) => b.self ?? 0));
	add(hottest ? `self: none to ${percent(hottest, diagram.base)}, the hottest here` : "self: none", { width: "44px", background: `linear-gradient(to right, ${ink.heat.join(", ")})` });
	if (diagram.lines.some((l) => isHot(diagram, l))) add("more than 10% of all", line(ink.hot));
	for (const kind of ["inlined", "called", "sampled"] as const) {
		const of = diagram.lines.filter((l) => l.kind === kind && !isHot(diagram, l));
		if (of.length) add(...isInferred(diagram, of[0]) ? ["calls known from samples alone: no count of calls", line(ink.lines[kind], "dashed")] as const : [kinds[kind], line(ink.lines[kind])] as const);
	}
	if (diagram.lines.some((l) => l.via.length)) add("by way of more methods: click to open", line(ink.quiet, "dashed"));
	if (diagram.lines.some((l) => l.through)) add("by way of methods that are not shown", line(ink.quiet, "dotted"));
	const saying = (what: string) => diagram.lines.some((l) => l.label.some((text) => text.includes(what)));
	const terms = [["@", "@: bytecode index of the call"], ["(place", "(place unknown): the compiler recorded no index"], ["×", "×: calls per entry of the caller"], ["(cov ", "(cov 63%): of this share of its entries"]];
	for (const [sign, meaning] of terms) if (saying(sign)) add(meaning, { display: "none" });
	const marks = ["≤", "≥"].filter(saying);
	if (marks.length) add(marks.join(", ") + ": a bound", { display: "none" });
	if (diagram.boxes.some((b) => othersText(b, diagram))) add("+2 callers: without a line here", { display: "none" });
	addKinds();
}

/** The changes that colors mean, as in render/graph. */
const changes = ["50% or more", "20% or more", "less than 20%", "no significant change", "less than 25%", "25% or more", "100% or more"];

export const isCompared = ({ boxes }: Diagram) => boxes.some((b) => b.change);

/** The meanings that a graph of two profiles uses. */
export function changeMeanings({ boxes, lines }: Diagram, ink: Inks): Meaning[] {
	const all = [...boxes, ...lines].flatMap((of) => of.change || []), meanings: Meaning[] = [], marks: string[] = [];
	const compared = all.filter((c) => c.compared), samples = compared.some((c) => c.more !== null), shares = compared.some((c) => c.more === null);
	const of = samples && shares ? "" : samples ? "number " : "share "; // the lines say of what
	let direction = of + "down ";
	changes.forEach((text, step) => {
		if (step === sameStep) direction = of + "up ";
		if (!all.some((c) => c.compared && c.step === step)) return;
		meanings.push({ text: step === sameStep ? text : direction + text, color: ink.delta[step] });
		if (step !== sameStep) direction = "";
	});
	if (boxes.some((b) => !b.change!.compared)) meanings.push({ text: "not compared: a count is missing", color: ink.noCount });
	const mark = (used: boolean, text: string) => used && marks.push(text), goneBox = boxes.some((b) => b.change!.only === "gone"), goneLine = lines.some((l) => l.change!.only === "gone");
	mark(boxes.some((b) => b.change!.only === "new"), "bold outline: new");
	mark(goneBox || goneLine, [goneBox ? "dashed outline" : "", goneLine ? "open arrow" : ""].filter(Boolean).join(", ") + ": gone");
	mark(samples, "numbers of samples are not normalized");
	const texts = [...boxes.flatMap((b) => b.figures!), ...lines.flatMap((l) => l.label)];
	mark(texts.some((t) => t.includes("points")), "points are of the share");
	mark([...boxes.map((b) => [b.change!, b.figures!] as const), ...lines.map((l) => [l.change!, l.label] as const)].some(([c, t]) => c.more === null && t.some((text) => text.includes("×"))), "× is normalized for run length");
	const bounds = ["≥", "≤"].filter((b) => texts.some((t) => t.includes(b)));
	mark(bounds.length > 0, bounds.join(", ") + ": contexts without a count are left out");
	if (marks.length) meanings.push({ text: marks.join("; ") });
	const drawn = (kind: LineKind) => lines.some((l) => l.kind === kind && !l.through);
	if (drawn("inlined")) meanings.push({ text: "inlined: exact count, of all call sites in the caller", color: ink.text, dashes: "solid" });
	if (drawn("sampled")) meanings.push({ text: "sampled calls, once per stack", color: ink.text, dashes: "dashed" });
	// Both have the same line: one joins two methods, the other has a method at its end alone.
	const roots = drawn("unknown") ? "entries as compilation root (from outside, or caller unknown)" : "", through = lines.some((l) => l.through) ? "through methods that are not shown" : "";
	if (roots || through) meanings.push({ text: roots && through ? `entries as compilation root; between methods: ${through}` : roots || through, color: ink.text, dashes: "dotted" });
	return meanings;
}

/** Which lines of a graph of two profiles by samples are about counts of calls instead; none: no line is. */
export function aboutCounts({ lines }: Diagram): string[] {
	const dotted = lines.filter((l) => l.through || l.kind === "unknown"), counts = dotted.filter((l) => l.kind !== "sampled");
	const which = [...lines.some((l) => l.kind === "inlined" && !l.through) ? ["solid"] : [], ...counts.length ? [counts.length < dotted.length ? "some dotted" : "dotted"] : []].join(" and ");
	return which ? [`${which[0].toUpperCase()}${which.slice(1)} lines count calls, as shares of method entries; calls are not time.`] : [];
}
