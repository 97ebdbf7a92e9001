// A long list of rows of equal height: only the visible ones exist.

import { count, plural } from "../../text/numbers";
import { element } from "./dom";
import { drawnToFit } from "./resized";

/** Rows that exist above and below the visible ones. */
const spare = 6;
/** Rows on paper. */
const mostPrinted = 500;

export class VirtualRows {
	readonly spacer: HTMLElement;
	/** Makes the visible rows, or for print the first ones. */
	readonly draw: () => void;
	private count = 0;
	private printing = false;

	/** head: what stays visible above the rows. */
	constructor(readonly scroller: HTMLElement, private readonly head: HTMLElement, private readonly heightOfRow: () => number, private readonly row: (i: number) => HTMLElement) {
		this.spacer = element("div", { class: "spacer", role: "rowgroup" }, "", scroller);
		this.draw = drawnToFit(scroller, () => this.makeRows());
		// Once per frame.
		scroller.addEventListener("scroll", () => this.draw(), { passive: true });
		addEventListener("beforeprint", () => this.print(true));
		addEventListener("afterprint", () => this.print(false));
	}

	/** Shows a number of rows, scrolled to the first one if toTop. */
	show(count: number, toTop: boolean): void {
		this.count = count;
		this.spacer.style.height = count * this.rowHeight + "px"; // before rows, whose names have less room beside a scroll bar
		if (toTop) this.scroller.scrollTop = 0;
		this.draw();
	}

	private get rowHeight(): number {
		return this.heightOfRow();
	}

	/** Rows that fit into the window. */
	get page(): number {
		return Math.max(1, Math.floor((this.scroller.clientHeight - this.head.offsetHeight) / this.rowHeight) - 1);
	}

	private print(on: boolean): void {
		this.printing = on;
		this.draw();
	}

	private makeRows(): void {
		const { scroller, rowHeight, printing } = this;
		this.spacer.style.height = this.count * rowHeight + "px";
		const first = printing ? 0 : Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare);
		const last = Math.min(this.count, printing ? mostPrinted : Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + spare);
		const rows: HTMLElement[] = [];
		for (let i = first; i < last; i++) {
			const row = this.row(i);
			row.style.transform = `translateY(${i * rowHeight}px)`;
			rows.push(row);
		}
		if (printing && last < this.count) rows.push(element("p", { class: "note" }, `Showing the first ${count(last)} of ${plural(this.count, "row")}.`));
		this.spacer.replaceChildren(...rows);
	}

	/** Scrolls a row into view. */
	reveal(i: number): void {
		const { scroller, rowHeight } = this, top = i * rowHeight, room = scroller.clientHeight - this.head.offsetHeight;
		if (top < scroller.scrollTop) scroller.scrollTop = top;
		else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
	}
}

/** The row that a key goes to; null: the key does not move. */
export function moveBy(e: KeyboardEvent, at: number, count: number, page: number): number | null {
	const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1, PageDown: at + page, PageUp: at - page }[e.key];
	return to === undefined || !count ? null : Math.max(0, Math.min(to, count - 1));
}
