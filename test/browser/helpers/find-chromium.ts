import { existsSync } from "node:fs";

/** The browser of the tests: that of CHROMIUM, or the system's; undefined where there is none. */
export const chromiumPath = (): string | undefined => {
  const path = process.env["CHROMIUM"] || "/usr/bin/chromium";
  return existsSync(path) ? path : undefined;
};
