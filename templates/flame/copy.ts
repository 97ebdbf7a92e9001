// Copying names, stacks and links.

import { html } from "../svg/elements";
import { link } from "./address";
import { pointed } from "./boxes";
import { barBox, say } from "./controls";
import { full, stackOf } from "./frames";

async function copy(text: string, what: string): Promise<void> {
	let done = false;
	try {
		await navigator.clipboard.writeText(text);
		done = true;
	} catch {
		const area = html("textarea", "", barBox);
		area.value = text;
		area.select();
		done = document.execCommand("copy");
		area.remove();
	}
	say(done ? what + " copied" : "the browser blocked clipboard access");
}

export const copyPointedName = () => copy(full(pointed), "name");
export const copyPointedStack = () => copy(stackOf(pointed), "stack");
export const copyPointedLink = () => copy(link(pointed), "link");
