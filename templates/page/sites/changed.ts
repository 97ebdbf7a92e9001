// Sites whose branches or types changed since the base, as in diff.

import { to, visible, withoutHash } from "../../text/names";
import { known, share } from "../../text/numbers";
import { Profile } from "../profile/profile";
import { PartChange, SiteChange } from "../profile/records";
import { smallTable } from "../table/smalltable";

export type ComparedSites = "branches" | "receivers" | "instanceof";

/** The changes of a profile's sites, by method and bytecode index; null: diff has no such table. */
export function changedSites(profile: Profile, of: ComparedSites): Map<string, SiteChange> | null {
	const table = profile.part("diff")?.sections[of];
	return table ? new Map(table.rows.filter((r) => r.id !== undefined).map((r) => [siteKey({ id: r.id!, bci: r.bci }), r])) : null;
}

export const siteKey = (r: { id: number; bci: number }) => `${r.id} ${r.bci}`;

/** Successors or types, largest change first; unknown ones last. */
export function partsOf(r: SiteChange): (PartChange & { name: string })[] {
	const all = [...(r.successors || []).map((s) => ({ ...s, name: "→" + to(s.target_bci) })), ...(r.types || []).map((t) => ({ ...t, name: visible(t.type) }))];
	// If there are two parts, the changes are opposite, except for the last digits: they keep their order.
	const size = (p: PartChange) => Number(Math.abs(p.difference ?? 0).toPrecision(12));
	return all.sort((a, b) => size(b) - size(a));
}

/** How shares changed, largest change first: →14: 45.2% to 0%. Those that read the same in both profiles are left out. */
export function movesOf(r: SiteChange): { name: string; value: string }[] {
	const all = partsOf(r).map((p) => ({ name: p.name, old: share(p.old_share), now: share(p.new_share) })), moved = all.filter((p) => p.old !== p.now);
	return (moved.length ? moved : all).map(({ name, old, now }) => ({ name, value: `: ${old} to ${now}` }));
}

/** The same as text. */
export const movesText = (r: SiteChange) => movesOf(r).map(({ name, value }) => name + value).join("; ");

/** With as many types as fit in narrow columns. */
export const briefMoves = (r: SiteChange) => movesOf(r).map(({ name, value }) => ({ name: withoutHash(name.slice(name.lastIndexOf(".") + 1)), value }));

/** Adds the counts and shares of both profiles. */
export function showParts(r: SiteChange, branches: boolean, caption: string, inside: Element): void {
	smallTable(inside, caption, [branches ? "To" : "Type", "Old", "New", { text: "Old %", about: "old, as a share of the executions" }, { text: "New %", about: "new, as a share of the executions" }],
		partsOf(r).map((p) => [p.name, known(p.old), known(p.new), share(p.old_share), share(p.new_share)]));
}

/** How the number of types changed: monomorphic to bimorphic; "" for a branch. */
export const kindsOf = (r: SiteChange) => !r.old_kind ? "" : r.old_kind === r.new_kind ? r.old_kind : `${r.old_kind} to ${r.new_kind}`;
