import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // A ring buffer: a new call replaces the oldest slot, so that nothing has to be counted or deleted. No
  // foreign key: entries outlive recordings. The long texts come last.
  `CREATE TABLE inbound_calls (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    slot ${c.integer} NOT NULL,
    sequence ${c.integer} NOT NULL,
    id ${c.text} NOT NULL,
    received_at ${c.integer} NOT NULL,
    way ${c.text} NOT NULL,
    outcome ${c.text} NOT NULL,
    code ${c.text},
    field ${c.text},
    message ${c.text},
    call_id ${c.text},
    recording_id ${c.text},
    user_email ${c.text},
    payload_bytes ${c.integer} NOT NULL,
    readable ${c.flag} NOT NULL,
    unread ${c.text} NOT NULL,
    understood ${c.text},
    payload ${c.text},
    PRIMARY KEY (organization_id, slot)
  ) ${c.tableOptions}`,
  `CREATE UNIQUE INDEX inbound_calls_list ON inbound_calls (organization_id, sequence)`,
  `CREATE UNIQUE INDEX inbound_calls_by_id ON inbound_calls (organization_id, id)`,
  `CREATE TABLE dialer_secrets (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    adapter ${c.text} NOT NULL,
    secret ${c.text} NOT NULL,
    set_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, adapter)
  ) ${c.clusteredTableOptions}`,
];

/** Creates the log of inbound calls, and the phone systems' signing secrets. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
