// What a flame view searches for, and where it is found.

import { notComplete } from "../../pattern/matcher";
import { plural } from "../../text/numbers";
import { Offer } from "../dom/offer";
import { minWidth, Picture } from "../picture/picture";
import { methodsInAnyCase, offerAnyCase } from "../search/anycase";
import { Matches } from "../search/matches";
import { hitsOfBoxes, Matched, matched, matchedThrough, noSearch, Search, search } from "../search/search";
import { isWithin, Node } from "../stacks/node";
import { Sums, Tree } from "../stacks/tree";
import { Scene } from "./scene";
import { aboutMatches, aboutPlace, Drawn } from "./words";

/** The minimum width of a match after zooming, in pixels, or the maximum possible width if that is less. */
const matchWidth = 40;

export class FlameSearch {
	search: Search = noSearch;
	/** The node that filled the width when the search began: steps zoom in, and out to it. */
	scope!: Node;
	/** Methods that match, of kinds that are switched off. */
	unseen = 0;
	/** In all stacks; null: no search. */
	private matched: Matched | null = null;
	/** The tree of those stacks. */
	private counted: Tree | null = null;
	/** Around a method, in the stacks that have it, which are all that is drawn; null: all stacks are. */
	private drawn: Drawn | null = null;
	private matches: Matches | null = null;
	/** The match that a step has reached. */
	private reached: Node | null = null;
	/** If none match: those that match regardless of case. */
	private anyCase = 0;

	constructor(private readonly tree: Tree) {}

	get pattern(): string {
		return this.search.pattern;
	}

	/** Whether a pattern is wrong, no matter how it continues. */
	get invalid(): boolean {
		return this.search.invalid !== "" && this.search.invalid !== notComplete;
	}

	/** Whether there are matches. Where all that is drawn fills the width, their share says it sooner. */
	get some(): boolean {
		return this.matches !== null && (!this.scope.parent && Boolean(this.drawn ? this.drawn.matched : this.matched?.total) || this.matches.some);
	}

	/** Searches the methods of a scene. It returns the boxes that match, by frame; null: no search. */
	find(pattern: string, { rules: { hidden, packages }, counted, view, merging: { kinds, mode } }: Scene): Uint8Array | null {
		const { tree, search: { hits: before } } = this, { hits } = this.search = search(tree, pattern);
		this.unseen = 0;
		this.anyCase = hits && !hits.includes(1) ? methodsInAnyCase(tree, pattern) : 0;
		if (hits) {
			for (const f of hits.keys()) {
				if (!hidden[f]) continue;
				this.unseen += hits[f] * Number(!kinds[tree.frames.kind[f]]);
				hits[f] = 0;
			}
		}
		if (!hits || !before || this.counted !== counted || hits.some((hit, f) => hit !== before[f])) this.matched = hits && matched(counted, hits);
		this.counted = counted;
		this.drawn = null;
		if (hits && mode === "around") {
			this.drawn = { matched: matchedThrough(counted, hits, view.root.nodes), whole: view.root.total };
		}
		return hits && packages ? hitsOfBoxes(tree, hits) : hits;
	}

	/** Looks for matches below the frame that fills the width. */
	seek(scope: Node, { hits, parts }: Picture, { nodes }: Sums): void {
		this.scope = scope;
		this.matches = hits && new Matches(parts.map((p) => p.rows.focus), hits, nodes);
		this.reached = null;
	}

	/** The next match, or with -1 the previous one, and the node that fills the width of a picture that shows it; null: none. */
	step(by: number, width: number): { match: Node; focus: Node } | null {
		const match = this.matches?.step(by);
		if (!match) return null;
		const { view } = match, frame = this.frameFor(match, width), focus = frame === this.scope ? frame : view.inTree(frame);
		this.reached = view.inSubtree(match, focus.view === view ? focus : view.root);
		return { match: this.reached, focus };
	}

	// The node that fills the width when a match is shown: the reader's, or the outermost one that shows the match well.
	private frameFor(node: Node, width: number): Node {
		const from = this.scope.view === node.view ? this.scope : node.view.root;
		if (isWithin(from, node) || isWithin(node, from) && node.weight / from.weight * width > minWidth) return this.scope;
		let focus = node;
		while (focus.parent && node.weight / focus.parent.weight * width >= matchWidth) focus = focus.parent;
		while (focus.group) focus = focus.parent!;
		return focus;
	}

	/** The matching share, and which match is selected. */
	about(counted: Tree, focus: Node, current: Node, picture: Picture): string {
		const text = aboutMatches(counted, focus, this.search, this.matched, this.drawn, this.unseen > 0), reached = current === this.reached;
		return text + (this.some ? aboutPlace(this.matches!, reached, reached ? focus !== this.scope : !picture.showsMatches()) : "");
	}

	/** Offers something that would find more; null: nothing would. */
	offer(showAll: () => void, take: (pattern: string) => void): Offer | null {
		const { unseen, anyCase } = this;
		if (unseen) return { text: `${plural(unseen, "method")} in hidden kinds: show`, title: "Show the code of all kinds", action: showAll };
		return offerAnyCase(anyCase, "method", this.pattern, take);
	}
}
