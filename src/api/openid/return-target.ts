import { findScreen, signedOutPaths } from "../console/paths.js";

/** Returns the path and query of a console screen for a signed-in user; undefined for any other text. */
export const findReturnTarget = (publicUrl: string, text: string): string | undefined => {
  const base = new URL(`${publicUrl}/`);
  const url = URL.parse(text, base);
  if (url?.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return undefined;
  // Uses the path as resolved by URL.parse: a path that begins with // would otherwise name another host.
  const screen = findScreen(url.pathname.slice(base.pathname.length - 1));
  return screen && !signedOutPaths.has(screen) ? url.pathname + url.search : undefined;
};
