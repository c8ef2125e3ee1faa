import { findScreen, signedOutPaths } from "../../src/api/console/paths.js";
import { consoleBase, href } from "./location.js";

/** Returns where to go after sign-in: a screen of the console that needs a session, else the start page. */
export const resolveSafeTarget = (to: string | undefined): string => {
  const url = URL.parse(to ?? "", consoleBase.origin);
  if (url?.origin !== consoleBase.origin || !url.pathname.startsWith(consoleBase.pathname))
    return href("/");
  // Uses the path as resolved by URL.parse: a path that begins with // would otherwise name another host.
  const screen = findScreen(url.pathname.slice(consoleBase.pathname.length - 1));
  return screen && !signedOutPaths.has(screen) ? url.pathname + url.search : href("/");
};
