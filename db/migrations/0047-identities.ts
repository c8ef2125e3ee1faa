import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/**
 * Adds OpenID Connect identities: each belongs to one account, and an account has one identity per issuer. Users store
 * whether an admin ended their sign-in, so that an allowed domain doesn't let them in again.
 */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const statement of [
    `CREATE TABLE identities (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      user_id ${c.text} NOT NULL,
      issuer ${c.text} NOT NULL,
      subject ${c.text} NOT NULL,
      created_at ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, user_id, issuer),
      UNIQUE (issuer, subject),
      FOREIGN KEY (organization_id, user_id) REFERENCES accounts (organization_id, user_id) ON DELETE CASCADE
    ) ${c.tableOptions}`,
    `ALTER TABLE users ADD COLUMN sign_in_ended_at ${c.integer}`,
    `ALTER TABLE audit_log ADD COLUMN detail ${c.text}`,
  ])
    await knex.raw(statement);
};
