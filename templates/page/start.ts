// The start of each page: reads the data and shows it.

import { followLinks } from "./address/fragment";
import { PageParts } from "./data/pageparts";
import { unpack } from "./data/unpack";
import { showFailure } from "./dom/failure";
import { followTheme } from "./dom/theme";

/** Shows the parts of a page, replacing the text for readers without scripts. */
export async function start<P extends PageParts>(kind: new (all: Uint8Array) => P, show: (parts: P, app: HTMLElement) => void): Promise<void> {
	const data = document.getElementById("data")!, app = document.getElementById("app")!;
	app.dataset.started = ""; // page-start.ts calls it
	try {
		const parts = new kind(await unpack(data.textContent!.trim()));
		followTheme(parts.index.theme);
		app.replaceChildren();
		followLinks();
		show(parts, app);
	} catch (error) {
		showFailure(error);
	}
}
