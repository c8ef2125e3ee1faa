import { inList } from "../engine/in-list.js";
import { type Db } from "../engine/connect.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import { hasNewWords } from "./former-words.js";
import { withinScope } from "../engine/viewer-scope.js";

/** The searched fields of a recording, in the order of their weight. */
export const SEARCHED_FIELDS = ["name", "summary", "notes", "transcript"] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** The searched texts of a recording. */
export interface SearchText {
  id: string;
  position: number;
  /** In the order of SEARCHED_FIELDS. */
  texts: string[];
  /** For each utterance: its index in the transcript's text, and its start in milliseconds. */
  utterances: { at: number; start: number }[];
  /** A digest of all texts, and of how they are split if migration 0058 changed that. */
  digest: string;
  /** The digest of an entry that was written before migration 0058; undefined if its words are the same today. */
  formerDigest: string | undefined;
}

interface TextRow {
  id: string;
  position: number;
  status: string;
  name: string;
  summary: string | null;
  notes: string | null;
  utterances: string | null;
}

const joinTexts = (texts: readonly (string | null)[]): string => texts.join("\n");

const buildSearchText = ({
  id,
  position,
  name,
  summary,
  notes,
  utterances,
}: TextRow): SearchText => {
  const transcript =
    utterances === null
      ? { text: [], start: [] }
      : (JSON.parse(utterances) as { text: string[]; start: number[] });
  let at = 0;
  return {
    id,
    position,
    texts: [name, summary ?? "", notes ?? "", transcript.text.join("\n")],
    utterances: transcript.text.map((text, index) => {
      const place = { at, start: transcript.start[index]! };
      at += text.length + 1;
      return place;
    }),
    // Computed lazily: only the index needs them, search results do not.
    get digest() {
      const parts = [name, summary, notes, utterances];
      return buildLookupKey(JSON.stringify(hasNewWords(joinTexts(parts)) ? [2, ...parts] : parts));
    },
    get formerDigest() {
      const parts = [name, summary, notes, utterances];
      return hasNewWords(joinTexts(parts)) ? buildLookupKey(JSON.stringify(parts)) : undefined;
    },
  };
};

const queryTexts = (db: Db, organizationId: string) =>
  db("recordings as r")
    .leftJoin("transcripts as t", (on) =>
      on.on("t.organization_id", "r.organization_id").andOn("t.recording_id", "r.id"),
    )
    .select("r.id", "r.position", "r.name", "r.summary", "r.notes", "r.status", "t.utterances")
    .where("r.organization_id", organizationId)
    .modify(withinScope(db, "r.user_id"));

/** Loads the texts of the processed recordings among these. A search finds only those. */
export const loadSearchTexts = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<SearchText[]> =>
  // With a condition on the status, SQLite would scan all recordings in that status.
  ((await queryTexts(db, organizationId).where(inList(db, "r.id", recordingIds))) as TextRow[])
    .filter(({ status }) => status === "processed")
    .map(buildSearchText);

/** Loads a page of the texts of processed recordings after a position, the oldest first. */
export const loadSearchTextPage = async (
  db: Db,
  organizationId: string,
  after: number,
  limit: number,
): Promise<SearchText[]> =>
  (
    (await queryTexts(db, organizationId)
      .where("r.status", "processed")
      .where("r.position", ">", after)
      .orderBy("r.position")
      .limit(limit)) as TextRow[]
  ).map(buildSearchText);
