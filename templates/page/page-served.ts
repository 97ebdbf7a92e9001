// The script that iprof-viz serve adds to its pages.

import { followTheme } from "./dom/theme";
import { Served } from "./served";

const { theme } = document.documentElement.dataset;
if (theme) followTheme(theme as Parameters<typeof followTheme>[0]); // without a profile, the page of the server handles it
new Served((document.currentScript as HTMLScriptElement).dataset.version || "");
