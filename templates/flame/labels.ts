// The texts on boxes, and the fonts of the picture.

import { PlainRuler, scalable } from "../text/labels";
import { percent, thousands } from "../text/numbers";
import { data, graph } from "./document";
import { base, countOf, isRest, isUnknown, name, names, total, weight } from "./frames";
import { widths } from "./layout";

export const pad = 3, minLabel = 11;
const { fontFamily } = getComputedStyle(graph);
const ofLabels = new PlainRuler("11px " + fontFamily, scalable);
export const ofText = new PlainRuler("12px " + fontFamily, scalable), ofTitle = new PlainRuler("bold 17px " + fontFamily, scalable);

/** The width of a label, in pixels. */
export const widthOf = (label: string) => ofLabels.measure(label);

/** The text on a frame's box; "": it does not fit. */
export function label(i: number): string {
	const room = widths[i] - 2 * pad;
	if (room < minLabel) return "";
	if (isRest(i)) return ofLabels.cut(`… ${countOf(-name[i])}, ${percent(weight[i], weight[0])}`, room);
	if (!i) return ofLabels.cut(`all: ${thousands(total[0])} ${data.unit}`, room);
	const mark = !base || isUnknown(i) ? "" : !total[i] ? "− " : !base[i] ? "+ " : "";
	const s = ofLabels.shorten(names.shown[name[i]], room - ofLabels.measure(mark));
	return s && mark + s;
}
