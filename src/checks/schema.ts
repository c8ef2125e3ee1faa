import { pending, unknown } from "../../db/migrate.js";
import type { Check } from "../checks.js";

/** The database is of this program. */
export const schema: Check = {
  name: "schema",
  run: async ({ db }) => {
    const newer = await unknown(db);
    const older = await pending(db);
    return [
      ...(newer.length === 0
        ? []
        : [
            {
              message: `a newer debrief wrote this database (${newer.join(", ")}); install that one, this is`,
              mend: "debrief version",
              repaired: false,
            },
          ]),
      ...(older.length === 0
        ? []
        : [
            {
              message: `migrations are pending: ${older.join(", ")}`,
              mend: "debrief migrate",
              repaired: false,
            },
          ]),
    ];
  },
};
