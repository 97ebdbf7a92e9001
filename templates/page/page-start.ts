// Runs the script of a page, which is packed as its data is. The policy of the page has the hash of the script, so no other one would run.

import { showFailure } from "./failure";
import { unpack } from "./unpack";

const packed = document.getElementById("script")!;
unpack(packed.textContent!.trim()).then((bytes) => {
	const script = document.createElement("script");
	script.textContent = new TextDecoder().decode(bytes);
	packed.replaceWith(script); // which runs it
	script.remove();
	if (!("started" in document.getElementById("app")!.dataset)) throw new Error("its policy refuses the script in it: the file is damaged");
}).catch(showFailure);
