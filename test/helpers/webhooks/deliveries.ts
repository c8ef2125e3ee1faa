import type { Tenant, SharedServer } from "../server.js";
import { listDeliveryLog, createWebhookWith } from "./webhooks.js";

/** Creates a webhook with this URL. Returns its ID and signing secret. */
export const createWebhook = async (
  org: Tenant,
  url: string,
  fields: object = {},
): ReturnType<typeof createWebhookWith> => createWebhookWith(org, { url, ...fields });

/** Lists the delivery log, newest first. */
export const listDeliveries = async (org: Tenant): ReturnType<typeof listDeliveryLog> =>
  listDeliveryLog(org);

/** Waits until no delivery is pending, then lists them. */
export const waitForDeliveries = async (org: Tenant): ReturnType<typeof listDeliveries> => {
  for (;;) {
    const all = await listDeliveries(org);
    if (all.every(({ status }) => status !== "pending")) return all;
  }
};

/** Turns a delivery into one that a process has claimed and not finished. */
export const markClaimed = async (
  { services }: SharedServer,
  org: Tenant,
  id: string,
  claim: { owner: string; leaseUntil: number },
): Promise<void> => {
  await services.db("deliveries").where({ organization_id: org.id, id }).update({
    status: "pending",
    claimed_by: claim.owner,
    lease_until: claim.leaseUntil,
    duration_ms: null,
    response_status: null,
    response_body: null,
    error: null,
  });
};
