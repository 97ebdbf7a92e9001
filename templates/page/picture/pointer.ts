// The mouse on a picture: the box below it is outlined and described, and can be selected.

import { Picture, Place } from "./picture";
import { Tip } from "./tip";

/** Calls a function when a box is clicked. */
export function followPointer(picture: Picture, chosen: (place: Place) => void): void {
	const { canvas } = picture, tip = new Tip();
	const point = (place: Place | null) => {
		const node = place?.box.node || null;
		canvas.style.cursor = node ? "pointer" : "default";
		if (picture.pointed === node) return;
		picture.pointed = node;
		picture.redraw();
	};
	canvas.addEventListener("mousemove", (e) => {
		if (e.buttons) return tip.hide(); // dragged
		const place = picture.at(e.clientX, e.clientY);
		point(place);
		if (place) tip.show(picture.describe(place), picture.windowTop(place), e.clientX, place.part.up);
		else tip.hide();
	});
	canvas.addEventListener("mouseleave", () => {
		tip.hide();
		point(null);
	});
	canvas.addEventListener("click", (e) => {
		const place = picture.at(e.clientX, e.clientY);
		if (!place) return;
		tip.hide();
		chosen(place);
	});
}
