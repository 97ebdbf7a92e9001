// The bar of a page from iprof-viz serve: its profiles, files to add, and why the page may not be the newest.

import { button, choice, element } from "./dom/dom";

interface ListedFile {
	name: string;
	version: number;
	/** Why the current content of the file is not shown. */
	problem?: string;
}

interface Listed extends ListedFile {
	id: string;
	uploaded: boolean;
}

interface List {
	profiles: Listed[];
	/** The production samples that all pages are compared with. */
	production?: ListedFile;
	/** In bytes. */
	max_upload: number;
}

/** The address of the server, with its token: /TOKEN/. */
const root = location.pathname.replace(/^(\/[^/]*\/).*$/s, "$1");
const addressOf = (id: string) => root + "profiles/" + encodeURIComponent(id);

export class Served {
	private readonly id = /\/profiles\/([^/]+)$/.exec(location.pathname)?.[1] || "";
	/** Of the profile that this one is compared with; "" for none. */
	private readonly base = new URLSearchParams(location.search).get("base") || "";
	private readonly bar = element("nav", { class: "served", "aria-label": "Profiles" });
	private readonly profiles: HTMLSelectElement;
	private readonly bases: HTMLSelectElement;
	private readonly remove: HTMLButtonElement;
	private readonly status: HTMLElement;
	private readonly overlay = element("div", { class: "drop" });
	private list: List = { profiles: [], max_upload: Infinity };
	private events: EventSource | null = null;

	/** The version of the profile on this page, followed by the versions of its base and of production, separated by dots; "" for none. */
	constructor(private readonly version: string) {
		document.body.prepend(this.bar);
		this.profiles = choice("Profile", "The profile that the page shows", [], (id) => this.open(id, this.base), this.bar);
		this.bases = choice("Compare", "Show the changes since another profile, or to it", [], (of) => of.startsWith("to ") ? this.open(of.slice(3), this.id) : this.open(this.id, of), this.bar);
		// Profiles cannot be chosen until the server has sent their list.
		for (const list of [this.profiles, this.bases]) list.parentElement!.hidden = true;
		this.remove = button("Remove", "Remove this uploaded profile", () => void this.forget(), this.bar);
		this.remove.hidden = true;
		const files = element("input", { type: "file", multiple: "", hidden: "" }, "", this.bar);
		files.addEventListener("change", () => void this.add([...files.files || []]).then(() => files.value = ""));
		button("Add profiles…", "Add files, which stay in the memory of iprof-viz serve; or drop them onto the page", () => files.click(), this.bar);
		this.status = element("p", { role: "status", "aria-live": "polite" }, "", this.bar);
		this.dropping();
		// Browsers open six connections to a server, for all of its pages: only visible pages keep one open.
		document.addEventListener("visibilitychange", () => this.listen());
		addEventListener("pagehide", () => this.events?.close());
		addEventListener("pageshow", (e) => e.persisted && this.listen());
		this.listen();
	}

	private say(text: string): void {
		this.status.textContent = text;
	}

	private listen(): void {
		this.events?.close();
		this.events = null;
		if (document.hidden) return;
		const events = this.events = new EventSource(root + "api/events");
		events.addEventListener("message", (e) => this.show(JSON.parse(e.data as string) as List));
		events.addEventListener("error", () => {
			this.say(events.readyState === EventSource.CLOSED
				? "Live updates stopped: too many pages are open, or iprof-viz serve was restarted."
				: "iprof-viz serve is not responding; it may have exited. No more updates.");
		});
	}

	private show(list: List): void {
		this.list = list;
		const mine = list.profiles.find((p) => p.id === this.id), base = list.profiles.find((p) => p.id === this.base);
		const newest = [mine, base, list.production].flatMap((p) => p ? p.version : []).join(".");
		if (mine && !base === !this.base && this.version && newest !== this.version || location.pathname === root && list.profiles.length) {
			location.reload(); // the address stays, with the view in its fragment
			return;
		}
		const options = (all: Listed[], before = "", how = "") => all.map((p) => element("option", { value: before + p.id }, how + p.name + (p.problem ? " ⚠" : "")));
		const others = list.profiles.filter((p) => p.id !== this.id);
		// A removed profile stays on this page as long as the page is open.
		const removed = (id: string, is: Listed | undefined) => id && !is ? [element("option", { value: id }, "a removed profile")] : [];
		// An address without a page has none to begin with.
		const unknown = this.id ? [] : [element("option", { value: "" }, "–")];
		this.profiles.replaceChildren(...unknown, ...options(list.profiles), ...removed(this.id, mine));
		this.profiles.value = this.id;
		this.bases.replaceChildren(element("option", { value: "" }, "–"), ...options(others, "", "changes since "), ...options(others, "to ", "changes to "), ...removed(this.base, base));
		this.bases.value = this.base;
		this.bases.parentElement!.hidden = !mine || !others.length;
		this.profiles.parentElement!.hidden = !list.profiles.length;
		this.remove.hidden = !mine?.uploaded;
		const problem = mine?.problem || base?.problem || list.production?.problem;
		if (problem) this.say(`A file changed but cannot be read; showing its previous content. ${problem}`);
		else if (this.id && !mine || this.base && !base) this.say("A profile on this page was removed.");
		else this.say("");
	}

	private open(id: string, base = ""): void {
		const all = new URLSearchParams(location.search); // it may have the view
		if (base && base !== id) all.set("base", base);
		else all.delete("base");
		location.assign(addressOf(id) + (String(all) && "?" + all) + location.hash);
	}

	private async forget(): Promise<void> {
		const response = await request(root + "api/profiles/" + encodeURIComponent(this.id), { method: "DELETE" });
		if (typeof response === "string") this.say(response);
		else location.assign(root);
	}

	private async add(files: File[]): Promise<void> {
		let last = "";
		for (const file of files) {
			if (file.size > this.list.max_upload) {
				this.say(`${file.name} is too large: iprof-viz serve takes up to ${this.list.max_upload.toLocaleString("en-US")} bytes.`);
				return;
			}
			this.say(`Adding ${file.name}…`);
			const response = await request(root + "api/profiles?name=" + encodeURIComponent(file.name), { method: "POST", body: file });
			if (typeof response === "string") {
				this.say(response);
				return;
			}
			last = (await response.json() as Listed).id;
		}
		if (last) this.open(last, this.base);
	}

	private dropping(): void {
		element("p", {}, "Drop profiles here. They stay in the memory of iprof-viz serve.", this.overlay);
		const isFiles = (e: DragEvent) => e.dataTransfer?.types.includes("Files");
		addEventListener("dragenter", (e) => {
			if (!isFiles(e)) return;
			e.preventDefault();
			document.body.append(this.overlay);
		});
		addEventListener("dragover", (e) => isFiles(e) && e.preventDefault());
		this.overlay.addEventListener("dragleave", () => this.overlay.remove());
		addEventListener("drop", (e) => {
			if (!isFiles(e)) return;
			e.preventDefault();
			this.overlay.remove();
			void this.add([...e.dataTransfer!.files]);
		});
	}
}

/** Sends a request; a text says why it failed. */
async function request(address: string, init: RequestInit): Promise<Response | string> {
	let response: Response;
	try {
		response = await fetch(address, init);
	} catch {
		return "iprof-viz serve is not responding: it may have exited, or the file is larger than it accepts.";
	}
	if (response.ok) return response;
	try {
		const { error, hint } = await response.json() as { error: string; hint?: string };
		return error + (hint ? ". Hint: " + hint : "");
	} catch {
		return `iprof-viz serve answers ${response.status} ${response.statusText}.`;
	}
}
