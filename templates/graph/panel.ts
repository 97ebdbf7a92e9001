// The panel beside a box or a line that is open. It scrolls if it is longer than the window; in a narrow one, it is at the bottom.

import { element, html, setAll } from "../svg/elements";
import { alone, svg } from "./document";
import { Method, openable, openedBy, Part } from "./opened";
import { barHeight, center, onView, pan, room, toView } from "./view";

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
			if (e.matches(":focus-visible") && isOutside(anchorOf(e))) center(anchorOf(e));
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
	const { top, bottom } = areaOf(anchorOf(e)), below = bottom + gap - holder.y.baseVal.value;
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

// Lines are at their labels.
const anchorOf = (e: SVGElement): Element => e.matches(".edge") && e.querySelector("text") || e;

interface Room {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

function areaOf(e: Element): Room {
	const r = e.getBoundingClientRect(), from = toView(r.left, r.top), to = toView(r.right, r.bottom);
	return { left: from.x, top: from.y, right: to.x, bottom: to.y };
}

function isOutside(e: Element): boolean {
	const { left, top, right, bottom } = areaOf(e), { width, height } = room();
	return left < 0 || top < barHeight || right > width || bottom > height;
}

// Beside what is open, in the window, on the side that has more room.
function place(): void {
	if (!open) return;
	const { width, height } = room(), isSheet = alone && width < narrow, w = isSheet ? width : Math.min(widest, width - 2 * gap);
	const most = Math.max(60, isSheet ? sheet * height : height - barHeight - 2 * gap);
	panel.classList.toggle("sheet", isSheet);
	panel.style.maxHeight = `${most}px`;
	setAll(holder, { width: w, height: most });
	const h = panel.offsetHeight || most;
	if (isSheet) return setAll(holder, { x: 0, y: height - h, height: h });
	const { left, top, right } = areaOf(anchorOf(open)), onRight = right + gap + w + gap <= width || width - right > left;
	const x = onRight ? right + gap : left - gap - w;
	setAll(holder, { x: within(x, gap, width - w - gap), y: within(top, barHeight + gap, height - h - gap), height: h });
}

const within = (x: number, least: number, most: number) => Math.max(least, Math.min(most, x));
