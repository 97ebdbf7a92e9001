// Packages and classes of the roots of stacks: a profile of calls has thousands of roots.

import { Node, RootGroup, View } from "./node";
import { Tree } from "./tree";

/** More roots than these are grouped. */
const mostRoots = 100;

/** Whether there are so many, given as nodes of the file. */
export function areMany({ frame }: Tree, roots: Int32Array | number[]): boolean {
	const seen = new Set<number>();
	for (const n of roots) if (seen.add(frame[n]).size > mostRoots) return true;
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

	/** The groups of some roots below a node: packages, or classes below a package. */
	below(view: View, parent: Node, roots: Int32Array | number[], known: ReadonlyMap<number, Node>, addUp: (n: Node) => void): Node[] {
		const { frame, frames } = view.tree, of: RootGroup["of"] = parent.group ? "class" : "package", byName = new Map<string, number[]>();
		for (const n of roots) {
			const name = groupOf(frames.plain[frame[n]], of), all = byName.get(name);
			if (all) all.push(n);
			else byName.set(name, [n]);
		}
		return [...byName].map(([name, nodes]) => {
			const key = this.keyOf(`${of} ${name}`), old = known.get(key);
			if (old) return old;
			const made = new Node(view, parent, key, -1, Int32Array.from(nodes), null, null, 0, { name, of });
			addUp(made);
			return made;
		});
	}

	private keyOf(name: string): number {
		const lowest = -10;
		if (!this.keys.has(name)) this.keys.set(name, lowest - this.keys.size);
		return this.keys.get(name)!;
	}
}

// The class of package.Class.method, or its package.
function groupOf(method: string, of: RootGroup["of"]): string {
	const before = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf("."))), type = before(method);
	return of === "class" ? type || "(no class)" : before(type) || "(no package)";
}
