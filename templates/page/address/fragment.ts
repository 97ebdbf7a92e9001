// The fragment of the page's address, which names the view. In some frames the document's address is not its own, or must not
// change: then the fragment is kept here, and in the history as far as the frame has one.

/** Of an entry of the history. */
interface Entry {
	fragment?: string;
	position?: unknown;
}

const entry = () => history.state as Entry | null;
const inHistory = () => entry()?.fragment ?? location.hash;

let current = inHistory();
let positionNow: () => unknown = () => undefined;
let waiting = 0;
const listeners: ((before: string) => void)[] = [];

/** "" or #…. */
export const fragment = () => current;

/** The address of this page with another fragment; "" for none. */
export const addressOf = (to: string) => location.href.replace(/#.*$/s, "") + to;

/** Calls a function with the previous fragment when the reader has navigated: by a link, the back button, or the address bar. */
export function onMove(action: (before: string) => void): void {
	listeners.push(action);
}

/** Milliseconds without scrolling after which the position is saved: browsers accept few changes of the history per second. */
const still = 150;

/** Saves the reader's position in a view, such as its first visible row, with each entry of the history. */
export function keepPositions(of: () => unknown): void {
	positionNow = of;
	addEventListener("scroll", keepPositionSoon, { capture: true, passive: true });
	addEventListener("pagehide", keepPosition);
}

/** The position saved when this entry of the history was left; undefined: it is a new one. */
export const positionKept = () => entry()?.position;

function keepPositionSoon(): void {
	clearTimeout(waiting);
	waiting = setTimeout(keepPosition, still);
}

function keepPosition(): void {
	if (inHistory() === current) write("replaceState", current, positionNow()); // otherwise the reader is about to see another entry
}

/** Names the view that is now shown; a step adds to the history. */
export function setFragment(to: string, step: boolean): void {
	if (to === current) return keepPositionSoon();
	if (step) keepPosition();
	current = to;
	write(step ? "pushState" : "replaceState", to, step ? undefined : positionNow());
}

function write(how: "pushState" | "replaceState", fragment: string, position: unknown): void {
	for (const address of [addressOf(fragment), undefined]) {
		try {
			const kept: Entry = { fragment, position };
			return history[how](kept, "", address);
		} catch {
			// In a frame whose address must not change, or that has no history.
		}
	}
}

function moved(to: string, before: string): void {
	current = to;
	if (to === before) return;
	for (const action of listeners) action(before);
	keepPositionSoon(); // a view may have changed its address before navigating there
}

/** Shows something else. */
export function goTo(to: string): void {
	const before = current;
	setFragment(to, true);
	moved(to, before);
}

/** Follows the page's own links here: in a frame with srcdoc the browser would open the containing page. */
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
