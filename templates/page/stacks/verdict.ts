// Significance of compared values, as tested in Go; sums of tested values are untested.

import { Node, Verdict, View } from "./node";
import { notTested, selfChanged, selfUnknown, Sums, totalChanged, totalUnknown, Tree, unknownChange } from "./tree";

const unchanged = 0, changed = 1;

export const verdictText = ({ header }: Tree, of: Verdict) => [header.compared!.alike, "significant", "sum of several frames, not tested", "not compared: counts are missing"][of];

/** The verdict on self or total of a method over all stacks, given the displayed values. */
export function methodVerdict(tree: Tree, sums: Sums, frame: number, of: "self" | "total"): Verdict {
	const tested = tree.sums!, [now, base] = of === "self" ? ["self", "baseSelf"] as const : ["total", "baseTotal"] as const;
	if (sums[now][frame] !== tested[now][frame] || sums[base][frame] !== tested[base][frame]) return notTested;
	if (tree.frames.changed[frame] & (of === "self" ? selfUnknown : totalUnknown)) return unknownChange;
	return tree.frames.changed[frame] & (of === "self" ? selfChanged : totalChanged) ? changed : unchanged;
}

/** The verdict on the value of a node. */
export function verdictOf(view: View, node: Node): Verdict {
	if (node.verdict === undefined) node.verdict = find(view, node);
	return node.verdict;
}

function find(view: View, node: Node): Verdict {
	const { tree, rules: { packages } } = view, { total, base, parent, frame } = node;
	if (frame < 0) return node.restOf || node.group ? notTested : unchanged; // all stacks are scaled to be equal
	if (view.direction === "callees" && node.nodes.length === 1) return tree.changed![node.nodes[0]] as Verdict;
	const is = (of: "self" | "total") => tree.sums![of][frame] === total && tree.sums![of === "self" ? "baseSelf" : "baseTotal"][frame] === base;
	if (!packages && view.direction === "callers" && parent === view.root && view.root.frame < 0 && is("self")) return methodVerdict(tree, tree.sums!, frame, "self");
	if (!packages && is("total")) return methodVerdict(tree, tree.sums!, frame, "total");
	// A chain of frames with the same values is one test.
	return parent && parent.total === total && parent.base === base ? verdictOf(view, parent) : notTested;
}

/** Whether a value of a node, or of its method, is not compared, so that 0 says nothing. */
export const isUnknown = (view: View, node: Node) => !!view.tree.base && node.frame >= 0 && (verdictOf(view, node) === unknownChange || view.direction === "callers" && (view.tree.frames.changed[node.frame] & (selfUnknown | totalUnknown)) > 0);

/** Whether a part of the self or the total of a method over all stacks is unknown in one of the profiles, so that no difference says anything. */
export const isMethodUnknown = ({ frames }: Tree, frame: number, of: "self" | "total") => (frames.changed[frame] & (of === "self" ? selfUnknown : totalUnknown)) > 0;

/** Likewise, of a node; that of all stacks, too. */
export function isChangeUnknown(view: View, node: Node): boolean {
	const { changed, base } = view.tree;
	if (!base || !changed) return false;
	if (node.frame < 0 && !node.restOf && !node.group) return changed[0] === unknownChange;
	return isUnknown(view, node) || view.direction === "callees" && node.nodes.some((n) => changed[n] === unknownChange);
}

/** Whether the self of a node's method was tested and has changed. */
export function selfHasChanged({ tree, rules, folds, direction }: View, { frame }: Node): boolean {
	return direction === "callees" && !rules.packages && !folds && frame >= 0 && (tree.frames.changed[frame] & selfChanged) > 0;
}
