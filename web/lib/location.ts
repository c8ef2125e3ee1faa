import { useLocation } from "preact-iso";
import type { ScreenPath } from "../../src/console/paths.js";

/** Where the console is: an absolute URL with a slash at the end. */
export const base = new URL(document.baseURI);

type Query = Record<string, string | null | undefined>;

const search = (query: Query): string => {
  const set = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
};

/** The address of a screen: `href("/recordings/:id", { id })`. */
export const href = (path: ScreenPath, ids: Record<string, string> = {}, query: Query = {}) =>
  base.pathname +
  path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? "")) +
  search(query);

/** Filters that live in the URL, so that a link or a reload shows the same; an empty one is not there. */
export const useFilters = <Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string>>) => void] => {
  const { path, query, route } = useLocation();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) if (query[name]) values[name] = query[name];
  return [values, (changes) => route(path + search({ ...query, ...changes }), true)];
};
