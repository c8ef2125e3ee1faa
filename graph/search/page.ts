import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { searchRecordings, type SearchTerms, type WordSearch } from "../../db/search/search.js";
import {
  SEARCHED_FIELDS,
  type SearchedField,
  type SearchText,
  loadSearchTexts,
} from "../../db/search/texts.js";
import { type TextPart, findSnippet } from "./snippets.js";

/** A place in a recording where a search found its words. */
export interface FieldMatch {
  field: SearchedField;
  snippet: TextPart[];
  /** In a transcript: the start of the utterance, in milliseconds. */
  start: number | null;
}

/** The request for a page of search results. */
export interface SearchQuery {
  organizationId: string;
  search: WordSearch;
  /** True to also find the matching places in each recording. */
  includeMatches: boolean;
}

export interface FoundRecording extends RecordingRow {
  rank: number;
  searchMatches?: FieldMatch[];
}

const findMatches = ({ texts, utterances }: SearchText, { all }: SearchTerms): FieldMatch[] =>
  SEARCHED_FIELDS.flatMap((field, index) => {
    const found = findSnippet(texts[index]!, all);
    if (!found) return [];
    const utterance = field === "transcript" && utterances.findLast(({ at }) => at <= found.offset);
    return [{ field, snippet: found.parts, start: utterance ? utterance.start : null }];
  });

export const loadSearchPage = async (
  db: Db,
  { organizationId, search, includeMatches }: SearchQuery,
): Promise<FoundRecording[]> => {
  const rows: FoundRecording[] = await searchRecordings(db, organizationId, search);
  if (!includeMatches || rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const texts = new Map(
    (await loadSearchTexts(db, organizationId, ids)).map((text) => [text.id, text]),
  );
  for (const row of rows) row.searchMatches = findMatches(texts.get(row.id)!, search.terms);
  return rows;
};
