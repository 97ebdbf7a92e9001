// The legend has its natural size, in an upper corner, by default the left one. It is as in the file, or folded to what is needed to read the picture.

import { element, setAll } from "../svg/elements";
import { alone, legend, numbersIn, sizeOf } from "./document";
import { barHeight } from "./view";

/** Between the legend, the graph and the edges of the window. */
export const gap = 12;
/** Shares of the height of a window, and of a narrow one. */
const tallest = 0.4, tallestNarrow = 0.25, narrow = 480;
/** Smaller, it cannot be read. */
const leastScale = 0.8;
/** Including the line that folds it. */
const minWidth = 260;

const full = sizeOf(legend), folded = legend.dataset.folded ? numbersIn(legend.dataset.folded) : null;
let [width, height] = full;
export let legendShown = true, legendFolded = false;
/** Whether the reader has folded or unfolded it. */
export let legendChosen = false;

const panel = element("rect", { class: "panel", rx: 4 });
legend.insertBefore(panel, legend.firstChild);
/** At the end of the first line: folds or unfolds the legend. */
export const folder = element("text", { class: "folder", "text-anchor": "end", "font-size": 11 }, legend);

/** Whether it is in the upper right corner, as there is something in the left one. */
export let legendOnRight = false;
export function setLegendRight(to: boolean): void {
	legendOnRight = to;
	placeLegend();
}

const scaleOf = (width: number) => alone ? Math.min(1.1, (innerWidth - 16) / width) : 1;
export const legendScale = () => scaleOf(width);

/** Whether it is too large for the window as in the file. */
export function isTooLarge(): boolean {
	const [w, h] = full, scale = scaleOf(w);
	return h * scale > (innerWidth > narrow ? tallest : tallestNarrow) * innerHeight || scale < leastScale;
}

/** The space that it takes in an upper corner, in pixels. */
export const legendRoom = () => [width, height].map((size) => legendShown ? size * legendScale() + gap : 0);

export function foldLegend(fold: boolean): void {
	legendFolded = folded !== null && fold;
	[width, height] = legendFolded ? folded! : full;
	for (const e of legend.querySelectorAll<SVGElement>("[data-more]")) e.style.display = legendFolded ? "none" : "";
	for (const e of legend.querySelectorAll<SVGElement>("[data-up]")) e.style.transform = legendFolded ? `translateY(-${e.dataset.up}px)` : "";
	if (folded) placeFolder();
}

/** The same, by the reader. */
export function toggleFolded(): void {
	legendChosen = true;
	foldLegend(!legendFolded);
}

export function toggleShown(): void {
	legendShown = !legendShown;
	legend.style.display = legendShown ? "" : "none";
}

function placeFolder(): void {
	width = Math.max(width, minWidth);
	folder.textContent = legendFolded ? "▸ more" : "▾ less";
	setAll(folder, { x: width, y: 13 });
	placePanel();
}

export function placePanel(): void {
	setAll(panel, { x: -4, y: -4, width: width + 8, height: height + 8 });
}

/** Alone, it is below the controls. */
export function placeLegend(): void {
	if (!alone) return;
	const scale = legendScale(), x = legendOnRight ? innerWidth - 10 - width * scale : 10;
	legend.setAttribute("transform", `translate(${x} ${barHeight + 10}) scale(${scale})`);
}
