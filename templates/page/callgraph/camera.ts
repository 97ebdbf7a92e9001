// Which part of a graph is in the window, and how large: scrolling, zooming, and dragging.

import { Drawing } from "./drawing";
import { hottest } from "./walk";

/** Scales at which text can be read, just so for graphs that are as high as the window then; and limits of zooming. */
const readable = 0.8, justReadable = 0.72, largest = 2, smallest = 0.1;
const step = 1.25;
/** How much more self another part must have to open there rather than at the roots. */
const muchMore = 1.15;
/** Pixels of a drag that are still a click. */
const still = 4;

export class Camera {
	private scale = 1;
	private drawing: Drawing | null = null;
	/** The pointer was dragged: what follows is no click. */
	dragged = false;

	constructor(private readonly scroller: HTMLElement, private readonly svg: SVGSVGElement) {
		scroller.addEventListener("wheel", (e) => {
			if (!e.ctrlKey && !e.metaKey) return;
			e.preventDefault();
			this.zoom(Math.exp(-e.deltaY / 300), e.clientX, e.clientY);
		}, { passive: false });
		let from: { x: number; y: number; left: number; top: number } | null = null;
		scroller.addEventListener("pointerdown", (e) => {
			this.dragged = false;
			from = e.button || e.pointerType === "touch" ? null : { x: e.clientX, y: e.clientY, left: scroller.scrollLeft, top: scroller.scrollTop };
		});
		addEventListener("pointermove", (e) => {
			if (!from) return;
			const [x, y] = [e.clientX - from.x, e.clientY - from.y];
			if (Math.hypot(x, y) > still) this.dragged = true;
			if (this.dragged) scroller.scrollTo(from.left - x, from.top - y);
		});
		for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => from = null);
	}

	/** Shows a graph: all of it if its text can be read then, or all of its height, otherwise its hottest part, with the hottest box, or the one that the graph is about. */
	open(drawing: Drawing): void {
		this.drawing = drawing;
		const { clientWidth, clientHeight } = this.scroller;
		if (!clientWidth) return;
		const high = clientHeight / drawing.height;
		this.setScale(Math.min(1, Math.max(high >= justReadable ? Math.min(readable, high) : readable, this.fitting)));
		const { boxes, texts, diagram: { boxes: all } } = drawing, { scale } = this, [w, h] = [clientWidth / scale, clientHeight / scale];
		const about = drawing.diagram.boxes.findIndex((b) => b.focus), first = about < 0 ? hottest(drawing.diagram) : about;
		let best = { x: 0, y: 0, weight: 0, seen: false };
		const middles = boxes.map(({ x, y }, i) => ({ x: x + texts[i].width / 2, y: y + texts[i].height / 2 }));
		for (const { x, y } of [{ x: 0, y: 0 }, { x: drawing.width / 2, y: 0 }, ...middles]) {
			const left = Math.min(Math.max(0, x - w / 2), Math.max(0, drawing.width - w)), top = Math.min(Math.max(0, y - h / 2), Math.max(0, drawing.height - h));
			let weight = 0, seen = false;
			boxes.forEach((b, i) => {
				if (b.x >= left && b.y >= top && b.x + texts[i].width <= left + w && b.y + texts[i].height <= top + h) {
					seen ||= i === first;
					weight += (all[i].self ?? 0) + 1e-6;
				}
			});
			if (seen > best.seen || seen === best.seen && weight > muchMore * best.weight) best = { x: left, y: top, weight, seen };
		}
		this.scroller.scrollTo(best.x * scale, best.y * scale);
	}

	fit(): void {
		this.setScale(Math.max(smallest, Math.min(1, this.fitting)));
	}

	/** Zooms in or out around a point of the window; by default its middle. */
	zoom(factor: number, x?: number, y?: number): void {
		const { scroller } = this, area = scroller.getBoundingClientRect(), [dx, dy] = [(x ?? area.left + area.width / 2) - area.left, (y ?? area.top + area.height / 2) - area.top];
		const before = this.scale, [left, top] = [scroller.scrollLeft + dx, scroller.scrollTop + dy];
		this.setScale(Math.min(largest, Math.max(smallest, before * factor)));
		scroller.scrollTo(left * this.scale / before - dx, top * this.scale / before - dy);
	}

	zoomIn(): void {
		this.zoom(step);
	}

	zoomOut(): void {
		this.zoom(1 / step);
	}

	/** Scrolls as little as needed to see a box. */
	reveal(i: number): void {
		const { boxes, texts } = this.drawing!, { scroller, scale } = this, room = 20;
		const [left, top, right, bottom] = [boxes[i].x * scale - room, boxes[i].y * scale - room, (boxes[i].x + texts[i].width) * scale + room, (boxes[i].y + texts[i].height) * scale + room];
		if (left < scroller.scrollLeft) scroller.scrollLeft = left;
		else if (right > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = right - scroller.clientWidth;
		if (top < scroller.scrollTop) scroller.scrollTop = top;
		else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
	}

	private get fitting(): number {
		const { width, height } = this.drawing!;
		return Math.min(this.scroller.clientWidth / width, this.scroller.clientHeight / height);
	}

	private setScale(scale: number): void {
		this.scale = scale;
		this.svg.setAttribute("width", String(Math.floor(this.drawing!.width * scale)));
		this.svg.setAttribute("height", String(Math.floor(this.drawing!.height * scale)));
	}
}
