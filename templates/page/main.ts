// Reads the data and shows it.

import { element } from "./dom";
import { alone, Flame } from "./flame";
import { Parts } from "./parts";
import { Profile } from "./profile";
import { Report } from "./report";
import { followTheme } from "./theme";
import { readTree } from "./tree";
import { unpack } from "./unpack";

async function start(): Promise<void> {
	const data = document.getElementById("data")!, app = document.getElementById("app")!;
	try {
		const parts = new Parts(await unpack(data.textContent!.trim()));
		data.remove();
		followTheme(parts.index.theme);
		app.replaceChildren();
		if (parts.index.page === "report") new Report(new Profile(parts), app);
		else showFlame(parts, app);
	} catch (error) {
		app.replaceChildren();
		element("p", { class: "failed", role: "alert" }, "The page cannot be shown: " + (error instanceof Error ? error.message : String(error)), app);
		throw error;
	}
}

function showFlame(parts: Parts, app: HTMLElement): void {
	const tree = readTree(parts.columns("flame")), head = element("header", {}, "", app);
	element("h1", {}, tree.header.title, head);
	if (tree.header.subtitle) element("p", { class: "sub" }, tree.header.subtitle, head);
	const flame = new Flame(tree, app, alone);
	// After the first picture, so that the address's scroll does not move it.
	addEventListener("hashchange", () => flame.restore());
	addEventListener("popstate", () => flame.restore());
}

void start();
