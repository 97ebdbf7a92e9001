// The address of a flame view, and the frames that were selected at addresses, which contain only the zoom.

import { fragment, setFragment } from "../address/fragment";
import { Node } from "../stacks/node";
import { Range } from "../picture/layout";
import { Host } from "./host";
import { rangeText } from "./range";
import { Paths, Scene } from "./scene";
import { parametersOf, Shown } from "./shown";

/** What fills the width: a node, or a range of it. */
export interface Section {
	zoom: Node;
	range: Range;
}

export class Address {
	/** By the fragments of the addresses. */
	private readonly selections = new Map<string, Paths>();

	constructor(private readonly host: Host) {}

	/** The fragment of the address that shows a section. */
	of(scene: Scene, shown: Shown, pattern: string, { zoom, range }: Section): string {
		const { v, m, ...others } = parametersOf(shown, scene.tree);
		return this.host.fragment({ v, m, ...scene.pathsTo(zoom), w: rangeText(range), s: pattern, ...others });
	}

	/** Makes this the current address; a step adds to the history. */
	remember(scene: Scene, shown: Shown, pattern: string, section: Section, step: boolean): void {
		setFragment(this.of(scene, shown, pattern, section), step);
	}

	/** A node was selected at this address; null: none. */
	select(scene: Scene, node: Node | null): void {
		if (node) this.selections.set(fragment(), scene.pathsTo(node));
		else this.selections.delete(fragment());
	}

	/** The node that was selected at this address; null: none. */
	selected(scene: Scene): Node | null {
		const left = this.selections.get(fragment()), found = left && scene.nodeAt(left);
		return found && !found.lost ? found.node : null;
	}
}
