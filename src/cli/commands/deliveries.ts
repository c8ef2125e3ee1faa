import { Failure } from "../../graph/errors.js";
import { print, printJson, RefusedError, tell, type Verb } from "../verb.js";
import { type Ask, asOrganization, options, usage } from "./ask.js";
import { printRows } from "./rows.js";

export interface Delivery {
  id: string;
  event: string;
  url: string;
  status: "pending" | "delivered" | "failed";
  delivered: boolean;
  createdAt: string;
  durationMs: number | null;
  responseStatus: number | null;
  error: string | null;
}

/** What is shown of a delivery. */
export const DELIVERY = `id event url status delivered createdAt attemptedAt durationMs
  responseStatus responseBody error test redeliveryOf webhook { id } recording { id }`;

const LIST = `query ($first: Int, $filter: DeliveryFilter) {
  deliveries(first: $first, filter: $filter) {
    nodes { ${DELIVERY} }
    pageInfo { hasNextPage }
  }
}`;

const REDELIVER = `mutation ($deliveryId: ID!) {
  redeliver(deliveryId: $deliveryId) { ${DELIVERY} }
}`;

/** How a delivery ended, in a few words. */
export const outcomeOf = ({ status, responseStatus, error }: Delivery): string => {
  const answer = responseStatus === null ? "" : ` HTTP ${responseStatus}`;
  // That it was no 2xx is all there is to say of most failures.
  const isTold = error === null || error === `answered ${responseStatus}`;
  return `${status}${answer}${isTold ? "" : `: ${error}`}`;
};

/** @throws RefusedError where the organization has no such webhook, nor ever had a delivery of it */
const checkWebhook = async (ask: Ask, id: string): Promise<void> => {
  const { webhooks } = await ask<{ webhooks: { id: string }[] }>(`{ webhooks { id } }`);
  if (!webhooks.some((webhook) => webhook.id === id))
    throw new RefusedError(`no webhook "${id}"; see: debrief webhook list`);
};

export const webhookDeliveries: Verb = {
  usage:
    "webhook deliveries --org <organization> [--webhook <id>] [--status <s>] [--limit <n>] [--json]",
  about: "list what was sent, newest first; a status is pending, delivered or failed",
  args: 0,
  options: {
    ...options,
    webhook: { type: "string" },
    status: { type: "string" },
    limit: { type: "string" },
  },
  configured: true,
  run: async (call) =>
    asOrganization(call, async (ask) => {
      const { webhook, status, limit, json } = call.flags;
      const first = /^\d+$/.test(String(limit)) ? Number(limit) : limit;
      const { deliveries } = await usage(
        { first: "limit", status: "status" },
        ask<{ deliveries: { nodes: Delivery[]; pageInfo: { hasNextPage: boolean } } }>(LIST, {
          first,
          filter: { webhookId: webhook, status },
        }),
      );
      const { nodes, pageInfo } = deliveries;
      // The log of a webhook that was deleted is still there.
      if (typeof webhook === "string" && nodes.length === 0) await checkWebhook(ask, webhook);
      const { hasNextPage: hasMore } = pageInfo;
      if (json) return printJson({ deliveries: nodes, hasMore });
      printRows(
        nodes.map((delivery) => [
          delivery.createdAt,
          delivery.id,
          delivery.event,
          outcomeOf(delivery),
          delivery.durationMs === null ? "" : `${delivery.durationMs} ms`,
          delivery.url,
        ]),
      );
      if (hasMore) tell("there are more; see --limit");
    }),
};

export const webhookRedeliver: Verb = {
  usage: "webhook redeliver <delivery> --org <organization> [--json]",
  about: "have the running server send the same body again, under the same webhook-id",
  args: 1,
  options,
  configured: true,
  run: async (call) =>
    asOrganization(call, async (ask) => {
      const [deliveryId] = call.args;
      const { redeliver } = await ask<{ redeliver: Delivery }>(REDELIVER, { deliveryId }).catch(
        (error: unknown) => {
          if (!(error instanceof Failure) || error.code !== "NOT_FOUND") throw error;
          throw new RefusedError(`no delivery "${deliveryId}"; see: debrief webhook deliveries`);
        },
      );
      if (call.flags["json"]) printJson({ delivery: redeliver });
      else print(`${redeliver.id}  ${redeliver.status}  ${redeliver.url}`);
      tell("a server that runs over this database sends it within a second");
    }),
};
