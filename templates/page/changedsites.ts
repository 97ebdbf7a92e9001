// Sites whose branches or types changed since the base, as diff has them.

import { at, visible } from "./names";
import { known, share } from "./numbers";
import { Profile } from "./profile";
import { PartChange, SiteChange } from "./records";
import { smallTable } from "./smalltable";

export type ComparedSites = "branches" | "receivers" | "instanceof";

/** The change of each of a profile's sites that changed, by method and bytecode index; null: diff has no such table. */
export function changedSites(profile: Profile, of: ComparedSites): Map<string, SiteChange> | null {
	const table = profile.part("diff")?.sections[of];
	return table ? new Map(table.rows.filter((r) => r.id !== undefined).map((r) => [siteKey({ id: r.id!, bci: r.bci }), r])) : null;
}

export const siteKey = (r: { id: number; bci: number }) => `${r.id} ${r.bci}`;

/** Successors or types, the greatest change first; those that nobody knows last. */
export function partsOf(r: SiteChange): (PartChange & { name: string })[] {
	const all = [...(r.successors || []).map((s) => ({ ...s, name: "→ " + at(s.target_bci) })), ...(r.types || []).map((t) => ({ ...t, name: visible(t.type) }))];
	return all.sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0));
}

/** Adds the counts and shares of both profiles. */
export function showParts(r: SiteChange, branches: boolean, caption: string, inside: Element): void {
	smallTable(inside, caption, [branches ? "To" : "Type", "Old", "New", { text: "Old %", about: "old, as a share of the executions" }, { text: "New %", about: "new, as a share of the executions" }],
		partsOf(r).map((p) => [p.name, known(p.old), known(p.new), share(p.old_share), share(p.new_share)]));
}

/** How the number of types changed: monomorphic → bimorphic; "" for a branch. */
export const kindsOf = (r: SiteChange) => !r.old_kind ? "" : r.old_kind === r.new_kind ? r.old_kind : `${r.old_kind} → ${r.new_kind}`;
