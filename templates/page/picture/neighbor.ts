// The boxes around a box.

import { Node } from "../stacks/node";
import { Part } from "./picture";

export type Direction = "in" | "out" | "left" | "right";

/** The nearest box in a direction, among callees the widest; null: none. */
export function neighborOf(node: Node, { rows }: Part, direction: Direction): Node | null {
	if (direction === "out") return node.parent;
	if (direction === "in") {
		rows.ensure(node.depth + 2);
		const inside = (rows.rows[node.depth + 1] || []).filter((b) => b.node.parent === node);
		return inside.sort((a, b) => b.width - a.width)[0]?.node || null;
	}
	const row = rows.rows[node.depth] || [], at = row.findIndex((b) => b.node === node);
	return row[at + (direction === "right" ? 1 : -1)]?.node || null;
}
