import type { Tenant, SharedServer } from "./server.js";
import { log, webhook } from "./webhooks.js";

/** A webhook for that URL; returns its id and signing secret. */
export const createWebhook = async (
  org: Tenant,
  url: string,
  fields: object = {},
): ReturnType<typeof webhook> => webhook(org, { url, ...fields });

/** The delivery log, newest first. */
export const deliveriesOf = async (org: Tenant): ReturnType<typeof log> => log(org);

/** The same, once none of it is pending. */
export const settledDeliveries = async (org: Tenant): ReturnType<typeof deliveriesOf> => {
  for (;;) {
    const all = await deliveriesOf(org);
    if (all.every(({ status }) => status !== "pending")) return all;
  }
};

/** Makes a delivery one that somebody has claimed and not finished. */
export const leaveClaimed = async (
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
