// The graph in its document: it finds itself by the position of its script, and its data in the metadata element.

import { Data } from "./file";

export const svg = (document.currentScript as SVGScriptElement).ownerSVGElement!;
export const graph = svg.querySelector<SVGGElement>(".graph")!, head = svg.querySelector(".head")!;
export const data = JSON.parse(svg.querySelector("metadata")!.textContent!) as Data;
// Alone in its document, the graph uses the whole window, the whole keyboard and the whole address.
export const alone = (document.documentElement as Element) === svg;
export const fluid = alone && !data.fixed;
