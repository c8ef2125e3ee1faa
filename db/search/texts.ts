import { among } from "./among.js";
import { type Db } from "./connect.js";
import { keyOf } from "./key.js";

/** The parts of a recording that are searched, in the order of their weight. */
export const FIELDS = ["name", "summary", "notes", "transcript"] as const;
export type SearchedField = (typeof FIELDS)[number];

/** What of a recording is searched. */
export interface SearchText {
  id: string;
  position: number;
  /** In the order of FIELDS. */
  texts: string[];
  /** Where in the last of them each utterance begins, and when it was said, in milliseconds. */
  utterances: { at: number; start: number }[];
  /** Of all of it: another text has another one. */
  digest: string;
}

interface Row {
  id: string;
  position: number;
  status: string;
  name: string;
  summary: string | null;
  notes: string | null;
  utterances: string | null;
}

const textOf = ({ id, position, name, summary, notes, utterances }: Row): SearchText => {
  const said =
    utterances === null
      ? { text: [], start: [] }
      : (JSON.parse(utterances) as { text: string[]; start: number[] });
  let at = 0;
  return {
    id,
    position,
    texts: [name, summary ?? "", notes ?? "", said.text.join("\n")],
    utterances: said.text.map((text, index) => {
      const place = { at, start: said.start[index]! };
      at += text.length + 1;
      return place;
    }),
    // Only the index asks for it, and not for each of what a search finds.
    get digest() {
      return keyOf(JSON.stringify([name, summary, notes, utterances]));
    },
  };
};

const rows = (db: Db, organizationId: string) =>
  db("recordings as r")
    .leftJoin("transcripts as t", (on) =>
      on.on("t.organization_id", "r.organization_id").andOn("t.recording_id", "r.id"),
    )
    .select("r.id", "r.position", "r.name", "r.summary", "r.notes", "r.status", "t.utterances")
    .where("r.organization_id", organizationId);

/** Of those of the recordings that are processed: others are not searched. */
export const searchTextsOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<SearchText[]> =>
  // As a condition the status would have SQLite go through all that have it.
  ((await rows(db, organizationId).where(among(db, "r.id", recordingIds))) as Row[])
    .filter(({ status }) => status === "processed")
    .map(textOf);

const PAGE = 200;

/** Of all, some at a time, the oldest first. */
export async function* allSearchTexts(
  db: Db,
  organizationId: string,
): AsyncGenerator<SearchText[]> {
  for (let after = -1; ;) {
    const page: Row[] = await rows(db, organizationId)
      .where("r.status", "processed")
      .where("r.position", ">", after)
      .orderBy("r.position")
      .limit(PAGE);
    if (page.length > 0) yield page.map(textOf);
    if (page.length < PAGE) return;
    after = page.at(-1)!.position;
  }
}
