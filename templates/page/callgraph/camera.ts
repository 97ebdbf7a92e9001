// Which part of a graph is in the window, and how large: scrolling, zooming, and dragging.

import { forFingers } from "../dom/fingers";
import { Drawing } from "./drawing";
import { weightOf } from "./diagram";
import { hotPath, hottest } from "./walk";

/** Scales at which text can be read, just so for what fits into the window then, and on phones, whose letters are sharper; and limits of zooming. */
const readable = 0.8, justReadable = 0.715, readableOnPhones = 0.6, largest = 2, smallest = 0.1;
/** Pixels of a window with room for larger text, and how much larger, unless all fits at a scale that can be read. */
const wide = 1300, larger = 1.25;
const step = 1.25;
/** How much more self another part must have to open there rather than at the roots. */
const muchMore = 1.15;
/** Boxes of the hot path that its root is worth. */
const worthOfRoot = 3;
/** Pixels of a drag that are still a click. */
const still = 4;

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Around boxes, for their shadows and lines. */
const margin = 12;

const areaOf = ({ x, y }: { x: number; y: number }, { width, height }: { width: number; height: number }): Area => ({ x, y, width, height });

// The area that has all of others.
function extent(areas: Area[]): Area {
	const x = Math.min(...areas.map((a) => a.x)) - margin, y = Math.min(...areas.map((a) => a.y)) - margin;
	return { x, y, width: Math.max(...areas.map((a) => a.x + a.width)) + margin - x, height: Math.max(...areas.map((a) => a.y + a.height)) + margin - y };
}

export class Camera {
	private scale = 1;
	private drawing: Drawing | null = null;
	/** The pointer was dragged: what follows is no click. */
	dragged = false;
	/** The reader has moved or zoomed since the graph opened. */
	private moved = false;

	constructor(private readonly scroller: HTMLElement, private readonly svg: SVGSVGElement) {
		scroller.addEventListener("wheel", (e) => {
			if (!e.ctrlKey && !e.metaKey) return;
			e.preventDefault();
			this.zoom(Math.exp(-e.deltaY / 300), e.clientX, e.clientY);
		}, { passive: false });
		for (const begin of ["wheel", "pointerdown", "keydown"]) scroller.addEventListener(begin, () => this.moved = true, { passive: true });
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

	/** Shows a graph: all of it if its text can be read then; otherwise its hot path, as small as must be, or what is next to the hottest box, or the one that the graph is about. */
	open(drawing: Drawing): void {
		this.drawing = drawing;
		const { boxes, texts, diagram, diagram: { boxes: all } } = drawing, { clientWidth, clientHeight } = this.scroller;
		if (!clientWidth) return;
		const about = all.findIndex((b) => b.focus), first = about < 0 ? hottest(diagram) : about, path = hotPath(diagram, first).boxes, around = extent([...path].map((i) => areaOf(boxes[i], texts[i])));
		const high = clientHeight / drawing.height, ofPath = Math.min(clientWidth / around.width, clientHeight / around.height);
		const isWide = clientWidth >= wide, room = isWide ? larger : 1, least = room * justReadable;
		this.setScale(this.fitting >= (isWide ? readable : justReadable) ? Math.min(room, this.fitting) : Math.max(forFingers.matches ? readableOnPhones : least, Math.min(room * readable, ofPath, Math.max(high, least))));
		const { scale } = this, [w, h] = [clientWidth / scale, clientHeight / scale], middle = (a: Area) => ({ x: a.x + a.width / 2, y: a.y + a.height / 2 });
		let best = { x: 0, y: 0, weight: 0, path: -1 };
		const root = [...path].reduce((a, b) => boxes[b].y < boxes[a].y ? b : a);
		for (const { x, y } of [{ x: 0, y: 0 }, { x: drawing.width / 2, y: 0 }, middle(around), ...boxes.map((b, i) => middle(areaOf(b, texts[i])))]) {
			const left = Math.min(Math.max(0, x - w / 2), Math.max(0, drawing.width - w)), top = Math.min(Math.max(0, y - h / 2), Math.max(0, drawing.height - h));
			let weight = 0, ofPath = 0;
			boxes.forEach((b, i) => {
				if (b.x < left || b.y < top || b.x + texts[i].width > left + w || b.y + texts[i].height > top + h) return;
				weight += weightOf(all[i]) + 1e-6;
				if (path.has(i)) ofPath += i === first ? path.size + worthOfRoot : i === root ? worthOfRoot : 1;
			});
			if (ofPath > best.path || ofPath === best.path && weight > muchMore * best.weight) best = { x: left, y: top, weight, path: ofPath };
		}
		this.scroller.scrollTo(best.x * scale, best.y * scale);
		this.moved = false;
	}

	/** Opens the graph again in a window of another size, if the reader has not moved in it. */
	resized(): void {
		if (this.drawing && !this.moved) this.open(this.drawing);
	}

	fit(): void {
		this.moved = true;
		this.setScale(Math.max(smallest, Math.min(1, this.fitting)));
	}

	/** Zooms in or out around a point of the window; by default its middle. */
	zoom(factor: number, x?: number, y?: number): void {
		this.moved = true;
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
