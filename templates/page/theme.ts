// Light or dark, as the page says or the reader's system.

/** Marks the document as dark, now and whenever the system changes. */
export function followTheme(theme: "auto" | "light" | "dark"): void {
	const system = matchMedia("(prefers-color-scheme: dark)");
	const apply = () => document.documentElement.classList.toggle("dark", theme === "dark" || theme === "auto" && system.matches);
	system.addEventListener("change", apply);
	apply();
}
