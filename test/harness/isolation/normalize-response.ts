import type { Answer } from "../../helpers/server.js";
import { type OrganizationNames, stripNames } from "./organization-names.js";

/** A call's place among those of its own organization, to which each request may add one. */
const OWN_PLACE = /("transcriptionPlace":)\d+/g;

/** A call's reviewers, to which each review may add one. */
const OWN_REVIEWERS = /("reviewers":)\[[^\]]*\]/g;

/** Returns everything that a caller can observe, with `names` replaced by `instead`. */
export const normalizeResponse = (
  { status, headers, text }: Answer,
  names: OrganizationNames,
  instead: OrganizationNames,
): string =>
  JSON.stringify([
    status,
    // These headers vary or follow from the text.
    [...headers].filter(
      ([name]) => !/^(x-request-id|date|etag|content-length|set-cookie)$/.test(name),
    ),
    stripNames(text, names, instead)
      .replaceAll(OWN_PLACE, "$1null")
      .replaceAll(OWN_REVIEWERS, "$1[]"),
  ]);

/** Shows where two responses differ. */
export const excerptDifference = (foreignAnswer: string, unknownAnswer: string): string => {
  const difference = [...foreignAnswer].findIndex(
    (_, index) => foreignAnswer[index] !== unknownAnswer[index],
  );
  const [from, to] = [Math.max(0, difference - 60), difference + 100];
  return `${foreignAnswer.slice(from, to)}\n  with unknown names: ${unknownAnswer.slice(from, to)}`;
};
