import type { Db } from "../engine/connect.js";

/** Which set-up steps an organization has completed: 1 or 0 each. */
export type SetupProgress = Record<keyof typeof progressConditions, number>;

const existsIn = (table: string, condition = ""): string =>
  `EXISTS (SELECT 1 FROM ${table} WHERE organization_id = o.id ${condition})`;

const progressConditions = {
  hasPeople: `EXISTS (SELECT 1 FROM users WHERE organization_id = o.id AND active = 1 LIMIT 1 OFFSET 1)`,
  hasUsedKey: existsIn("api_keys", "AND last_used_at IS NOT NULL"),
  hasAppointments: existsIn("appointments"),
  hasCalls: existsIn("recordings"),
  hasPhoneCalls: existsIn("inbound_calls"),
  hasScorecards: existsIn("templates"),
  hasProcessed: existsIn("recordings", "AND status = 'processed'"),
  hasWebhooks: existsIn("webhooks"),
  hasDelivered: existsIn("deliveries", "AND status = 'delivered'"),
};

const columns = Object.entries(progressConditions)
  .map(([name, condition]) => `CASE WHEN ${condition} THEN 1 ELSE 0 END AS "${name}"`)
  .join(", ");

/** Loads the progress; each condition stops at the first row that its index finds. */
export const loadSetupProgress = async (db: Db, organizationId: string): Promise<SetupProgress> =>
  db("organizations as o").where("o.id", organizationId).first(db.raw(columns));
