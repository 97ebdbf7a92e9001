// The viewer of a flame graph. It finds its graph by its own position in the document and reads the frames from the metadata
// element. Names only ever become text. It replaces the boxes of the file by equal ones of its own.
//
// Frames are numbered in preorder, siblings from left to right. data.depth, name, total, class (and base, weight in a
// comparison) are columns. A negative name is a rest: minus the number of frames that are too narrow to draw.
(() => {
	"use strict";
	const svg = document.currentScript.ownerSVGElement;
	const graph = svg.querySelector(".graph");
	const data = JSON.parse(svg.querySelector("metadata").textContent);
	const {depth, name, total, names, unit} = data;
	const weight = data.weight || total;
	// Totals in the base: as counted, and scaled to compare.
	const counted = data.base, base = counted && counted.map((n) => n * data.scale);
	// The total that shares are of.
	const whole = data.whole || total[0];
	const count = depth.length;
	const margin = 10, rowHeight = 17, boxHeight = 16, pad = 3, leastLabel = 11;
	// Narrower boxes share an element.
	const sliver = 1;
	// Narrower rests are not drawn.
	const leastRest = Math.min(data.minWidth, sliver);
	const width = data.width, all = width + 2 * margin, tall = svg.viewBox.baseVal.height, xhtml = "http://www.w3.org/1999/xhtml";
	// Alone in its document, the graph uses the whole keyboard and the whole address.
	const alone = document.documentElement === svg;

	// Positions of frames: left is in units of weight, end is the first frame that is not below.
	const parent = new Int32Array(count), end = new Int32Array(count).fill(count);
	const left = new Float64Array(count), self = Float64Array.from(total);
	const rows = Array.from({length: data.rows}, () => []);
	const path = [], filled = [];
	for (let i = 0; i < count; i++) {
		while (path.length > depth[i]) {
			end[path.pop()] = i;
			filled.pop();
		}
		const p = path.length ? path[path.length - 1] : -1;
		parent[i] = p;
		if (p >= 0) {
			left[i] = filled[filled.length - 1];
			filled[filled.length - 1] += weight[i];
			self[p] -= total[i];
		}
		path.push(i);
		filled.push(left[i]);
		rows[depth[i]].push(i);
	}

	let zoom = 0, icicle = data.icicle, current = 0, hovered = -1;
	let pattern = "", matches = [], matched = new Uint8Array(count);
	const scale = () => width / (weight[zoom] || 1);
	const contains = (a, i) => a <= i && i < end[a];

	// Position of a frame: [x, width] in pixels, or null if it is outside of the zoomed part.
	function place(i) {
		if (contains(i, zoom)) return [0, width];
		if (!contains(zoom, i)) return null;
		return [(left[i] - left[zoom]) * scale(), weight[i] * scale()];
	}
	const height = svg.getAttribute("height");
	// Pixels by which the boxes are lower than in the file, to make room for the controls.
	let lower = 0;
	const top = (i) => data.top + (icicle ? depth[i] : data.rows - 1 - depth[i]) * rowHeight;

	// Text.

	const thousands = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
	const fixed = (x, digits) => (Math.round(x * 10 ** digits) / 10 ** digits).toFixed(digits);
	function percent(part, all) {
		if (!all || !part) return "0%";
		const p = part / all * 100;
		if (p < 0.005) return "<0.01%";
		if (p < 9.995) return fixed(p, 2) + "%";
		if (p < 99.95) return fixed(p, 1) + "%";
		return p < 100 ? ">99.9%" : fixed(p, 0) + "%";
	}
	function points(difference, all) {
		const p = all ? difference / all * 100 : 0;
		if (Math.abs(p) < 0.005) return "±0 points";
		return (p < 0 ? "−" : "+") + fixed(Math.abs(p), 2) + " points";
	}
	const frames = (n) => n === 1 ? "1 frame" : thousands(n) + " frames";
	const full = (i) => name[i] < 0 ? frames(-name[i]) + " too narrow to draw" : names[name[i]];

	// The lines about a frame, its name first.
	function describe(i) {
		const lines = [full(i), `${thousands(total[i])} ${unit}, ${percent(total[i], whole)} of all`];
		const inZoom = zoom && i !== zoom && contains(zoom, i);
		if (inZoom) lines.push(`${percent(total[i], total[zoom])} of the zoomed frame`);
		if (base) {
			let line = `base: ${thousands(counted[i])}, ${percent(base[i], whole)}; ${points(total[i] - base[i], whole)}`;
			if (i && name[i] >= 0 && !total[i]) line += "; gone";
			if (i && name[i] >= 0 && !base[i]) line += "; new";
			lines.push(line);
			if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent, base: ${percent(counted[i], counted[parent[i]])}`);
			return lines;
		}
		if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent`);
		if (name[i] >= 0) lines.push(`self ${thousands(self[i])}`);
		return lines;
	}

	const canvas = document.createElementNS(xhtml, "canvas").getContext("2d");
	const style = getComputedStyle(graph);
	canvas.font = `${style.fontSize} ${style.fontFamily}`;
	const measure = (s) => canvas.measureText(s).width;
	const segmenter = Intl.Segmenter && new Intl.Segmenter(undefined, {granularity: "grapheme"});
	const characters = (s) => segmenter && /[^ -~]/.test(s) ? Array.from(segmenter.segment(s), (c) => c.segment) : Array.from(s);

	function cut(s, room) {
		if (measure(s) <= room) return s;
		const all = characters(s.slice(0, 2 * room));
		let low = 0, high = all.length;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (measure(all.slice(0, middle).join("") + "…") <= room) low = middle;
			else high = middle - 1;
		}
		return low < 3 ? "" : all.slice(0, low).join("") + "…";
	}

	const isPackage = /^[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/;

	// The most useful form of a name that fits. It drops the parameters, then shortens the packages to their first letters, from
	// the outermost on, then drops them, then cuts class or method. Of a placeholder such as <unknown method 1666> it keeps the
	// last word.
	function shorten(s, room) {
		if (measure(s) <= room) return s;
		if (s.startsWith("<") && s.endsWith(">")) {
			for (let space; (space = s.indexOf(" ", 1)) > 0;) {
				s = "<" + s.slice(space + 1);
				if (measure(s) <= room) return s;
			}
		}
		const packages = [];
		let rest = s;
		for (let dot; (dot = rest.indexOf(".")) > 0 && rest.indexOf(".", dot + 1) > 0 && isPackage.test(rest.slice(0, dot)); rest = rest.slice(dot + 1)) {
			packages.push(rest.slice(0, dot + 1));
		}
		if (rest.indexOf("(") > 0 && rest.endsWith(")")) rest = rest.slice(0, rest.indexOf("("));
		if (measure(rest) > room) return cutName(rest, room);
		const form = (k) => packages.map((p, i) => i < k ? String.fromCodePoint(p.codePointAt(0)) + "." : p).join("") + rest;
		let low = 0, high = packages.length + 1;
		while (low < high) {
			const k = (low + high) >> 1;
			if (measure(form(k)) <= room) high = k;
			else low = k + 1;
		}
		return low > packages.length ? rest : form(low);
	}

	function cutName(s, room) {
		const dot = s.lastIndexOf(".");
		if (dot <= 0) return cut(s, room);
		const method = s.slice(dot), some = cut(s.slice(0, dot), room - measure(method));
		if (some.length > 4) return some + method;
		const start = cut(s, room), end = "…" + method.slice(1);
		return start.length < dot + 5 && measure(end) <= room ? end : start;
	}

	function label(i, w) {
		const room = w - 2 * pad;
		if (room < leastLabel) return "";
		if (name[i] < 0) return cut(`… ${frames(-name[i])}, ${percent(weight[i], weight[0])}`, room);
		if (!i) return cut(`all: ${thousands(total[0])} ${unit}`, room);
		const mark = !base ? "" : !total[i] ? "− " : !base[i] ? "+ " : "";
		const s = shorten(names[name[i]], room - measure(mark));
		return s && mark + s;
	}

	// Drawing.

	function element(tag, attributes, inside) {
		const e = document.createElementNS(svg.namespaceURI, tag);
		for (const a in attributes) e.setAttribute(a, attributes[a]);
		if (inside) inside.appendChild(e);
		return e;
	}
	const number = (x) => String(Math.round(x * 100) / 100).replace(/^0\./, ".");
	const boxes = new Map();
	const cursor = element("rect", {class: "cursor", height: boxHeight, visibility: "hidden"});

	function draw() {
		boxes.clear();
		hide();
		const groups = [], slivers = [];
		for (let i = 0; i < count;) {
			const at = place(i);
			if (!at) {
				i = end[i];
				continue;
			}
			const [x, w] = at;
			if (i && w < (name[i] < 0 ? leastRest : 0.01)) {
				i = end[i];
				continue;
			}
			const d = depth[i];
			groups[d] ||= element("g", {transform: `translate(${margin} ${top(i)})`});
			const kind = matched[i] ? "match" : data.classes[data.class[i]];
			if (w >= sliver) {
				const box = element("rect", {
					class: kind + (i < zoom ? " above" : ""), x: number(x), width: number(w < 3 ? w : w - 0.5),
					height: boxHeight, role: "treeitem", "aria-level": d + 1, "aria-label": describe(i).join(", "),
					tabindex: -1,
				}, groups[d]);
				box.frame = i;
				boxes.set(i, box);
				const s = label(i, w);
				if (s) element("text", {x: number(x + pad), y: 12, "aria-hidden": true, class: matched[i] ? "on" : ""}, groups[d]).textContent = s;
			} else {
				slivers[d] ||= {};
				slivers[d][kind] = (slivers[d][kind] || "") + `M${number(x)} 0h${number(w)}v16h-${number(w)}z`;
			}
			i++;
		}
		for (const d in slivers) {
			// Matches come last, on top.
			for (const kind of Object.keys(slivers[d]).sort((a, b) => (a === "match") - (b === "match"))) {
				element("path", {class: kind, d: slivers[d][kind]}, groups[d]);
			}
		}
		graph.replaceChildren(...groups.filter(Boolean), cursor);
		select(place(current) ? current : zoom, false);
		tools.reset.disabled = !zoom && !pattern;
	}

	// Makes a frame the current one, which keys and buttons act on.
	function select(i, focus) {
		boxes.get(current)?.setAttribute("tabindex", -1);
		current = i;
		const box = boxes.get(i);
		box?.setAttribute("tabindex", 0);
		const [x, w] = place(i);
		for (const [a, v] of [["x", margin + x], ["y", top(i)], ["width", Math.max(w, 2)]]) cursor.setAttribute(a, number(v));
		if (focus) box?.focus({preventScroll: true});
	}

	function zoomTo(i, focus) {
		if (name[i] < 0) i = parent[i];
		zoom = i;
		current = i;
		draw();
		if (focus) select(i, true);
		if (pattern) report();
		remember(true);
	}

	// Brings a frame into view, and zooms if it is too narrow.
	function reveal(i, focus) {
		const at = place(i);
		if (!at || at[1] < 4) {
			let a = i;
			while (parent[a] >= 0 && weight[i] / weight[parent[a]] * width >= 40) a = parent[a];
			zoomTo(a);
		}
		select(i, focus);
		cursor.setAttribute("visibility", "visible");
		cursor.scrollIntoView({block: "nearest"});
		show(i);
	}

	// The tooltip.

	const tip = element("foreignObject", {class: "tip", width: 1, height: 1, visibility: "hidden"}, svg);
	const tipBox = tip.appendChild(document.createElementNS(xhtml, "div"));
	function html(tag, text, inside) {
		const e = document.createElementNS(xhtml, tag);
		e.textContent = text;
		inside?.appendChild(e);
		return e;
	}

	function show(i, x, y) {
		if (x === undefined) {
			const [left, w] = place(i);
			x = margin + Math.max(0, left + Math.min(w / 2, 40));
			y = top(i) + lower + boxHeight;
		}
		tell(describe(i), x, y);
	}
	// Shows lines near a point, below it if there is room.
	function tell([first, ...rest], x, y) {
		tipBox.replaceChildren(html("b", first), ...rest.map((line) => html("div", line)));
		const sight = inSight();
		tipBox.style.maxWidth = Math.min(560, sight.right - sight.left - 24) + "px";
		tip.setAttribute("width", all);
		const tw = tipBox.offsetWidth, th = tipBox.offsetHeight;
		const to = y + 18 + th + 2 > sight.bottom ? y - th - 10 : y + 18;
		tip.setAttribute("x", Math.max(sight.left + 2, Math.min(x + 12, sight.right - tw - 4)));
		tip.setAttribute("y", Math.max(sight.top + 2, Math.min(to, sight.bottom - th - 2)));
		tip.setAttribute("visibility", "visible");
	}
	function hide() {
		tip.setAttribute("visibility", "hidden");
	}
	function toPicture(x, y) {
		return new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
	}
	// The part of the picture that the window shows; all of it if the picture is not drawn.
	function inSight() {
		// In quirks mode the body has the size of the window.
		const {clientWidth, clientHeight} = document.compatMode === "BackCompat" ? document.body : document.documentElement;
		const drawn = svg.getScreenCTM();
		const from = drawn ? toPicture(0, 0) : {x: 0, y: 0}, to = drawn ? toPicture(clientWidth, clientHeight) : {x: all, y: tall + lower};
		const left = Math.max(0, Math.min(from.x, all - 300)), top = Math.max(0, from.y);
		return {left, top, right: Math.max(left + 300, Math.min(all, to.x)), bottom: Math.max(top, Math.min(tall + lower, to.y))};
	}

	// The frame under the pointer, even if it is too narrow for a box of its own; -1 for none.
	function frameAt(event) {
		const p = toPicture(event.clientX, event.clientY);
		const row = Math.floor((p.y - data.top - lower) / rowHeight);
		const d = icicle ? row : data.rows - 1 - row, x = p.x - margin;
		if (!rows[d] || x < 0 || x >= width) return -1;
		if (d <= depth[zoom]) {
			let i = zoom;
			while (depth[i] > d) i = parent[i];
			return i;
		}
		const at = left[zoom] + x / scale();
		let low = 0, high = rows[d].length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (left[rows[d][middle]] <= at) low = middle + 1;
			else high = middle;
		}
		const i = rows[d][low - 1];
		return i !== undefined && at < left[i] + weight[i] && contains(zoom, i) ? i : -1;
	}

	// Search.

	function search(s) {
		pattern = s;
		matched = new Uint8Array(count);
		matches = [];
		let expression = null;
		try {
			// As in other tools, lower case matches both cases.
			expression = s && new RegExp(s, s === s.toLowerCase() ? "i" : "");
			tools.input.removeAttribute("aria-invalid");
		} catch {
			tools.input.setAttribute("aria-invalid", "true");
		}
		if (expression) {
			const hits = names.map((n, i) => i > 0 && expression.test(n));
			for (let i = 1; i < count; i++) {
				if (hits[name[i]]) {
					matched[i] = 1;
					matches.push(i);
				}
			}
		}
		draw();
		report();
	}

	// The share of a subtree that matches. A stack with several matches counts once.
	function share(of, values) {
		let sum = 0;
		for (let i = of; i < end[of];) {
			if (matched[i]) {
				sum += values[i];
				i = end[i];
			} else {
				i++;
			}
		}
		return percent(sum, of ? values[of] : whole);
	}

	function report() {
		tools.previous.disabled = tools.next.disabled = !matches.length;
		if (!pattern) return say("");
		if (tools.input.hasAttribute("aria-invalid")) return say("not a regular expression");
		if (!matches.length) return say("no match");
		let s = share(0, total);
		if (base) s += ` (base ${share(0, base)})`;
		if (zoom) {
			let above = false;
			for (let i = parent[zoom]; i >= 0; i = parent[i]) above ||= matched[i] > 0;
			s += `, ${above ? "100%" : share(zoom, total)} of zoom`;
		}
		const at = matches.indexOf(current);
		say(`${at < 0 ? "" : at + 1 + "/"}${thousands(matches.length)} matched: ${s}`);
	}

	function step(by) {
		if (!matches.length) return;
		const at = matches.indexOf(current);
		let to = at + by;
		if (at < 0) {
			to = by > 0 ? matches.findIndex((i) => i > current) : matches.findLastIndex((i) => i < current);
			if (to < 0) to = by > 0 ? 0 : -1;
		}
		reveal(matches[(to + matches.length) % matches.length], false);
		report();
	}

	// The controls.

	const tools = {};
	const bar = element("foreignObject", {class: "tools", x: 0, y: 0, width: all, height: 1}, svg);
	const barBox = html("div", "", bar);
	barBox.setAttribute("role", "toolbar");
	barBox.setAttribute("aria-label", "Flame graph");
	const find = html("span", "", barBox);
	tools.input = html("input", "", find);
	for (const [a, v] of Object.entries({type: "search", placeholder: "Search: regexp", "aria-label": "Search frames by regular expression", spellcheck: "false", autocomplete: "off"})) tools.input.setAttribute(a, v);
	function button(id, text, title, action, inside) {
		const b = tools[id] = html("button", text, inside);
		b.setAttribute("type", "button");
		b.setAttribute("title", title);
		b.setAttribute("aria-label", title);
		b.addEventListener("click", action);
	}
	button("previous", "‹", "Previous match (N)", () => step(-1), find);
	button("next", "›", "Next match (n)", () => step(1), find);
	tools.status = html("output", "", barBox);
	tools.status.setAttribute("aria-live", "polite");
	const acts = html("span", "", barBox);
	button("reset", "Reset", "Reset zoom and search (Escape)", reset, acts);
	button("flip", "Flip", "Turn upside down (i)", flip, acts);
	button("name", "Copy name", "Copy the name of the frame (c)", () => copy(full(current), "name"), acts);
	button("stack", "Copy stack", "Copy the stack, root first (s)", () => copy(stackOf(current), "stack"), acts);
	button("link", "Copy link", "Copy a link to the frame (l)", () => copy(link(current), "link"), acts);
	button("help", "?", "Keys (?)", help, acts);
	const say = (s) => {
		tools.status.textContent = s;
		tools.status.title = s;
		placeBar();
	};

	function reset() {
		zoom = 0;
		current = 0;
		tools.input.value = "";
		cursor.setAttribute("visibility", "hidden");
		search("");
		remember(true);
	}
	function flip() {
		icicle = !icicle;
		draw();
		remember(false);
	}
	function stackOf(i) {
		const all = [];
		for (; i > 0; i = parent[i]) all.unshift(full(i));
		return all.join("\n");
	}
	async function copy(text, what) {
		let done = false;
		try {
			await navigator.clipboard.writeText(text);
			done = true;
		} catch {
			const area = html("textarea", "", barBox);
			area.value = text;
			area.select();
			done = document.execCommand("copy");
			area.remove();
		}
		say(done ? what + " copied" : "the browser does not allow copying");
	}
	function help() {
		if (tip.getAttribute("visibility") === "visible" && tipBox.firstChild.textContent === "Keys") return hide();
		tell([
			"Keys", "click, Enter: zoom into a frame; click below it to zoom out", "Escape: reset zoom and search", "arrows: go from frame to frame",
			"/: search; lower case matches both cases", "n, N: next, previous match", "i: turn upside down",
			"c, s, l: copy the name, stack or link of the frame under the pointer, or else the selected one",
		], inSight().left + margin, data.top + lower - 10);
	}
	// The controls are above the boxes and as wide as the visible part of the picture. If the graph is alone in its document, they
	// also stay in view when a tall picture is scrolled. In a window that is narrower than the picture they may need more rows than
	// there is room for: then the boxes move down and the picture becomes taller.
	function placeBar() {
		const sight = inSight(), room = sight.right - sight.left;
		bar.setAttribute("x", sight.left);
		bar.setAttribute("width", room);
		barBox.className = room < data.twoRows ? "narrow least" : room < data.oneRow ? "narrow" : "";
		const needed = barBox.offsetHeight;
		bar.setAttribute("height", needed);
		lowerTo(Math.max(0, needed - data.room));
		const y = data.top + lower - 4 - needed;
		bar.setAttribute("y", alone ? Math.max(y, sight.top) : y);
	}
	function lowerTo(by) {
		if (by === lower) return;
		lower = by;
		graph.setAttribute("transform", `translate(0 ${by})`);
		svg.querySelector(".page").setAttribute("height", tall + by);
		svg.setAttribute("viewBox", `0 0 ${all} ${tall + by}`);
		// Keep the scale of the page.
		if (Number(height)) svg.setAttribute("height", height * (tall + by) / tall);
	}

	// The address: z is the path of the zoomed frame, with a hash of four characters for the name of each frame, so it also finds
	// the frame in a newer picture; s is the search; i is 1 if the picture is flipped. On a page, the graph's id is before each.

	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	const encoder = new TextEncoder();
	const hashes = names.map((s) => {
		let h = 2166136261;
		for (const b of encoder.encode(s)) h = Math.imul(h ^ b, 16777619);
		h ^= h >>> 15;
		h = Math.imul(h, 0x2c1b3c6d);
		h ^= h >>> 12;
		return [18, 12, 6, 0].map((shift) => digits[h >>> shift & 63]).join("");
	});
	const key = (k) => alone ? k : svg.id + "." + k;
	const parameters = () => new URLSearchParams(location.hash.slice(1));

	function link(i) {
		const p = parameters();
		let z = "";
		for (let at = name[i] < 0 ? parent[i] : i; at > 0; at = parent[at]) z = hashes[name[at]] + z;
		for (const [k, v] of [["z", z], ["s", pattern], ["i", icicle === data.icicle ? "" : "1"]]) {
			if (v) p.set(key(k), v);
			else p.delete(key(k));
		}
		return location.href.replace(/#.*$/s, "") + (p.size ? "#" + p : "");
	}
	function remember(step) {
		const to = link(zoom);
		if (to === location.href) return;
		try {
			history[step ? "pushState" : "replaceState"](null, "", to);
		} catch {
			// Some pages forbid it.
		}
	}
	function restore() {
		const p = parameters(), z = p.get(key("z")) || "";
		let i = 0, lost = false;
		for (let k = 0; k < z.length && !lost; k += 4) {
			let child = i + 1;
			while (child < end[i] && hashes[name[child]] !== z.slice(k, k + 4)) child = end[child];
			if (child < end[i]) i = child;
			else lost = true;
		}
		zoom = current = i;
		icicle = data.icicle !== (p.get(key("i")) === "1");
		const s = p.get(key("s")) || "";
		tools.input.value = s;
		// Who wrote the link may want the page to hang: without repetition no pattern takes long.
		const asks = s !== pattern && /[*+?{]/.test(s);
		search(asks ? "" : s);
		if (asks) say("Enter searches for the link's pattern");
		if (lost) say("the linked frame is not in this picture: this is its nearest caller");
	}

	// Events.

	graph.addEventListener("mousemove", (event) => {
		hovered = frameAt(event);
		const p = toPicture(event.clientX, event.clientY);
		if (hovered < 0) hide();
		else show(hovered, p.x, p.y);
	});
	graph.addEventListener("mouseleave", () => {
		hovered = -1;
		hide();
	});
	graph.addEventListener("click", (event) => {
		const i = frameAt(event);
		if (i >= 0) zoomTo(i, true);
	});
	// On the document: browsers make SVG elements with focus listeners focusable.
	document.addEventListener("focusin", (event) => {
		if (event.target.frame === undefined || !graph.contains(event.target)) return;
		select(event.target.frame, false);
		if (event.target.matches(":focus-visible")) {
			cursor.setAttribute("visibility", "visible");
			cursor.scrollIntoView({block: "nearest"});
			show(current);
		}
	});
	document.addEventListener("focusout", (event) => {
		if (!graph.contains(event.target)) return;
		cursor.setAttribute("visibility", "hidden");
		hide();
	});

	// The nearest drawn frame in a direction, or the same frame.
	function neighbor(i, direction) {
		if (direction === "out") return parent[i] < 0 ? i : parent[i];
		if (direction === "in") {
			// The widest callee; above the zoomed frame, the next one on the path to it.
			if (i < zoom) {
				let at = zoom;
				while (parent[at] !== i) at = parent[at];
				return at;
			}
			let best = i;
			for (let c = i + 1; c < end[i]; c = end[c]) {
				if (boxes.has(c) && (best === i || weight[c] > weight[best])) best = c;
			}
			return best;
		}
		const row = rows[depth[i]], by = direction === "right" ? 1 : -1;
		for (let k = row.indexOf(i) + by; k >= 0 && k < row.length; k += by) {
			if (boxes.has(row[k])) return row[k];
		}
		return i;
	}

	(alone ? document : svg).addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const typing = event.target === tools.input;
		if (typing) {
			if (event.key === "Enter" && pattern !== tools.input.value) {
				search(tools.input.value);
				remember(false);
			} else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
			else if (event.key === "Escape") {
				event.preventDefault();
				if (pattern) reset();
				else tools.input.blur();
			}
			return;
		}
		const onButton = barBox.contains(event.target);
		const at = hovered >= 0 ? hovered : current;
		const inward = icicle ? "ArrowDown" : "ArrowUp", outward = icicle ? "ArrowUp" : "ArrowDown";
		const actions = {
			[inward]: () => select(neighbor(current, "in"), true),
			[outward]: () => select(neighbor(current, "out"), true),
			ArrowLeft: () => select(neighbor(current, "left"), true),
			ArrowRight: () => select(neighbor(current, "right"), true),
			Enter: () => zoomTo(current, true),
			" ": () => zoomTo(current, true),
			Escape: reset,
			"/": () => tools.input.focus(),
			n: () => step(1),
			N: () => step(-1),
			i: flip,
			c: () => copy(full(at), "name"),
			s: () => copy(stackOf(at), "stack"),
			l: () => copy(link(at), "link"),
			"?": help,
		};
		const moves = /^(Arrow.*|Enter| )$/.test(event.key);
		if (!actions[event.key] || onButton && moves || moves && alone && !graph.contains(event.target)) return;
		event.preventDefault();
		actions[event.key]();
	});
	tools.input.addEventListener("input", () => {
		search(tools.input.value);
		remember(false);
	});
	addEventListener("hashchange", restore);
	addEventListener("popstate", restore);
	addEventListener("scroll", placeBar);
	addEventListener("resize", placeBar);

	svg.classList.add("live");
	graph.setAttribute("role", "tree");
	graph.setAttribute("aria-label", svg.querySelector("title").textContent);
	placeBar();
	restore();
})();
