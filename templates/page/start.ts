// The beginning of each page: reads the data and shows it.

import { element } from "./dom";
import { followLinks } from "./fragment";
import { PageParts } from "./pageparts";
import { followTheme } from "./theme";
import { unpack } from "./unpack";

/** Shows the parts of a page in place of the text that it has without a script. */
export async function start<P extends PageParts>(kind: new (all: Uint8Array) => P, show: (parts: P, app: HTMLElement) => void): Promise<void> {
	const data = document.getElementById("data")!, app = document.getElementById("app")!;
	try {
		const parts = new kind(await unpack(data.textContent!.trim()));
		data.remove();
		followTheme(parts.index.theme);
		app.replaceChildren();
		followLinks();
		show(parts, app);
	} catch (error) {
		app.replaceChildren();
		element("p", { class: "failed", role: "alert" }, "The page cannot be shown: " + (error instanceof Error ? error.message : String(error)), app);
		throw error;
	}
}
