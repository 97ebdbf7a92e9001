// The source line of a place.

import { routeTo } from "../address/route";
import { element } from "../dom/dom";
import { showTokens } from "../dom/sourceline";
import { Profile } from "../profile/profile";
import { SourceText } from "../profile/source";
import { Column } from "../table/column";

interface Place {
	id: number;
	line?: number | null;
}

// The file of a place that has the line.
function sourceOf(profile: Profile, { id, line }: Place): SourceText | null {
	const source = line ? profile.source(profile.code(id)) : null;
	return source && source.line(line!) !== null ? source : null;
}

/** A column with the source lines of places, which is left out as its number says; none if the report has none. */
export function sourceColumn<R extends Place>(profile: Profile, rows: R[], drop: number): Column<R>[] {
	if (!rows.some((r) => sourceOf(profile, r))) return [];
	const text = (r: R) => sourceOf(profile, r)?.line(r.line!)!.trim() ?? "";
	return [{ id: "source", title: "Source", about: "the source line", width: 240, words: true, value: text, spare: true, drop }];
}

/** Shows the source line of a place, if the report has it, with a link to it in its file. */
export function showSource(profile: Profile, r: Place, inside: Element): void {
	const source = sourceOf(profile, r);
	if (!source) return;
	const line = element("a", { class: "sourceline", href: routeTo("code", source.file.name, { line: String(r.line) }) }, "", inside);
	showTokens(source.tokens(r.line!, source.indentOf(r.line!, r.line!)), line);
}
