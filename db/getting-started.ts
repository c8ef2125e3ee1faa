import type { Db } from "./connect.js";

/** What an organization has by now: 1, or 0. */
export type Started = Record<keyof typeof signs, number>;

const any = (table: string, more = ""): string =>
  `EXISTS (SELECT 1 FROM ${table} WHERE organization_id = o.id ${more})`;

const signs = {
  people: `EXISTS (SELECT 1 FROM users WHERE organization_id = o.id AND active = 1 LIMIT 1 OFFSET 1)`,
  keyUsed: any("api_keys", "AND last_used_at IS NOT NULL"),
  appointments: any("appointments"),
  calls: any("recordings"),
  processed: any("recordings", "AND status = 'processed'"),
  webhooks: any("webhooks"),
  delivered: any("deliveries", "AND status = 'delivered'"),
};

const columns = Object.entries(signs)
  .map(([name, sign]) => `CASE WHEN ${sign} THEN 1 ELSE 0 END AS "${name}"`)
  .join(", ");

/** Each sign is the first row that an index finds. */
export const startedOf = async (db: Db, organizationId: string): Promise<Started> =>
  db("organizations as o").where("o.id", organizationId).first(db.raw(columns));
