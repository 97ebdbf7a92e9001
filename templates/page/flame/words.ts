// A flame view in words: the result of its search, hidden code, and the caption of its picture.

import { percent, plural, thousands } from "../../text/numbers";
import { Caption } from "../picture/caption";
import { Changes } from "../picture/changedboxes";
import { Colors } from "../picture/colors";
import { meaningsOf } from "../picture/legend";
import { hasChanges } from "../picture/palettes";
import { hiddenNames } from "../search/hidden";
import { Matches } from "../search/matches";
import { Matched, matched, Search } from "../search/search";
import { changeInUnit, nameOf, shareOfAll } from "../stacks/describe";
import { Node } from "../stacks/node";
import { callsItself } from "../stacks/recursion";
import { Tree } from "../stacks/tree";
import { Scene } from "./scene";

/** A number this low may be less than a reader expects to see. */
const fewRows = 10;

/** Stacks that are drawn, if not all are, and those of them that match. */
export interface Drawn {
	matched: number;
	whole: number;
}

/** The matches of a search in a tree, in its drawn stacks, and in the zoomed frame; unseen: methods of hidden kinds match. */
export function aboutMatches(tree: Tree, focus: Node, { hits, invalid }: Search, found: Matched | null, drawn: Drawn | null, unseen: boolean): string {
	const { header } = tree;
	if (!found) return invalid;
	const { total, base } = found;
	const frames = hits!.reduce((sum, hit) => sum + hit, 0);
	if (!frames) return unseen ? "no match in the code that is shown" : "no match";
	if (drawn && !drawn.matched) return `no match in what is drawn; ${shareOfAll(header, total)}`;
	let text = `${plural(frames, "method")} matched: ${drawn ? `${percent(drawn.matched, drawn.whole)} of what is drawn, ${shareOfAll(header, total)}` : percent(total, header.whole)}`;
	if (header.compared && tree.base) text += ` (base ${percent(base, header.compared.whole)}, ${changeInUnit(header, total - base * header.compared.scale)})`;
	if (focus.parent && focus.view.direction === "callees" && focus.nodes.length === 1) text += `, ${percent(matchedBelow(tree, focus, hits!), focus.total)} of zoom`;
	return text;
}

/** The position of the current match, or how to go to the first one; far: it can only be seen by zooming. */
export function aboutPlace({ at, count: { n, atLeast } }: Matches, reached: boolean, far: boolean): string {
	if (!reached) return far ? ", too narrow or too deep to be in the picture: › (n) zooms to them" : "";
	return ` (${at + 1}/${thousands(n)}${atLeast ? " or more" : ""}${far ? ", zoomed in" : ""})`;
}

// The value of stacks in the zoomed frame that match.
function matchedBelow(tree: Tree, focus: Node, hits: Uint8Array): number {
	for (let n: Node | null = focus; n; n = n.parent) if (n.frame >= 0 && hits[n.frame]) return focus.total;
	return matched(tree, hits, focus.nodes[0]).total;
}

/** The number of changes, and of the boxes and methods that have them. A box includes its callees, so tables of methods may have others. */
export function changesInWords({ all, counts }: Changes): string {
	const { packages } = all[0].node.view.rules;
	return `${plural(all.length, "visible change")}, in ${plural(counts.changed, "box")}${packages ? "" : ` of ${plural(counts.methods, "method")}`}`;
}

/** The number of changed boxes, and which one is selected. */
export function aboutChanges(changed: Changes, current: Node): string {
	const { all } = changed, at = all.findIndex(({ node }) => node === current);
	if (at >= 0) return `change ${thousands(at + 1)} of ${thousands(all.length)} visible changes, largest first`;
	const { counts } = changed, changes = all.length ? `${plural(all.length, "change")}: n goes to the next` : "no significant change in view";
	return counts.notTested ? `${changes}; ${thousands(counts.notTested)} of ${plural(counts.boxes, "box")} ${counts.notTested === 1 ? "is a sum" : "are sums"}, not tested` : changes;
}

/** The kinds of code that are not shown; "": all are. */
export function aboutKinds(scene: Scene): string {
	const { tree, merging: { kinds } } = scene, { header, frames } = tree, off = header.kinds.filter((_, i) => !kinds[i] && frames.kind.includes(i)).map((k) => k.name);
	if (!off.length) return "";
	const deep = scene.frames, few = deep < fewRows && deep * 2 < tree.deepest;
	return `${few ? `${deep} of ${plural(tree.deepest, "row")}: ` : ""}${off.join(", ")} code ${header.entries ? "is left out" : "counts for its callers"}${few ? "; switch it on to see it" : ""}`;
}

/** A note that no recursion can be merged; "": it can, or merging is not requested. */
export function aboutRecursion({ tree, rules: { recursion, hidden } }: Scene): string {
	return recursion && !callsItself(tree, hidden) ? "no frame calls itself directly: nothing to merge" : "";
}

/** For a comparison, a note that everything is equal; "": it is not. */
export const aboutNoChange = (tree: Tree) => tree.header.compared && !hasChanges(tree) ? "no significant change in any frame" : "";

/** Which part of the profile a picture shows. */
export function aboutPicture(scene: Scene, focus: Node): string {
	const { tree, merging: { mode, frame, recursion, packages, hide } } = scene, kinds = aboutKinds(scene);
	const parts = [mode === "root" ? "from the root" : mode === "leaves" ? "from the leaves" : "around " + tree.frames.names[frame]];
	const { view } = focus, before = view.direction === "callees" ? "callers" : "callees";
	if (focus.parent) parts.unshift(`zoomed into ${nameOf(view, focus)}: ${percent(focus.total, tree.header.whole)}; its ${before} are pale and not to scale`);
	if (recursion) parts.push("frames that call themselves are merged");
	if (packages) parts.push("packages instead of methods");
	if (kinds) parts.push(kinds);
	if (hide) parts.push("hidden: " + hiddenNames(hide).join(", "));
	return parts.join("; ");
}

/** The lines above a saved picture of these files; about comes from aboutPicture. */
export function captionOf({ tree, view }: Scene, colors: Colors, search: Search, files: string, about: string): Caption {
	const { title, subtitle } = tree.header, note = [files || subtitle, about].filter(Boolean).join("; "), profile = document.title.replace(/^Flame – /, ""), meanings = meaningsOf(view, colors);
	if (search.hits) meanings.push({ label: "matches " + search.pattern, swatch: colors.matchSwatch });
	return { title: title.includes(profile) ? title : `${profile}: ${title}`, note, colors: `Colors ${colors.palette.label}${meanings.length ? ":" : ""}`, meanings };
}
