import type { Db } from "../db/connect.js";
import type { RecordingRow } from "../db/recordings.js";
import { pageOfFound, type SearchTerms, type WordSearch } from "../db/search.js";
import { FIELDS, type SearchedField, type SearchText, searchTextsOf } from "../db/search-texts.js";
import { type Part, snippetOf } from "./snippets.js";

/** Where in a recording something is that was looked for. */
export interface MatchIn {
  field: SearchedField;
  snippet: Part[];
  /** In a transcript, when it was said. */
  start: number | null;
}

/** A page of what a search finds. */
export interface SearchQuery {
  organizationId: string;
  search: WordSearch;
  /** Whether to look for where in each of them it is. */
  matches: boolean;
}

export interface Found extends RecordingRow {
  rank: number;
  matches?: MatchIn[];
}

const matchesIn = ({ texts, utterances }: SearchText, { all }: SearchTerms): MatchIn[] =>
  FIELDS.flatMap((field, index) => {
    const found = snippetOf(texts[index]!, all);
    if (!found) return [];
    const said = field === "transcript" && utterances.findLast(({ at }) => at <= found.at);
    return [{ field, snippet: found.parts, start: said ? said.start : null }];
  });

export const searchPage = async (
  db: Db,
  { organizationId, search, matches }: SearchQuery,
): Promise<Found[]> => {
  const rows: Found[] = await pageOfFound(db, organizationId, search);
  if (!matches || rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const texts = new Map(
    (await searchTextsOf(db, organizationId, ids)).map((text) => [text.id, text]),
  );
  for (const row of rows) row.matches = matchesIn(texts.get(row.id)!, search.terms);
  return rows;
};
