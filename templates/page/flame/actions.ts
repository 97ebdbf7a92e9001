// What a reader does with a flame view: its buttons, its keys and the panel of facts call this.

import { Direction } from "../picture/neighbor";
import { Node } from "../stacks/node";
import { Shown } from "./shown";

export interface Actions {
	/** Whether keys are for it. */
	readonly active: boolean;
	/** What is shown. */
	state(): Readonly<Shown>;
	/** Changes what is shown; a step can be gone back. */
	change(to: Partial<Shown>, step?: boolean): void;
	/** How deep the stacks are, and what widths are of. */
	readonly notes: string[];

	/** Fills the width with a frame; callers of a method and its callees are zoomed one at a time. */
	zoomTo(node: Node): void;
	zoomIn(): void;
	zoomOut(): void;
	/** Clears zoom and search. */
	clear(): void;
	/** Clears all that merges or leaves out as well. */
	reset(): void;

	/** Whether callees are above their callers. */
	readonly growsUp: boolean;
	move(direction: Direction): void;
	/** Selects a node of the picture. */
	goTo(node: Node): void;
	/** Shows callers and callees of a method. */
	around(frame: number): void;
	aroundSelected(): void;
	/** Leaves out the method of a frame. */
	hide(node: Node): void;
	hideSelected(): void;
	/** Opens the page about the selected method, if there is one. */
	openPage(): void;
	copy(what: "name" | "stack" | "link"): Promise<void>;
	saveAs(format: "svg" | "png"): Promise<void>;

	/** The pattern that is searched for. */
	readonly pattern: string;
	/** The search field has a pattern. */
	typed(pattern: string): void;
	/** Goes to the next match, widest first, and zooms to those that are not in the picture; without a search to the next change. */
	step(by: number): void;
}
