// The panel beside a box or a line that is open. It scrolls if it is longer than the window; in a narrow one, it is at the bottom.

import { element, html, setAll } from "../svg/elements";
import { alone, svg } from "./document";
import { Method, openable, openedBy, Part } from "./opened";
import { Area, barHeight, center, onView, pan, room, toView } from "./view";

const widest = 380, gap = 8;
/** Narrower windows have the panel at the bottom, over so much of their height. */
const narrow = 600, sheet = 0.6;

const holder = element("foreignObject", { class: "opened", x: 0, y: 0, width: widest, height: 1 });
const panel = html("section", "", holder), head = html("header", "", panel), title = html("h2", "", head), closer = html("button", "×", head), inside = html("div", "", panel);
setAll(closer, { type: "button", title: "Close (Esc)", "aria-label": "Close" });
setAll(inside, { tabindex: 0, role: "group", "aria-label": "Methods" });

let open: SVGElement | null = null;
/** Of the panel: those whose methods it lists. */
const rows = new Map<Method, Element>();

export const isInPanel = (e: EventTarget | null) => e instanceof Node && holder.contains(e);
export const isPanelOpen = () => open !== null;

export function listenToOpening(): void {
	for (const e of openable) {
		e.classList.add("opens");
		setAll(e, { tabindex: 0, role: "button", "aria-expanded": false, "aria-label": [...e.querySelectorAll("text")].map((t) => t.textContent).join(", ") });
		e.addEventListener("keydown", (event) => {
			if (event.key !== "Enter" && event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			event.stopPropagation();
			toggle(e);
			if (open) inside.focus();
		});
		e.addEventListener("focus", () => {
			if (e.matches(":focus-visible") && isOutside(e)) center(e.matches(".edge") && e.querySelector("text") || e);
		});
	}
	closer.addEventListener("click", close);
	onView(place);
}

/** Opens a box or a line, or closes it again. */
export function toggle(e: SVGElement): void {
	const before = open;
	if (before) hide();
	if (before !== e) show(e);
}

/** Closes the panel. The keyboard is at what was open again. */
export function close(): void {
	const before = open, here = isInPanel(document.activeElement);
	hide();
	if (here) before?.focus({ preventScroll: true });
}

function hide(): void {
	open?.classList.remove("open");
	open?.setAttribute("aria-expanded", "false");
	open = null;
	holder.remove();
}

function show(e: SVGElement): void {
	const of = openedBy(e);
	if (!of) return;
	open = e;
	e.classList.add("open");
	e.setAttribute("aria-expanded", "true");
	title.textContent = of.title;
	panel.setAttribute("aria-label", of.title);
	inside.textContent = "";
	rows.clear();
	for (const part of of.parts) fill(part);
	markRows();
	svg.appendChild(holder);
	place();
	inside.scrollTop = 0;
	uncover(e);
}

// Moves what is open from below the panel at the bottom.
function uncover(e: SVGElement): void {
	const { top, bottom } = placeOf(e), below = bottom + gap - holder.y.baseVal.value;
	if (panel.className && below > 0) pan(0, -Math.min(below, Math.max(0, top - barHeight - gap)));
}

function fill({ texts, heading, columns, methods }: Part): void {
	for (const text of texts) html("p", text, inside);
	if (!heading) return;
	const row = (kind: string, name: string, full: string, figures: string[], within: Element) => {
		const e = html("div", "", within), named = html("span", "", e);
		e.className = kind;
		for (const piece of name.split(/(?<=[.$])/)) { // where long names may be broken
			named.append(piece);
			html("wbr", "", named);
		}
		if (full && full !== name) named.title = full;
		for (const figure of figures) html("span", figure, e);
		return e;
	};
	row("heads", heading, "", columns, inside);
	const list = html("ol", "", inside);
	for (const m of methods) {
		const item = html("li", "", list);
		row("method", m.name, m.full, m.figures, item);
		for (const c of m.calls) row("call", `${c.caller ? "←" : "→"}\u00a0${c.name}`, c.full, [c.share], item);
		rows.set(m, item);
	}
}

let matches: (m: Method) => boolean = () => false;

/** Marks the methods that a search found. */
export function markMethods(of: (m: Method) => boolean): void {
	matches = of;
	markRows();
}

function markRows(): void {
	for (const [m, e] of rows) e.classList.toggle("found", matches(m));
}

/** A line that is wider than this is only at its label. */
const widestLine = 240;

// The place of what is open.
function placeOf(e: SVGElement): Area {
	const whole = areaOf(e), label = e.matches(".edge") && e.querySelector("text");
	return label && whole.right - whole.left > widestLine ? areaOf(label) : whole;
}

function areaOf(e: Element): Area {
	const r = e.getBoundingClientRect(), from = toView(r.left, r.top), to = toView(r.right, r.bottom);
	return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

// Of a picture on a page, the part in the window.
function inWindow(): Area {
	const { width, height } = room();
	if (alone) return { left: 0, top: barHeight, right: width, bottom: height };
	const from = toView(0, 0), to = toView(innerWidth, innerHeight);
	return { left: Math.max(0, from.x), top: Math.max(0, from.y), right: Math.min(width, to.x), bottom: Math.min(height, to.y) };
}

function isOutside(e: SVGElement): boolean {
	const at = placeOf(e), { left, top, right, bottom } = inWindow();
	return at.left < left || at.top < top || at.right > right || at.bottom > bottom;
}

// Beside what is open, in the window, on the side that has more room.
function place(): void {
	if (!open) return;
	const { left, top, right, bottom } = inWindow(), isSheet = alone && right < narrow, w = isSheet ? right : Math.min(widest, right - left - 2 * gap);
	const most = Math.max(60, isSheet ? sheet * bottom : bottom - top - 2 * gap);
	panel.classList.toggle("sheet", isSheet);
	panel.style.maxHeight = `${most}px`;
	setAll(holder, { width: w, height: most });
	const h = panel.offsetHeight || most;
	if (isSheet) return setAll(holder, { x: 0, y: bottom - h, height: h });
	const at = placeOf(open), onRight = at.right + gap + w + gap <= right || right - at.right > at.left - left;
	setAll(holder, { x: within(onRight ? at.right + gap : at.left - gap - w, left + gap, right - w - gap), y: within(at.top, top + gap, bottom - h - gap), height: h });
}

const within = (x: number, least: number, most: number) => Math.max(least, Math.min(most, x));
