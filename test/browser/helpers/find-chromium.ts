import { existsSync } from "node:fs";

/** Returns the path of Chromium, from CHROMIUM or the system's; undefined if there is none. */
export const findChromium = (): string | undefined => {
  const path = process.env["CHROMIUM"] || "/usr/bin/chromium";
  return existsSync(path) ? path : undefined;
};
