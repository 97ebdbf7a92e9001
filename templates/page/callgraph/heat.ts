// Colors of heat, as in render/palette/graphheat.go.

import { Box, Diagram } from "./diagram";

/** From none to the largest self value; colors between them are blended. */
export const heatStops = {
	light: ["#fffdf7", "#ffedc9", "#ffd18a", "#ffa552", "#f2682f"], dark: ["#2a2722", "#40341f", "#5b3f13", "#7a4606", "#a85400"],
};
/** Place on the scale of the smallest value above 0. */
const leastHeat = 0.15;
const mostSpan = 200, minSpan = 10;

/** The places of self values on the scale, from 0 to 1. */
export function heatScale({ boxes }: Diagram): (box: Box) => number {
	const values = boxes.map((b) => b.self ?? 0).filter((v) => v > 0), most = Math.max(1, ...values);
	const smallest = Math.min(Math.max(Math.min(...values), most / mostSpan), most / minSpan);
	return ({ self }) => !self ? 0 : self <= smallest ? leastHeat : Math.min(1, leastHeat + (1 - leastHeat) * Math.log(self / smallest) / Math.log(most / smallest));
}

/** The color at a place on a scale of stops. */
export function heatColor(stops: string[], place: number): string {
	const at = place * (stops.length - 1), k = Math.min(Math.floor(at), stops.length - 2);
	const channel = (color: string, i: number) => parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
	return "#" + [0, 1, 2].map((i) => Math.round(channel(stops[k], i) + (at - k) * (channel(stops[k + 1], i) - channel(stops[k], i))).toString(16).padStart(2, "0")).join("");
}
