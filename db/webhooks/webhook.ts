import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";

/** `standard` repeats a failed delivery seven times within 28 hours. */
export type WebhookRetry = "none" | "standard";

export interface WebhookRow {
  id: string;
  url: string;
  active: number;
  trigger: string;
  /** JSON: a list of event names; empty means recording.processed only. */
  events: string;
  /** How failed deliveries are repeated. */
  retry: WebhookRetry;
  createdAt: number;
  /** When the first of its failures since the last success was recorded, in milliseconds since 1970. */
  failingSince: number | null;
}

/** The secrets that sign a webhook's deliveries, sealed. */
export interface WebhookSecrets {
  secret: string;
  /** JSON: earlier secrets as pairs of the secret and its expiry (milliseconds since 1970). */
  previousSecrets: string;
}

const shownColumns = {
  id: "id",
  url: "url",
  active: "active",
  trigger: "source_trigger",
  events: "events",
  retry: "retry",
  createdAt: "created_at",
  failingSince: "failing_since",
} as const;

const secretColumns = { secret: "secret", previousSecrets: "previous_secrets" } as const;

const columns = {
  ...shownColumns,
  ...secretColumns,
  failureReportedAt: "failure_reported_at",
} as const;

const queryWebhooks = (db: Db, organizationId: string) =>
  db("webhooks").select(shownColumns).where("organization_id", organizationId);

/** Lists webhooks, oldest first. */
export const listWebhooks = async (db: Db, organizationId: string): Promise<WebhookRow[]> =>
  queryWebhooks(db, organizationId).orderBy(["created_at", "id"]);

/** Lists active webhooks, oldest first. */
export const listActiveWebhooks = async (db: Db, organizationId: string): Promise<WebhookRow[]> =>
  queryWebhooks(db, organizationId).where("active", 1).orderBy(["created_at", "id"]);

/** Counts webhooks, active or not. */
export const countWebhooks = async (db: Db, organizationId: string): Promise<number> => {
  const [row] = await db("webhooks")
    .where("organization_id", organizationId)
    .count({ webhooks: "*" });
  return Number(row?.["webhooks"] ?? 0);
};

export const loadWebhooksByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<WebhookRow[]> => queryWebhooks(db, organizationId).where(inList(db, "id", ids));

export const findWebhookById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<(WebhookRow & WebhookSecrets) | undefined> =>
  db("webhooks")
    .select({ ...shownColumns, ...secretColumns })
    .where({ organization_id: organizationId, id })
    .first();

/** Finds the oldest webhook with exactly this URL. */
export const findWebhookByUrl = async (
  db: Db,
  organizationId: string,
  url: string,
): Promise<WebhookRow | undefined> =>
  queryWebhooks(db, organizationId).where({ url }).orderBy(["created_at", "id"]).first();

export const insertWebhook = async (
  trx: Db,
  organizationId: string,
  webhook: Omit<WebhookRow, "failingSince"> & { secret: string },
): Promise<void> => {
  await trx("webhooks").insert({
    organization_id: organizationId,
    id: webhook.id,
    url: webhook.url,
    active: webhook.active,
    source_trigger: webhook.trigger,
    events: webhook.events,
    retry: webhook.retry,
    secret: webhook.secret,
    created_at: webhook.createdAt,
    updated_at: webhook.createdAt,
  });
};

/** Updates the fields in `changes`. */
export const updateWebhook = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<
    Omit<WebhookRow, "id" | "createdAt"> & { failureReportedAt: number | null } & WebhookSecrets
  >,
  now: number,
): Promise<void> => {
  const row = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [
      columns[field as keyof typeof columns],
      value,
    ]),
  );
  await trx("webhooks")
    .where({ organization_id: organizationId, id })
    .update({ ...row, updated_at: now });
};

/** Deletes a webhook and keeps its deliveries. Returns false without such a webhook. */
export const deleteWebhook = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<boolean> =>
  (await trx("webhooks").where({ organization_id: organizationId, id }).delete()) > 0;
