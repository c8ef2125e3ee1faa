import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Db } from "../db/connect.js";
import type { RecordingRow } from "../db/recordings.js";
import { pageOfFound, type SearchTerms, type WordSearch } from "../db/search.js";
import { FIELDS, type SearchedField, type SearchText, searchTextsOf } from "../db/search-texts.js";
import { snippetOf } from "./snippets.js";

export const RecordingOrders = { relevance: "relevance", newest: "newest" } as const;
registerEnumType(RecordingOrders, { name: "RecordingOrder" });

const SearchedFields = Object.fromEntries(FIELDS.map((field) => [field, field]));
registerEnumType(SearchedFields, { name: "SearchedField" });

@ObjectType({ simpleResolvers: true })
class SnippetPart {
  @Field(() => String)
  text!: string;

  @Field(() => Boolean, { description: "Whether it is what was looked for." })
  hit!: boolean;
}

@ObjectType({
  simpleResolvers: true,
  description: "Where in a recording something is that was looked for.",
})
export class SearchMatch {
  @Field(() => SearchedFields)
  field!: SearchedField;

  @Field(() => [SnippetPart], {
    description: "Put together, a piece of the text as it is: data, with nothing in it escaped.",
  })
  snippet!: SnippetPart[];

  @Field(() => Int, {
    nullable: true,
    description:
      "In a transcript, when it was said: milliseconds from the beginning of the recording.",
  })
  start!: number | null;
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
  matches?: SearchMatch[];
}

const matchesIn = ({ texts, utterances }: SearchText, { all }: SearchTerms): SearchMatch[] =>
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
