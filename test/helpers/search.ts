import type { Tenant } from "./server.js";

const SEARCH = `query ($filter: RecordingFilter, $order: RecordingOrder, $first: Int = 25, $after: String) {
  page: recordings(filter: $filter, order: $order, first: $first, after: $after) {
    nodes { id name matches { field start snippet { text hit } } }
    nextCursor hasMore
  }
}`;

export interface Match {
  field: string;
  start: number | null;
  snippet: { text: string; hit: boolean }[];
}

export interface FoundPage {
  nodes: { id: string; name: string; matches: Match[] }[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** The variables of a search besides the words. */
export interface Options {
  filter?: object;
  order?: "relevance" | "newest";
  first?: number;
  after?: string | null;
}

export const search = async (
  org: Tenant,
  words: string,
  { filter, ...options }: Options = {},
): Promise<FoundPage> =>
  (await org.graph(SEARCH, { filter: { search: words, ...filter }, ...options })).page;

/** The names of what is found. */
export const found = async (org: Tenant, words: string, options?: Options): Promise<string[]> =>
  (await search(org, words, options)).nodes.map(({ name }) => name);

/** A processed recording of that name in which this was said. */
export const said = async (org: Tenant, name: string, ...texts: string[]): Promise<string> =>
  org.processed({
    name,
    transcript: texts.map((text, index) => ({
      speaker: "Robin",
      role: "rep",
      text,
      start: index * 1000,
      end: index * 1000 + 900,
    })),
  });

/** A snippet with what was looked for in brackets. */
export const shown = ({ snippet }: Match): string =>
  snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");
