import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // The URL is sealed, because it grants access to the calendar. Without a user, the calendar belongs to the whole
  // organization.
  `CREATE TABLE calendars (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    id ${c.text} NOT NULL,
    user_id ${c.text},
    url ${c.text} NOT NULL,
    host ${c.text} NOT NULL,
    includes_all_day ${c.flag} NOT NULL,
    created_at ${c.integer} NOT NULL,
    etag ${c.text},
    last_modified ${c.text},
    polled_at ${c.integer},
    read_at ${c.integer},
    changed_at ${c.integer},
    problem ${c.text},
    failures ${c.integer} NOT NULL,
    next_poll_at ${c.integer} NOT NULL,
    holder ${c.text},
    halved_since ${c.integer},
    accepts_removals ${c.flag} NOT NULL,
    occurrences ${c.integer} NOT NULL,
    left_out ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
  ) ${c.clusteredTableOptions}`,
  `CREATE INDEX calendars_due ON calendars (organization_id, next_poll_at)`,
  `CREATE INDEX calendars_by_user ON calendars (organization_id, user_id)`,
  // The appointments created from a calendar. The digest covers the calendar's values: the appointment changes only if
  // they change.
  `CREATE TABLE calendar_appointments (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    appointment_id ${c.text} NOT NULL,
    calendar_id ${c.text} NOT NULL,
    digest ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, appointment_id),
    FOREIGN KEY (organization_id, appointment_id) REFERENCES appointments (organization_id, id)
      ON DELETE CASCADE,
    FOREIGN KEY (organization_id, calendar_id) REFERENCES calendars (organization_id, id)
      ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`,
  `CREATE INDEX calendar_appointments_by_calendar
    ON calendar_appointments (organization_id, calendar_id, appointment_id)`,
];

/** Adds calendars that are polled, and the appointments created from them. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
