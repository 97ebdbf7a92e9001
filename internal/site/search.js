// The search of the site: words of all sections, in a file that is loaded when somebody begins to search. It needs no server.
"use strict";
(() => {
	const root = document.currentScript.dataset.root;
	const limit = 12; // results
	const form = document.querySelector("form"), input = form.querySelector("input"), list = document.querySelector("#found");
	const menu = document.querySelector(".menu");
	if (matchMedia("(max-width: 55rem)").matches) {
		menu.open = false;
	}
	form.hidden = false;
	let words; // by word, the numbers of sections
	let selected = -1;

	function load() {
		if (document.querySelector("#index")) {
			return;
		}
		const script = document.createElement("script");
		script.id = "index";
		script.src = root + "search-index.js";
		script.onload = () => {
			words = siteIndex.words.split("\n").filter(Boolean).map(line => {
				const [word, ...steps] = line.split(" ");
				let at = 0;
				return [word, steps.map(step => at += parseInt(step, 36))];
			});
			show();
		};
		document.head.append(script);
	}

	// The sections with words that begin like all of the query's, those with the words in their headings first.
	function search(query) {
		const parts = query.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
		let found; // by section, how well it fits
		for (const part of parts) {
			const next = new Map();
			for (const [word, sections] of words) {
				if (!word.startsWith(part)) {
					continue;
				}
				for (const i of sections) {
					const [, page, heading] = siteIndex.sections[i];
					const has = text => text.toLowerCase().includes(part);
					const fits = (word === part ? 2 : 1) + (has(heading) ? 6 : 0) + (has(page) ? 3 : 0);
					next.set(i, Math.max(next.get(i) ?? 0, fits));
				}
			}
			if (found) {
				for (const [i, fits] of next) {
					found.has(i) ? next.set(i, fits + found.get(i)) : next.delete(i);
				}
			}
			found = next;
		}
		return [...found ?? []].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([i]) => siteIndex.sections[i]);
	}

	function element(name, text) {
		const e = document.createElement(name);
		e.textContent = text;
		return e;
	}

	function show() {
		const query = input.value.trim();
		list.replaceChildren();
		select(-1);
		list.hidden = query === "" || !words;
		input.setAttribute("aria-expanded", String(!list.hidden));
		if (list.hidden) {
			return;
		}
		const all = search(query);
		for (const [address, page, heading, excerpt] of all.slice(0, limit)) {
			const item = document.createElement("li"), link = document.createElement("a");
			item.id = "found-" + list.children.length;
			item.setAttribute("role", "option");
			link.href = root + address;
			link.tabIndex = -1;
			link.append(element("b", heading), element("span", heading === page ? "" : " · " + page), element("small", excerpt));
			item.append(link);
			list.append(item);
		}
		if (all.length === 0) {
			list.append(element("p", "Nothing found."));
		} else if (all.length > limit) {
			list.append(element("p", `${all.length - limit} more: add a word`));
		}
	}

	function select(i) {
		const items = [...list.querySelectorAll("li")];
		selected = items.length === 0 ? -1 : Math.max(-1, Math.min(i, items.length - 1));
		items.forEach((item, k) => item.setAttribute("aria-selected", String(k === selected)));
		if (selected >= 0) {
			input.setAttribute("aria-activedescendant", items[selected].id);
			items[selected].scrollIntoView({ block: "nearest" });
		} else {
			input.removeAttribute("aria-activedescendant");
		}
	}

	function close() {
		list.hidden = true;
		input.setAttribute("aria-expanded", "false");
	}

	input.addEventListener("focus", load);
	input.addEventListener("input", () => { load(); show(); });
	input.addEventListener("keydown", e => {
		if (e.key === "ArrowDown" || e.key === "ArrowUp") {
			e.preventDefault();
			select(selected + (e.key === "ArrowDown" ? 1 : -1));
		} else if (e.key === "Escape") {
			close();
		}
	});
	form.addEventListener("submit", e => {
		e.preventDefault();
		const items = list.querySelectorAll("li a");
		items[Math.max(selected, 0)]?.click();
	});
	list.addEventListener("click", close);
	document.addEventListener("click", e => {
		if (!form.contains(e.target)) {
			close();
		}
	});
	document.addEventListener("keydown", e => {
		if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && document.activeElement !== input) {
			e.preventDefault();
			input.focus();
		}
	});
})();
