import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** A text that an organization redacts: an expression in RE2 syntax, and the name that replaces matches. */
export interface OwnPattern {
  name: string;
  pattern: string;
}

export interface RedactionSettings {
  cardNumbers: boolean;
  patterns: OwnPattern[];
}

const NO_REDACTION: RedactionSettings = { cardNumbers: false, patterns: [] };

const byOrganization = prepareQuery<
  { organizationId: string },
  { cardNumbers: number; patterns: string }
>((db, { organizationId }) =>
  db("redaction")
    .select({ cardNumbers: "card_numbers", patterns: "patterns" })
    .where("organization_id", organizationId),
);

/** Loads the organization's redaction settings; no redaction if never set. */
export const loadRedaction = async (db: Db, organizationId: string): Promise<RedactionSettings> => {
  const [row] = await byOrganization(db, { organizationId });
  if (!row) return NO_REDACTION;
  return {
    cardNumbers: row.cardNumbers === 1,
    patterns: JSON.parse(row.patterns) as OwnPattern[],
  };
};

export const upsertRedaction = async (
  trx: Db,
  organizationId: string,
  { cardNumbers, patterns }: RedactionSettings,
): Promise<void> => {
  await trx("redaction")
    .insert({
      organization_id: organizationId,
      card_numbers: cardNumbers ? 1 : 0,
      patterns: JSON.stringify(patterns),
    })
    .onConflict("organization_id")
    .merge();
};
