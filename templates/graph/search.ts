// The search. A pattern is matched as in commands: against package.Class.method, or the signature if it has parameters.

import { compilePattern, problemOf } from "../pattern/pattern";
import { input, say, sayHint } from "./controls";
import { alone, nodes, svg } from "./document";
import { methodsOf, openableLines, openedBy } from "./opened";
import { markMethods } from "./panel";
import { center } from "./view";

const searchable = [...nodes, ...openableLines];

let matches: SVGElement[] = [], at = -1;
export let searched = "";

const isNode = (e: SVGElement) => e.dataset.name !== undefined;
const namesOf = ({ dataset }: SVGElement) => ({ plain: dataset.name!, signature: dataset.signature! });

/** Searches for the text of the field, typed by the reader. */
export function searchTyped(): void {
	search(input.value);
	remember();
}

export function clear(): void {
	input.value = "";
	search("");
	remember();
}

function search(pattern: string): void {
	searched = pattern;
	matches = [];
	at = -1;
	input.removeAttribute("aria-invalid");
	for (const e of searchable) e.classList.remove("match", "current");
	markMethods(() => false);
	svg.classList.toggle("searching", pattern !== "");
	if (!pattern) return sayHint();
	try {
		const { expression, signatures } = compilePattern(pattern);
		const found = (names: { plain: string; signature: string }) => expression.test(signatures ? names.signature : names.plain);
		matches = searchable.filter((e) => isNode(e) && found(namesOf(e)) || methodsOf(e).some(found));
		markMethods(found);
	} catch (error) {
		input.setAttribute("aria-invalid", "true");
		svg.classList.remove("searching");
		return say(problemOf(error));
	}
	for (const e of matches) e.classList.add("match");
	say(matches.length ? `${matches.length} of ${searchable.length} match` : "no match");
}

/** Goes to the next match, or with -1 to the previous one. */
export function step(by: number): void {
	if (!matches.length) return;
	at = at < 0 ? (by > 0 ? 0 : matches.length - 1) : (at + by + matches.length) % matches.length;
	goTo(matches[at]);
	say(`${at + 1}/${matches.length}: ${matches[at].dataset.name ?? openedBy(matches[at])!.title}`);
}

/** Marks a node, and centers it. */
export function goTo(node: SVGElement): void {
	for (const e of searchable) e.classList.toggle("current", e === node);
	center(node);
}

function remember(): void {
	if (!alone) return;
	try {
		history.replaceState(null, "", input.value ? "#s=" + encodeURIComponent(input.value) : location.pathname + location.search);
	} catch {
		// Some pages forbid it.
	}
}

/** Searches for the pattern of the address. */
export function restore(): void {
	input.value = alone && new URLSearchParams(location.hash.slice(1)).get("s") || "";
	search(input.value);
}
