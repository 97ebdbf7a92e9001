// The page around a flame view.

import { fragment } from "../address/fragment";

export interface Host {
	/** The files that the page is about; "": the tree's. */
	subtitle: string;
	/** Adds to a row of controls, before the others. */
	controls(bar: Element): void;
	/** The fragment of an address with these parameters; empty ones are left out. */
	fragment(parameters: Record<string, string>): string;
	/** Those of the current address. */
	parameters(): URLSearchParams;
	/** The fragment of the page about a method, by its name; "": none. */
	methodPage(name: string): string;
	/** Adds facts about a method, by its name. */
	about(name: string, inside: Element): void;
	/** Whether the other views of the page show a kind of code initially: pictures show all. */
	narrow(kind: string): boolean;
	/** Whether colors are initially those of kinds of code, as in the other views of the page. */
	byKind: boolean;
	/** Other kinds of code are shown; "" for the initial ones. */
	kindsChanged(names: string): void;
	/** Adds a switch for code that the tree lacks. */
	missing(switches: Element, say: (text: string) => void): void;
	/** Shows keys and notes; null: the view has its own dialog. */
	help: (() => void) | null;
}

/** A separate page. */
export const alone: Host = {
	subtitle: "",
	controls: () => {},
	fragment: (parameters) => {
		const p = new URLSearchParams();
		for (const [k, v] of Object.entries(parameters)) if (v) p.set(k, v);
		return String(p) && "#" + p;
	},
	parameters: () => new URLSearchParams(fragment().slice(1)),
	methodPage: () => "",
	about: () => {},
	narrow: () => true,
	byKind: false,
	kindsChanged: () => {},
	missing: () => {},
	help: null,
};
