// The visible section of the graph.

import { alone, graph, page, svg } from "./document";

export const minScale = 0.02;
const maxScale = 12;

/** The graph at x, y, enlarged by k. Lengths are pixels if the graph is alone, otherwise the file's units. */
export interface View {
	x: number;
	y: number;
	k: number;
}

export const view: View = { x: 0, y: 0, k: 1 };
/** The height of the controls above the graph. */
export let barHeight = 0;
export function setBarHeight(height: number): void {
	barHeight = height;
}

/** Called after each change. */
const listeners: (() => void)[] = [];
export function onView(listener: () => void): void {
	listeners.push(listener);
}

export const room = () => alone ? { width: innerWidth, height: innerHeight } : page;
export const middle = (): [x: number, y: number] => [room().width / 2, (room().height + barHeight) / 2];

export function show(to: Partial<View> = {}): void {
	Object.assign(view, to);
	graph.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
	for (const listener of listeners) listener();
}

export const pan = (x: number, y: number) => show({ x: view.x + x, y: view.y + y });

/** Enlarges the graph around a point. */
export function zoom(by: number, x: number, y: number): void {
	const k = Math.min(maxScale, Math.max(minScale, view.k * by));
	show({ x: x - (x - view.x) * k / view.k, y: y - (y - view.y) * k / view.k, k });
}

/** Centers a node, large enough to read. */
export function center(e: Element): void {
	const of = e.getBoundingClientRect(), p = toView(of.left + of.width / 2, of.top + of.height / 2), [x, y] = middle();
	view.x += x - p.x;
	view.y += y - p.y;
	zoom(Math.max(1, 1.1 / view.k), x, y);
}

/** A point of the window. */
export function toView(x: number, y: number): { x: number; y: number } {
	const m = svg.getScreenCTM();
	return m ? new DOMPoint(x, y).matrixTransform(m.inverse()) : { x, y };
}

export interface Area {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The positions of elements in the graph, which must be shown again. */
export function places<E extends Element>(list: E[]): (Area & { e: E })[] {
	graph.removeAttribute("transform");
	return list.map((e) => {
		const r = e.getBoundingClientRect(), p = toView(r.left, r.top);
		return { e, left: p.x, top: p.y, right: p.x + r.width, bottom: p.y + r.height };
	});
}
