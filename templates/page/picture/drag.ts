// The sideways movements of a picture: a dragged range, and moving and zooming by wheel, mouse and fingers.

import { element } from "../dom/dom";

/** What the reader does, in pixels from the left edge of the picture. */
export interface Sideways {
	/** Shows a range of what is shown. */
	range(from: number, to: number): void;
	/** Moves the picture: to the right, if positive. */
	move(by: number): void;
	/** Makes everything wider, or narrower, around a place that stays. */
	zoom(factor: number, around: number): void;
}

/** A shorter way is a click, in pixels. */
const leastDrag = 5;
/** A wheel's step is about a hundred pixels: the factor of one. */
const perPixel = 1.003;

/** Follows pointers on a canvas. */
export function dragSideways(canvas: HTMLCanvasElement, scroller: HTMLElement, act: Sideways): void {
	const fingers = new Map<number, number>(), at = (e: MouseEvent) => e.clientX - canvas.getBoundingClientRect().left;
	let from: { x: number; y: number; moves: boolean } | null = null, last = { x: 0, y: 0 }, dragged = false, band: HTMLElement | null = null;
	const end = () => {
		from = null;
		band?.remove();
		band = null;
	};
	canvas.style.touchAction = "pan-y";
	canvas.addEventListener("pointerdown", (e) => {
		if (e.button !== 0) return;
		dragged = false;
		fingers.set(e.pointerId, at(e));
		from = { x: at(e), y: e.clientY, moves: e.shiftKey || e.pointerType === "touch" };
		last = { x: at(e), y: e.clientY };
	});
	canvas.addEventListener("pointermove", (e) => {
		if (!from || !fingers.has(e.pointerId)) return;
		if (fingers.size > 1) return twoFingers(e);
		const x = at(e);
		if (!dragged) {
			if (Math.abs(x - from.x) < leastDrag && !(from.moves && Math.abs(e.clientY - from.y) >= leastDrag)) return;
			dragged = true;
			canvas.setPointerCapture(e.pointerId);
		}
		if (from.moves) {
			act.move(x - last.x);
			if (e.pointerType !== "touch") scroller.scrollTop -= e.clientY - last.y;
		} else {
			band ||= element("div", { class: "band", "aria-hidden": "true" }, "", canvas.parentElement!);
			const width = canvas.getBoundingClientRect().width, left = Math.max(0, Math.min(x, from.x)), right = Math.min(width, Math.max(x, from.x));
			Object.assign(band.style, { left: left + "px", width: right - left + "px", top: scroller.scrollTop + "px", height: scroller.clientHeight + "px" });
		}
		last = { x, y: e.clientY };
	});
	const twoFingers = (e: PointerEvent) => {
		const before = [...fingers.values()];
		fingers.set(e.pointerId, at(e));
		const now = [...fingers.values()], middle = (x: number[]) => (x[0] + x[1]) / 2, apart = (x: number[]) => Math.max(10, Math.abs(x[0] - x[1]));
		dragged = true;
		act.move(middle(now) - middle(before));
		act.zoom(apart(now) / apart(before), middle(now));
	};
	canvas.addEventListener("pointerup", (e) => {
		fingers.delete(e.pointerId);
		if (band && from && Math.abs(at(e) - from.x) >= leastDrag) act.range(Math.min(at(e), from.x), Math.max(at(e), from.x));
		if (!fingers.size) end();
	});
	canvas.addEventListener("pointercancel", (e) => {
		fingers.delete(e.pointerId);
		end();
	});
	addEventListener("keydown", (e) => {
		if (e.key !== "Escape" || !band) return;
		e.preventDefault();
		e.stopImmediatePropagation();
		end();
	}, true);
	// The end of a drag is not a click.
	canvas.addEventListener("click", (e) => {
		if (!dragged) return;
		dragged = false;
		e.stopImmediatePropagation();
	}, true);
	canvas.addEventListener("wheel", (e) => {
		const pixels = e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30, sideways = e.shiftKey ? e.deltaX || e.deltaY : Math.abs(e.deltaX) > Math.abs(e.deltaY) ? e.deltaX : 0;
		if (e.ctrlKey || e.metaKey) act.zoom(perPixel ** (-e.deltaY * pixels), at(e));
		else if (sideways) act.move(-sideways * pixels);
		else return; // the picture scrolls
		e.preventDefault();
	}, { passive: false });
}
