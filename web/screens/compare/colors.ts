import { chooseOwnColor } from "../../lib/own-color.js";
import type { Kind } from "./groups.js";

/** Returns the class of a group's colour: people and teams have their own, a period before is grey. */
export const chooseColor = (kind: Kind, id: string): string =>
  kind === "periods" ? (id === "before" ? "before-color" : "now-color") : chooseOwnColor(id);
