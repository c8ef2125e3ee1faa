import type { Kind } from "./groups.js";

/** Returns the class of a group's colour and dashes, by its place: no two groups look alike, in grey print either. */
export const chooseStyle = (kind: Kind, place: number): string =>
  kind === "periods" && place === 0
    ? "series-before"
    : `series-${kind === "periods" ? 1 : place + 1}`;
