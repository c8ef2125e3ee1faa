import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the week's mail of each user: the last week that it was claimed for, and who doesn't want it. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE weekly_mails (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id ${c.text} NOT NULL,
    week ${c.text} NOT NULL,
    status ${c.text} NOT NULL,
    attempts ${c.integer} NOT NULL,
    claimed_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
  ) ${c.tableOptions}`);
  await knex.raw(`ALTER TABLE accounts ADD COLUMN weekly_mail ${c.flag} NOT NULL DEFAULT 1`);
};
