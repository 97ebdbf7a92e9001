// Packages and classes of the roots of stacks: a profile of calls has thousands of roots.

import { Node, RootGroup, View } from "./node";
import { Tree } from "./tree";

/** More roots than these are grouped. */
const mostRoots = 100;

/** Whether there are so many, given as nodes of the file, and some have a class: the others are in no group. */
export function areMany({ frame, frames }: Tree, roots: Int32Array | number[]): boolean {
	const seen = new Set<number>();
	for (const n of roots) seen.add(frame[n]);
	if (seen.size <= mostRoots) return false;
	for (const f of seen) if (typeOf(frames.plain[f])) return true;
	return false;
}

/** The outermost nodes of the file that are not hidden. */
export function rootsOf({ frame, end }: Tree, hidden: Uint8Array): number[] {
	const roots: number[] = [];
	for (let n = 1; n < end[0]; n = hidden[frame[n]] ? n + 1 : end[n]) if (!hidden[frame[n]]) roots.push(n);
	return roots;
}

export class RootGroups {
	/** Keys of nodes by names of groups: less than those of all other nodes. */
	private readonly keys = new Map<string, number>();

	/** The groups of some roots below a node: packages, or classes below a package and of no package. alone: roots without a class. */
	below(view: View, parent: Node, roots: Int32Array | number[], known: ReadonlyMap<number, Node>, addUp: (n: Node) => void): { groups: Node[]; alone: number[] } {
		const { frame, frames } = view.tree, byName = new Map<string, number[]>(), alone: number[] = [];
		for (const n of roots) {
			const type = typeOf(frames.plain[frame[n]]), pack = parent.group ? "" : before(type), name = pack ? `package ${pack}` : `class ${type}`, all = byName.get(name);
			if (!type) alone.push(n);
			else if (all) all.push(n);
			else byName.set(name, [n]);
		}
		const groups = [...byName].map(([words, nodes]) => {
			const key = this.keyOf(words), old = known.get(key), of = words.slice(0, words.indexOf(" ")) as RootGroup["of"];
			if (old) return old;
			const made = new Node(view, parent, key, -1, Int32Array.from(nodes), null, null, 0, { name: words.slice(of.length + 1), of });
			addUp(made);
			return made;
		});
		return { groups, alone };
	}

	private keyOf(name: string): number {
		const lowest = -10;
		if (!this.keys.has(name)) this.keys.set(name, lowest - this.keys.size);
		return this.keys.get(name)!;
	}
}

const before = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf(".")));

// The class of package.Class.method; "": it has none, as in a stripped profile.
const typeOf = before;
