import { screenAt } from "../../src/console/paths.js";
import { screens } from "../screens.js";
import { base, href } from "./location.js";

/** Where to go after signing in: only ever a screen of the console, of those that somebody signs in for. */
export const safeTarget = (to: string | undefined): string => {
  const url = URL.parse(to ?? "", base.origin);
  if (url?.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return href("/");
  // As the browser has resolved it: a path that began with // would be another host.
  const screen = screenAt(url.pathname.slice(base.pathname.length - 1));
  return screen && !screens[screen].bare ? url.pathname + url.search : href("/");
};
