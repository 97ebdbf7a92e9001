// Actions in a flame view: its buttons, its keys and the details panel call these.

import { Direction } from "../picture/neighbor";
import { Node } from "../stacks/node";
import { Shown } from "./shown";

export interface Actions {
	/** Whether it receives keys. */
	readonly active: boolean;
	/** What is shown. */
	state(): Readonly<Shown>;
	/** Changes what is shown; a step adds to the history. */
	change(to: Partial<Shown>, step?: boolean): void;
	/** The depth of the stacks, and what widths mean. */
	readonly notes: string[];

	/** Fills the width with a frame; callers and callees of a method are zoomed separately. */
	zoomTo(node: Node): void;
	zoomIn(): void;
	zoomOut(): void;
	/** Makes everything wider, or narrower with a factor below 1. */
	widen(factor: number): void;
	/** Moves along the width: to the right, if positive. */
	slideBy(steps: number): void;
	/** Clears zoom and search. */
	clear(): void;
	/** Also clears everything that merges or leaves out frames. */
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

	/** The search pattern. */
	readonly pattern: string;
	/** The search field has a pattern. */
	typed(pattern: string): void;
	/** Goes to the next match, widest first, and zooms to those that are not visible; without a search to the next change. */
	step(by: number): void;
}
