import { useLocation } from "preact-iso";
import type { ScreenPath } from "../../src/api/console/paths.js";

/** The console's absolute URL, with a slash at the end. */
export const consoleBase = new URL(document.baseURI);

type Query = Record<string, string | null | undefined>;

const formatSearch = (query: Query): string => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
};

/** Builds a screen's address: `href("/recordings/:id", { id })`. */
export const href = (path: ScreenPath, ids: Record<string, string> = {}, query: Query = {}) =>
  consoleBase.pathname +
  path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? "")) +
  formatSearch(query);

const MS_PER_SECOND = 1_000;

/** Builds the address of a recording's page at a time, in milliseconds from its start. */
export const hrefAtTime = (recordingId: string, start: number): string =>
  `${href("/recordings/:id", { id: recordingId })}#t=${Math.floor(start / MS_PER_SECOND)}`;

/** Returns filters kept in the URL, which survive a link or a reload, and a function that changes them. */
export const useFilters = <Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string>>) => void] => {
  const { path, query, route } = useLocation();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) if (query[name]) values[name] = query[name];
  return [values, (changes) => route(path + formatSearch({ ...query, ...changes }), true)];
};
