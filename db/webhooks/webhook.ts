import { among } from "./among.js";
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

/** What signs a webhook's deliveries, sealed. */
export interface WebhookSecrets {
  secret: string;
  /** JSON: those before a rotation, each a pair of the secret and until when it signs along (ms). */
  previousSecrets: string;
}

const shown = {
  id: "id",
  url: "url",
  active: "active",
  trigger: "source_trigger",
  events: "events",
  createdAt: "created_at",
} as const;

const columns = {
  ...shown,
  secret: "secret",
  previousSecrets: "previous_secrets",
} as const;

const webhooks = (db: Db, organizationId: string) =>
  db("webhooks").select(shown).where("organization_id", organizationId);

/** Oldest first. */
export const listWebhooks = async (db: Db, organizationId: string): Promise<WebhookRow[]> =>
  webhooks(db, organizationId).orderBy(["created_at", "id"]);

/** Those that events are written for, oldest first. */
export const activeWebhooks = async (db: Db, organizationId: string): Promise<WebhookRow[]> =>
  webhooks(db, organizationId).where("active", 1).orderBy(["created_at", "id"]);

export const webhooksByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<WebhookRow[]> => webhooks(db, organizationId).where(among(db, "id", ids));

export const webhookById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<(WebhookRow & WebhookSecrets) | undefined> =>
  db("webhooks").select(columns).where({ organization_id: organizationId, id }).first();

export const insertWebhook = async (
  trx: Db,
  organizationId: string,
  webhook: WebhookRow & { secret: string },
): Promise<void> => {
  await trx("webhooks").insert({
    organization_id: organizationId,
    id: webhook.id,
    url: webhook.url,
    active: webhook.active,
    source_trigger: webhook.trigger,
    events: webhook.events,
    secret: webhook.secret,
    created_at: webhook.createdAt,
    updated_at: webhook.createdAt,
  });
};

/** Changes the fields given. */
export const updateWebhook = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<Omit<WebhookRow, "id" | "createdAt"> & WebhookSecrets>,
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

/** False where there is no such webhook. Its deliveries stay in the log. */
export const deleteWebhook = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<boolean> =>
  (await trx("webhooks").where({ organization_id: organizationId, id }).delete()) > 0;
