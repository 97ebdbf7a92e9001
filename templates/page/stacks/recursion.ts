// Methods that call themselves, which a flame view may merge.

import { Tree } from "./tree";

/** Whether a frame calls itself with no other frame in between, except hidden ones: such chains can be merged, all other recursion stays. */
export function callsItself({ frame, parent }: Tree, hidden: Uint8Array): boolean {
	for (let i = 1; i < frame.length; i++) {
		if (hidden[frame[i]]) continue;
		let up = parent[i];
		while (up > 0 && hidden[frame[up]]) up = parent[up];
		if (up > 0 && frame[up] === frame[i]) return true;
	}
	return false;
}
