import type { Db } from "../engine/connect.js";

/** A name or a word of the organization that speech recognition may not know. */
export interface VocabularyTermRow {
  /** As it is written. */
  term: string;
  /** What it is heard as. */
  heardAs: string[];
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Two spellings of a term that differ in case are one term. */
const toKey = (term: string): string => term.toLowerCase();

/** Lists the organization's terms, by their key. */
export const listVocabulary = async (
  db: Db,
  organizationId: string,
): Promise<VocabularyTermRow[]> => {
  const rows: (Omit<VocabularyTermRow, "heardAs"> & { heardAs: string })[] = await db(
    "vocabulary_terms",
  )
    .select({ term: "term", heardAs: "heard_as", createdAt: "created_at" })
    .where("organization_id", organizationId)
    .orderBy("term_key");
  return rows.map((row) => ({ ...row, heardAs: JSON.parse(row.heardAs) as string[] }));
};

/** Stores a term; replaces the capitals and what it is heard as, if there is one that differs only in case. */
export const upsertVocabularyTerm = async (
  trx: Db,
  organizationId: string,
  { term, heardAs, createdAt }: VocabularyTermRow,
): Promise<void> => {
  await trx("vocabulary_terms")
    .insert({
      organization_id: organizationId,
      term_key: toKey(term),
      term,
      heard_as: JSON.stringify(heardAs),
      created_at: createdAt,
    })
    .onConflict(["organization_id", "term_key"])
    .merge(["term", "heard_as"]);
};

/** Deletes a term. Returns whether there was one. */
export const deleteVocabularyTerm = async (
  trx: Db,
  organizationId: string,
  term: string,
): Promise<boolean> =>
  (await trx("vocabulary_terms")
    .where({ organization_id: organizationId, term_key: toKey(term) })
    .delete()) > 0;
