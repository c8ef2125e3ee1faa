import type { Answer } from "../../helpers/server.js";
import { type OrganizationNames, stripNames } from "./organization-names.js";

/** What a caller can tell an answer by, with other names in the place of these. */
export const normalizeResponse = (
  { status, headers, text }: Answer,
  names: OrganizationNames,
  instead: OrganizationNames,
): string =>
  JSON.stringify([
    status,
    // These follow from the text.
    [...headers].filter(
      ([name]) => !/^(x-request-id|date|etag|content-length|set-cookie)$/.test(name),
    ),
    stripNames(text, names, instead),
  ]);

/** Where two answers part. */
export const excerptDifference = (known: string, not: string): string => {
  const at = [...known].findIndex((_, index) => known[index] !== not[index]);
  const [from, to] = [Math.max(0, at - 60), at + 100];
  return `${known.slice(from, to)}\n  and where there is none: ${not.slice(from, to)}`;
};
