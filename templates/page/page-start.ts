// Applies the style of a page and runs its script, which are packed like its data. The CSP of the page has their hashes, so no other ones would
// do. The packed text stays in the document, so that saved copies of it work.

import { unpack } from "./data/unpack";
import { showFailure } from "./dom/failure";

/** If a server requests it, scripts that were not in the page are trusted by name. */
interface Policies {
	createPolicy(name: string, rules: { createScript: (s: string) => string }): { createScript(s: string): string };
}

async function run(): Promise<void> {
	const app = document.getElementById("app")!, packed = document.getElementById("script")!;
	delete app.dataset.started; // part of a saved page
	const [style, code] = new TextDecoder().decode(await unpack(packed.textContent!.trim())).split("\0"), script = document.createElement("script");
	const sheet = document.getElementById("style") || document.createElement("style"); // a saved page has it
	sheet.id = "style";
	sheet.textContent = style;
	document.querySelector("style")!.after(sheet); // before those of a server
	const policies = (globalThis as unknown as { trustedTypes?: Policies }).trustedTypes;
	script.text = policies ? policies.createPolicy("iprof-viz", { createScript: (s) => s }).createScript(code) : code;
	packed.after(script); // which runs it
	script.remove();
	if (app.dataset.started === undefined) throw new Error("its script did not start: the file is damaged, or its CSP was changed");
}

run().catch(showFailure);
