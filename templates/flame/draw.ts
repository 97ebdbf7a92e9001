// The picture as a whole.

import { current, paint, select } from "./boxes";
import { resetButton } from "./controls";
import { isRest, parent } from "./frames";
import { fillRows, isDrawn, layOut, zoom } from "./layout";
import { pattern } from "./matches";
import { size } from "./size";
import { hide } from "./tooltip";

/** Draws after a change of the zoomed frame, the matches, the direction or the frames. */
export function draw(): void {
	hide();
	layOut();
	if (fillRows()) size();
	paint(true);
	select(isDrawn(current) ? current : isRest(zoom) ? parent[zoom] : zoom);
	resetButton.disabled = !zoom && !pattern;
}
