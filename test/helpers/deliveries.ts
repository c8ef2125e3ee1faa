import type { Tenant, TestServer } from "./server.js";

/** A webhook for that URL; returns its id and signing secret. */
export const createWebhook = async (
  org: Tenant,
  url: string,
  fields: object = {},
): Promise<{ id: string; secret: string }> => {
  const { createWebhook: made } = await org.graph(
    `mutation ($input: WebhookInput!) {
      createWebhook(input: $input) { webhook { id } signingSecret }
    }`,
    { input: { url, ...fields } },
  );
  return { id: made.webhook.id, secret: made.signingSecret };
};

const LOG = `{
  deliveries(first: 100) {
    nodes {
      id event url status delivered webhook { id } recording { id } createdAt attemptedAt durationMs
      responseStatus responseBody error payload test redeliveryOf
    }
  }
}`;

/** The delivery log, newest first. */
// oxlint-disable-next-line typescript/no-explicit-any
export const deliveriesOf = async (org: Tenant): Promise<any[]> =>
  (await org.graph(LOG)).deliveries.nodes;

/** The same, once none of it is pending. */
export const settledDeliveries = async (org: Tenant): ReturnType<typeof deliveriesOf> => {
  for (;;) {
    const all = await deliveriesOf(org);
    if (all.every(({ status }) => status !== "pending")) return all;
  }
};

/** Makes a delivery one that somebody has claimed and not finished. */
export const leaveClaimed = async (
  { services }: TestServer,
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
