// Rows that fingers hit.

/** Narrow windows, which are those of phones: as in page.css. */
export const forFingers = matchMedia("(max-width: 480px), (pointer: coarse) and (max-width: 760px)");

/** The height of a row, in pixels: fingers need 44. */
export const rowHeightFor = (mouse: number) => forFingers.matches ? 44 : mouse;
