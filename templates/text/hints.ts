// Hints and notes of the program, for readers of a page, where its flags are useless.

/** A note without its part about flags: "0.4% of these are the application's: --view app shows it alone". */
export const withoutFlags = (note: string) => note.replace(/(?:[:;]| \()\s*-{1,2}[a-z][^;)]*\)?/g, "").replace(/^-.*/, "");

/** A hint at a remedy, worded for the page; "": none. The view is that of the page's tables. */
export function hintOf(hint: string, view: string): string {
	if (hint.startsWith("tables and pictures leave it out")) return view === "machine" ? "switches in the other views hide it" : "the other views of this page leave it out";
	const [, counts = ""] = /^(.* call counts?): iprof-viz top -m calls/.exec(hint) || [];
	return counts ? `Methods has entries, from ${counts}` : withoutFlags(hint);
}
