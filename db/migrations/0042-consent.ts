import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the consent of a call's customer, the effect of a refusal, and the organization's setting for it. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const statement of [
    `ALTER TABLE recordings ADD COLUMN consent ${c.text} NOT NULL DEFAULT 'unknown'`,
    // hidden or transcript_only; null: no restriction.
    `ALTER TABLE recordings ADD COLUMN refusal ${c.text}`,
    `CREATE INDEX recordings_hidden ON recordings (organization_id, status, position) WHERE refusal = 'hidden'`,
    `CREATE TABLE consent_settings (
      organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
      refused ${c.text} NOT NULL
    ) ${c.tableOptions}`,
  ])
    await knex.raw(statement);
};
