// Light or dark, as set by the page or the reader's system. Paper is light.

const changed = new Set<() => void>();

/** Marks the document as dark, now and whenever the system setting changes. */
export function followTheme(theme: "auto" | "light" | "dark"): void {
	const system = matchMedia("(prefers-color-scheme: dark)");
	const apply = (dark: boolean) => {
		document.documentElement.classList.toggle("dark", dark);
		for (const listener of changed) listener();
	};
	const wanted = () => theme === "dark" || theme === "auto" && system.matches;
	system.addEventListener("change", () => apply(wanted()));
	addEventListener("beforeprint", () => apply(false));
	addEventListener("afterprint", () => apply(wanted()));
	apply(wanted());
}

/** Whether the document is dark. */
export const isDark = () => document.documentElement.classList.contains("dark");

/** Calls a function when the document has become dark or light. */
export function onTheme(listener: () => void): void {
	changed.add(listener);
}
