import type { Db } from "./connect.js";

export interface WebhookRow {
  id: string;
  url: string;
  active: number;
  trigger: string;
  /** JSON: a list of event names; empty means recording.processed only. */
  events: string;
  createdAt: number;
}

/** Oldest first. */
export const listWebhooks = async (db: Db, organizationId: string): Promise<WebhookRow[]> =>
  db("webhooks")
    .select({
      id: "id",
      url: "url",
      active: "active",
      trigger: "source_trigger",
      events: "events",
      createdAt: "created_at",
    })
    .where("organization_id", organizationId)
    .orderBy(["created_at", "id"]);
