// The text of a page that cannot be shown.

import { element } from "./dom";

export function showFailure(error: unknown): never {
	const app = document.getElementById("app")!;
	app.replaceChildren();
	element("p", { class: "failed", role: "alert" }, "The page cannot be shown: " + (error instanceof Error ? error.message : String(error)), app);
	throw error;
}
