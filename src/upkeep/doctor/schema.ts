import { listPendingMigrations, listUnknownMigrations } from "../../../db/schema/migrate.js";
import type { Check } from "./check.js";

/** Checks that the database has exactly this version's migrations. */
export const schemaCheck: Check = {
  name: "schema",
  run: async ({ db }) => {
    const unknown = await listUnknownMigrations(db);
    const pending = await listPendingMigrations(db);
    return [
      ...(unknown.length === 0
        ? []
        : [
            {
              message: `a newer debrief migrated this database (${unknown.join(", ")}); install that version instead of this one`,
              fix: "debrief version",
              repaired: false,
            },
          ]),
      ...(pending.length === 0
        ? []
        : [
            {
              message: `migrations are pending: ${pending.join(", ")}`,
              fix: "debrief migrate",
              repaired: false,
            },
          ]),
    ];
  },
};
