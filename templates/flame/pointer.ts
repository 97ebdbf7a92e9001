// The pointer and the focus.

import { current, cursor, frameOf, point, select, surface } from "./boxes";
import { graph } from "./document";
import { frameAt, toPicture } from "./sight";
import { hide, show } from "./tooltip";
import { zoomTo } from "./zoom";

export function listenToPointer(): void {
	graph.addEventListener("mousemove", (event) => {
		const i = frameAt(event), p = toPicture(event.clientX, event.clientY);
		surface.style.cursor = i < 0 ? "default" : "";
		if (i < 0) return hide();
		point(i);
		show(i, p.x, p.y);
	});
	graph.addEventListener("mouseleave", hide);
	graph.addEventListener("click", (event) => {
		const i = frameAt(event);
		if (i >= 0) zoomTo(i, true);
	});
	// On the document: browsers make SVG elements with focus listeners focusable.
	document.addEventListener("focusin", (event) => {
		const target = event.target as Element, frame = frameOf(target);
		if (frame === undefined || !graph.contains(target)) return;
		select(frame, false);
		if (target.matches(":focus-visible")) {
			cursor.setAttribute("visibility", "visible");
			cursor.scrollIntoView({ block: "nearest" });
			show(current);
		}
	});
	document.addEventListener("focusout", (event) => {
		if (!graph.contains(event.target as Node)) return;
		cursor.setAttribute("visibility", "hidden");
		hide();
	});
}
