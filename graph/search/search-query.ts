import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { WordSearch } from "../../db/search/search.js";
import type { SearchedField } from "../../db/search/texts.js";

/** A part of a text; `hit`: the search found it. */
export interface TextPart {
  text: string;
  hit: boolean;
}

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
  scope?: ViewerScope | undefined;
  search: WordSearch;
  /** True to also find the matching places in each recording. */
  includeMatches: boolean;
}

export interface FoundRecording extends RecordingRow {
  searchMatches?: FieldMatch[];
}
