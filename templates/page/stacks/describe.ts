// A frame in words.

import { brief, otherChange, percent, plural, pointsAlone, signed, thousands, unitOf } from "../../text/numbers";
import { Header } from "./header";
import { isWithin, Node, Verdict, View } from "./node";
import { Sums, Tree, unknownChange } from "./tree";
import { isChangeUnknown, isMethodUnknown, methodVerdict, verdictOf, verdictText } from "./verdict";

/** The name of a node. */
export function nameOf(view: View, node: Node): string {
	const { tree } = view;
	if (node.restOf) return node.frames ? `${plural(node.frames, "frame")} too narrow to draw` : "frames too narrow to draw";
	if (node.group) return node.group.name;
	if (node.frame < 0) return "all";
	if (view.rules.packages) return tree.header.packages[node.key] || "(no package)";
	const was = tree.frames.was[node.frame];
	return was ? `${tree.frames.names[node.frame]} (was ${was})` : tree.frames.names[node.frame];
}

/** Longer changes are short. */
const longest = 1e7;

/** A change since the base, in the unit of changeUnit. */
export function changeText({ compared, whole }: Header, value: number): string {
	if (!compared!.counts) return pointsAlone(value, whole);
	const n = Math.round(value);
	return Math.abs(n) < longest ? signed(n) : (n < 0 ? "−" : "+") + brief(Math.abs(n));
}

/** A change since the base, with its unit: −273 samples, or +7.05 points. */
export function changeInUnit(header: Header, value: number): string {
	return `${changeText(header, value)} ${header.compared!.counts ? unitOf(Math.abs(Math.round(value)), header.unit) : "points"}`;
}

/** The unit of changes: both runs may have the same number of samples, or only their shares can be compared. */
export const changeUnit = ({ compared, unit }: Header) => compared?.counts ? `in ${unit}, not as a share of each run` : "in points of all";

/** Whether shares are those of the base's total, the larger one, and not of this profile's. */
export const sharesOfBase = ({ compared }: Header) => !!compared && compared.of !== "all";

/** A share of all, or of the base. */
export const shareOfAll = (header: Header, value: number) => `${percent(value, header.whole)} of ${header.compared?.of ?? "all"}`;

/** The word for the self value of a frame, including the frames that are charged to it. */
export function selfWord({ header, frames }: Tree, hidden: Uint8Array): string {
	if (header.entries || header.self !== "self" || !hidden.includes(1)) return header.self;
	return hidden.some((is, f) => is === 1 && header.kinds[frames.kind[f]].name === "application") ? "incl. hidden code" : "incl. library code";
}

/** A value, exact even above 2^53. */
function count(tree: Tree, node: Node, value: number): string {
	if (value <= Number.MAX_SAFE_INTEGER) return thousands(value);
	if (tree.exact && node.nodes.length === 1 && !node.stacks && value === tree.total[node.nodes[0]]) return thousands(tree.exact[node.nodes[0]]);
	return "about " + value.toPrecision(15);
}

/** In which profile alone a value is; "": in both, or none. */
export const onlyIn = (value: number, before: number) => !value && before ? "gone" : value && !before ? "new" : "";

// A value of the base, the difference to it, and whether that is significant; null: unknown.
function since(tree: Tree, value: number, before: number, verdict: Verdict | null): string {
	const { header } = tree, { whole, scale, tested, own, counts } = header.compared!, judged = tested && verdict !== null ? ", " + verdictText(tree, verdict) : "", only = onlyIn(value, before);
	if (verdict === unknownChange) return `base: ${thousands(before)}, ${percent(before, whole)}; ${verdictText(tree, verdict)}`;
	return `base: ${thousands(before)}, ${percent(before, whole)}; ${changeInUnit(header, value - before * scale)}${judged}${otherChange(value, before, header.unit, own, counts)}` + (only && "; " + only);
}

// The changes of a method over all stacks, if they differ from its node's.
function methodLines(view: View, node: Node, sums: Sums): string[] {
	const { tree } = view, { header } = tree, { frame } = node, all: string[] = [];
	for (const [of, before, word] of [["self", "baseSelf", selfWord(tree, view.rules.hidden)], ["total", "baseTotal", "total"]] as const) {
		const value = sums[of][frame], base = sums[before][frame];
		const same = value === node.total && base === node.base && (of === "total" || view.direction === "callers" && node.parent === view.root);
		if (!value && !base || same) continue;
		all.push(`the method in all stacks: ${word} ${thousands(value)}, ${percent(value, header.whole)}; ${since(tree, value, base, isMethodUnknown(tree, frame, of) ? unknownChange : methodVerdict(tree, sums, frame, of))}`);
	}
	return all;
}

// The self of the method that a view is about, including its calls to itself: those are boxes below it.
function withRecursion(view: View, node: Node, sums: Sums | null): string {
	const all = sums && node === view.root && !view.rules.packages ? sums.self[node.frame] : view.self(node);
	return all === view.self(node) ? "" : `, ${thousands(all)} with its calls to itself`;
}

/** Lines about a node: its name, its value and its shares of all, of the view (the zoomed frame, or everything shown) and of the node before it. In a comparison, sums are those shown for methods. */
export function describe(view: View, node: Node, zoom: Node, sums: Sums | null = null): string[] {
	const { tree } = view, { header } = tree, ofMethod = header.compared && sums && node.frame >= 0 && !node.restOf && !view.rules.packages ? methodLines(view, node, sums) : [];
	const inlined = header.entries && view.direction === "callees" && node.frame >= 0 && !node.restOf ? ", inclusive" : "";
	const lines = [nameOf(view, node), `${ofMethod.length ? "this box: " : ""}${count(tree, node, node.total)} ${unitOf(node.total, header.unit)}${inlined}, ${shareOfAll(header, node.total)}`];
	if (node.group) lines.push(`methods of this ${node.group.of} that ${header.entries ? "are not inlined" : "stacks begin with"}; it is not a frame`);
	const up = node.parent, { root } = view;
	if (zoom !== root && zoom !== node && isWithin(node, zoom)) lines.push(`${percent(node.total, zoom.total)} of the zoomed frame`);
	else if (up && up !== root && root.total !== header.whole) lines.push(`${percent(node.total, root.total)} of the ${count(tree, root, root.total)} ${unitOf(root.total, header.unit)} shown`);
	const of = view.direction === "callees" ? "parent" : "callee";
	if (header.compared) {
		lines.push(since(tree, node.total, node.base, isChangeUnknown(view, node) ? unknownChange : header.compared.tested && node.frame >= 0 ? verdictOf(view, node) : null));
		if (up) lines.push(`${percent(node.total, up.total)} of its ${of}, base: ${percent(node.base, up.base)}`);
		return [...lines, ...ofMethod];
	}
	if (up) lines.push(`${percent(node.total, up.total)} of its ${of}`);
	if (!node.restOf && node.frame >= 0 && view.direction === "callees") lines.push(`${selfWord(tree, view.rules.hidden)} ${thousands(view.self(node))}${withRecursion(view, node, sums)}`);
	if (!node.restOf && node.frame >= 0 && !view.rules.packages) lines.push(header.kinds[tree.frames.kind[node.frame]].name);
	return lines;
}

/** The stack of a node, root first, one frame per line. */
export function stackOf(view: View, node: Node): string {
	const all: string[] = [];
	for (let n: Node | null = node; n && n.frame >= 0; n = n.parent) if (!n.restOf) all.push(nameOf(view, n));
	if (view.direction === "callees") all.reverse();
	return all.join("\n");
}
