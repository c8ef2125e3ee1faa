import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the phone numbers of users and clients, the extensions of users, and the country of an organization. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`ALTER TABLE organizations ADD COLUMN country ${c.text}`);
  await knex.raw(
    `CREATE TABLE user_numbers (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      kind ${c.text} NOT NULL,
      number ${c.text} NOT NULL,
      user_id ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, kind, number),
      FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
    ) ${c.clusteredTableOptions}`,
  );
  await knex.raw("CREATE INDEX user_numbers_user ON user_numbers (organization_id, user_id)");
  await knex.raw(
    `CREATE TABLE client_phones (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      client_id ${c.text} NOT NULL,
      phone ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, client_id, phone),
      FOREIGN KEY (organization_id, client_id) REFERENCES clients (organization_id, id) ON DELETE CASCADE
    ) ${c.clusteredTableOptions}`,
  );
  await knex.raw("CREATE INDEX client_phones_phone ON client_phones (organization_id, phone)");
};
