import type { Tenant } from "../server.js";

const SEARCH = `query ($filter: RecordingFilter, $order: RecordingOrder, $first: Int = 25, $after: String) {
  page: recordings(filter: $filter, order: $order, first: $first, after: $after) {
    nodes { id name searchMatches { field start snippet { text hit } } }
    nextCursor hasMore
  }
}`;

export interface SearchMatch {
  field: string;
  start: number | null;
  snippet: { text: string; hit: boolean }[];
}

export interface SearchPage {
  nodes: { id: string; name: string; searchMatches: SearchMatch[] }[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** The variables of a search, except the words. */
export interface SearchOptions {
  filter?: object;
  order?: "relevance" | "newest";
  first?: number;
  after?: string | null;
}

export const searchRecordings = async (
  org: Tenant,
  words: string,
  { filter, ...options }: SearchOptions = {},
): Promise<SearchPage> =>
  (await org.graphql(SEARCH, { filter: { search: words, ...filter }, ...options })).page;

/** Returns the names of the found recordings. */
export const searchNames = async (
  org: Tenant,
  words: string,
  options?: SearchOptions,
): Promise<string[]> => (await searchRecordings(org, words, options)).nodes.map(({ name }) => name);

/** Creates a processed recording with these texts in its transcript. */
export const createRecordingSaying = async (
  org: Tenant,
  name: string,
  ...texts: string[]
): Promise<string> =>
  org.createProcessed({
    name,
    transcript: texts.map((text, index) => ({
      speaker: "Robin",
      role: "rep",
      text,
      start: index * 1000,
      end: index * 1000 + 900,
    })),
  });

/** Formats a snippet with the hits in brackets. */
export const formatSnippet = ({ snippet }: SearchMatch): string =>
  snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");
