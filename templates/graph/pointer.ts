// The pointer: the graph and its map can be dragged, scrolling zooms, and hovering over a method shows its callers and callees.

import { element } from "../svg/elements";
import { bar } from "./controls";
import { alone, around, graph, legend, nodes, svg } from "./document";
import { isOnMap, lookAt } from "./map";
import { isInPanel, toggle } from "./panel";
import { goTo } from "./search";
import { center, pan, toView, zoom } from "./view";

export function listenToPointer(): void {
	drag();
	svg.addEventListener("wheel", (event) => {
		// On a page, scrolling moves the page.
		if (bar.contains(event.target as Element) || isInPanel(event.target) || !alone && !event.ctrlKey) return;
		event.preventDefault();
		const p = toView(event.clientX, event.clientY), lines = event.deltaMode ? 20 : 1;
		zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY * lines)) * (event.ctrlKey ? 0.008 : 0.002)), p.x, p.y);
	}, { passive: false });
	graph.addEventListener("mouseover", (event) => held || point((event.target as Element).closest<SVGElement>(".node")));
	graph.addEventListener("mouseleave", () => point(null));
	graph.addEventListener("click", (event) => {
		const e = (event.target as Element).closest<SVGElement>(".opens");
		if (e && !(moved && event.detail)) toggle(e); // of no pointer: assistive technology
	});
	graph.addEventListener("dblclick", (event) => {
		const e = (event.target as Element).closest(".node, .row");
		if (e) center(e);
	});
	// The hottest methods in the legend link to their boxes.
	for (const e of legend.querySelectorAll<SVGElement>("[data-of]")) {
		const to = nodes.find((n) => n.dataset.signature === e.dataset.of);
		if (!to) continue;
		e.classList.add("go");
		element("title", {}, e).textContent = e.dataset.of!;
		e.addEventListener("click", () => goTo(to));
	}
}

// Where the pointer grabbed the graph, or the map.
let held: { x: number; y: number } | null = null;
/** Whether it was dragged. */
let moved = false;

function drag(): void {
	let onMap = false;
	svg.addEventListener("pointerdown", (event) => {
		if (event.button || bar.contains(event.target as Element) || isInPanel(event.target)) return;
		held = toView(event.clientX, event.clientY);
		moved = false;
		onMap = isOnMap(event.target as Element);
		if (onMap) lookAt(held);
	});
	svg.addEventListener("pointermove", (event) => {
		if (!held) return;
		const p = toView(event.clientX, event.clientY), { x, y } = held;
		if (onMap) return lookAt(p);
		if (!moved && Math.hypot(p.x - x, p.y - y) < 4) return;
		if (!moved) svg.setPointerCapture?.(event.pointerId);
		moved = true;
		held = p;
		pan(p.x - x, p.y - y);
	});
	for (const type of ["pointerup", "pointercancel"]) svg.addEventListener(type, () => held = null);
}

// Shows callers and callees of a node.
function point(e: SVGElement | null): void {
	const near = e && around.get(e.dataset.node!);
	svg.classList.toggle("pointing", Boolean(near));
	for (const n of graph.querySelectorAll(".near")) n.classList.remove("near");
	if (!near) return;
	for (const n of graph.querySelectorAll<SVGElement>(".node")) if (near.nodes.has(n.dataset.node!)) n.classList.add("near");
	for (const n of near.edges) n.classList.add("near");
}
