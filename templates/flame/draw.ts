// The picture as a whole.

import { current, paint, paintMatches, select, setCurrent } from "./boxes";
import { resetButton } from "./controls";
import { hidden, isRest, parent } from "./frames";
import { fillRows, isDrawn, layOut, zoom } from "./layout";
import { pattern } from "./matches";
import { size } from "./size";
import { hide } from "./tooltip";

/** Draws after a change of the zoomed frame, the direction or the frames. */
export function draw(): void {
	hide();
	layOut();
	if (fillRows()) size();
	if (!isDrawn(current)) setCurrent(isRest(zoom) ? parent[zoom] : zoom);
	paint(true);
	select(current);
	enableReset();
}
/** Draws after a change of the matches alone. */
export function drawMatches(): void {
	hide();
	paintMatches();
	enableReset();
}
const enableReset = () => {
	resetButton.disabled = !zoom && !pattern && !hidden;
};
