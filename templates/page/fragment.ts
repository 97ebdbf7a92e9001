// The fragment of the page's address, which names the view. In some frames the document's address is not its own, or must not
// change: then the fragment is kept here, and in the history as far as the frame has one.

const inHistory = () => (history.state as { fragment?: string } | null)?.fragment ?? location.hash;

let current = inHistory();
const listeners: ((before: string) => void)[] = [];

/** "" or #…. */
export const fragment = () => current;

/** The address of this page with another fragment; "" for none. */
export const addressOf = (to: string) => location.href.replace(/#.*$/s, "") + to;

/** Calls a function when the reader has gone elsewhere, with the fragment before: by a link, the back button, or the address bar. */
export function onMove(action: (before: string) => void): void {
	listeners.push(action);
}

/** Names the view that is shown now; a step can be gone back. */
export function setFragment(to: string, step: boolean): void {
	if (to === current) return;
	current = to;
	for (const address of [addressOf(to), undefined]) {
		try {
			return history[step ? "pushState" : "replaceState"]({ fragment: to }, "", address);
		} catch {
			// In a frame whose address must not change, or that has no history.
		}
	}
}

function moved(to: string, before: string): void {
	current = to;
	if (to !== before) for (const action of listeners) action(before);
}

/** Shows something else. */
export function goTo(to: string): void {
	const before = current;
	setFragment(to, true);
	moved(to, before);
}

/** Follows the page's own links here: in a frame with srcdoc the browser would open the page around it. */
export function followLinks(): void {
	for (const event of ["popstate", "hashchange"]) addEventListener(event, () => moved(inHistory(), current));
	document.addEventListener("click", (e) => {
		if (e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
		const to = (e.target as Element).closest("a")?.getAttribute("href");
		if (!to?.startsWith("#")) return;
		e.preventDefault();
		goTo(to);
	});
}
