import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the links by which users set their password: one for each account and purpose. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE account_links (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id ${c.text} NOT NULL,
    purpose ${c.text} NOT NULL,
    hash ${c.text} NOT NULL UNIQUE,
    expires_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, user_id, purpose),
    FOREIGN KEY (organization_id, user_id) REFERENCES accounts (organization_id, user_id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
};
