import type { Answer } from "../helpers/server.js";
import { type Names, plain } from "./names.js";

/** What a caller can tell an answer by, with other names in the place of these. */
export const shown = ({ status, headers, text }: Answer, names: Names, instead: Names): string =>
  JSON.stringify([
    status,
    // These follow from the text.
    [...headers].filter(
      ([name]) => !/^(x-request-id|date|etag|content-length|set-cookie)$/.test(name),
    ),
    plain(text, names, instead),
  ]);

/** Where two answers part. */
export const difference = (known: string, not: string): string => {
  const at = [...known].findIndex((_, index) => known[index] !== not[index]);
  const [from, to] = [Math.max(0, at - 60), at + 100];
  return `${known.slice(from, to)}\n  and where there is none: ${not.slice(from, to)}`;
};
