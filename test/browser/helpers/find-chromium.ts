import { existsSync } from "node:fs";

/** The shell needs less than half of the CPU time: it has no windows of its own. */
const PATHS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Returns the path of Chromium, from CHROMIUM or the system's; undefined if there is none. */
export const findChromium = (): string | undefined => {
  const named = process.env["CHROMIUM"];
  return (named ? [named] : PATHS).find((path) => existsSync(path));
};
