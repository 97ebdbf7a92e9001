// Elements whose content depends on their size.

/** Returns a function that draws the content of an element. It is drawn again when the element, if it is shown, has another size than it was drawn for. */
export function drawnToFit(e: HTMLElement, draw: () => void): () => void {
	let drawn = "";
	const size = () => `${e.clientWidth} ${e.clientHeight}`;
	const now = () => {
		drawn = size();
		draw();
	};
	new ResizeObserver(() => e.clientWidth && size() !== drawn && now()).observe(e);
	return now;
}
