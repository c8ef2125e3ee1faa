import type { Db } from "../../db/engine/connect.js";
import { checkRead } from "../../db/engine/read-limit.js";
import { searchRecordings, type SearchTerms } from "../../db/search/search.js";
import { SEARCHED_FIELDS, type SearchText, loadSearchTexts } from "../../db/search/texts.js";
import { countSearchPages } from "../../db/search/search-work.js";
import { invalidField } from "../core/errors.js";
import type { LongRead } from "../core/long-reads.js";
import type { FieldMatch, FoundRecording, SearchQuery } from "./search-query.js";
import { findSnippet } from "./snippets.js";

const findMatches = ({ texts, utterances }: SearchText, { all }: SearchTerms): FieldMatch[] =>
  SEARCHED_FIELDS.flatMap((field, index) => {
    const found = findSnippet(texts[index]!, all);
    if (!found) return [];
    const utterance = field === "transcript" && utterances.findLast(({ at }) => at <= found.offset);
    return [{ field, snippet: found.parts, start: utterance ? utterance.start : null }];
  });

/**
 * SQLite reads these pages in up to 37 µs each and can't be stopped meanwhile. A prefix that matches most of 100,000
 * recordings with 300 words reads about 1,000 pages.
 */
const MAX_SEARCH_PAGES = 40_000;

/** Loads a page of search results. @throws INVALID_FIELD if the words match too much of the index */
const loadSearchPage = async (
  db: Db,
  { organizationId, search, includeMatches }: SearchQuery,
): Promise<FoundRecording[]> => {
  if ((await countSearchPages(db, organizationId, search.terms)) > MAX_SEARCH_PAGES)
    throw invalidField("search", "contains words that are too common; use longer or fewer words");
  const rows: FoundRecording[] = await searchRecordings(db, organizationId, search);
  if (!includeMatches || rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const texts = new Map(
    (await loadSearchTexts(db, organizationId, ids)).map((text) => [text.id, text]),
  );
  for (const row of rows) {
    checkRead(db);
    row.searchMatches = findMatches(texts.get(row.id)!, search.terms);
  }
  return rows;
};

export const searchRead: LongRead<SearchQuery, FoundRecording[]> = {
  name: "search",
  load: loadSearchPage,
  buildFailure: () =>
    invalidField("search", "needs too much work; use longer or fewer words, or a shorter time"),
};
