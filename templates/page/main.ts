// Reads the data and shows it.

import { element } from "./dom";
import { Flame } from "./flame";
import { Parts } from "./parts";
import { readTree } from "./tree";
import { unpack } from "./unpack";

async function start(): Promise<void> {
	const data = document.getElementById("data")!, app = document.getElementById("app")!;
	try {
		const parts = new Parts(await unpack(data.textContent!.trim()));
		data.remove();
		const flame = ["flame", "flame.samples", "flame.calls"].find((name) => parts.has(name))!;
		const tree = readTree(parts.columns(flame));
		app.replaceChildren();
		new Flame(tree, app);
	} catch (error) {
		app.replaceChildren();
		element("p", { class: "failed", role: "alert" }, "The page cannot be shown: " + (error instanceof Error ? error.message : String(error)), app);
		throw error;
	}
}

void start();
