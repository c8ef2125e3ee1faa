import { hasFailureCode } from "../has-failure-code.js";
import {
  print,
  printJson,
  RefusedError,
  printToStderr,
  type Command,
  type CommandInput,
} from "../../base/config/command.js";
import { runAsOrganization, rethrowAsUsageError } from "./run-as-organization.js";
import type { RunOperation } from "./run-operation.js";
import { jsonFlag, orgFlag, organizationFlags } from "./shared-flags.js";
import { printRows } from "./print-rows.js";

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
  attempt: number;
  dueAt: string | null;
  webhook: { id: string } | null;
  recording: { id: string } | null;
}

/** The selected fields of a delivery. */
export const DELIVERY_FIELDS = `id event url status delivered createdAt attemptedAt durationMs
  responseStatus responseBody error test redeliveryOf attempt dueAt webhook { id } recording { id }`;

const LIST_DELIVERIES = `query ($first: Int, $filter: DeliveryFilter) {
  deliveries(first: $first, filter: $filter) {
    nodes { ${DELIVERY_FIELDS} }
    pageInfo { hasNextPage }
  }
}`;

const FIND_RECORDING = `query ($id: ID!) { recording(id: $id) { id } }`;

const REDELIVER = `mutation ($deliveryId: ID!) {
  redeliver(deliveryId: $deliveryId) { ${DELIVERY_FIELDS} }
}`;

/** Formats the state of a delivery in a few words. */
export const formatOutcome = (delivery: Delivery): string => {
  const { status, responseStatus, error, attempt } = delivery;
  const answer = responseStatus === null ? "" : ` HTTP ${responseStatus}`;
  // Most failures are a status outside 2xx, which the text already has.
  const isRedundant = error === null || error === `answered ${responseStatus}`;
  const repeated = attempt > 1 ? ` (attempt ${attempt})` : "";
  return `${status}${answer}${isRedundant ? "" : `: ${error}`}${repeated}`;
};

/** Checks that the filters of a list name what exists. @throws RefusedError for an unknown id or event */
const requireFiltered = async (
  ask: RunOperation,
  { webhook, recording, event }: CommandInput["flags"],
): Promise<void> => {
  const { webhooks, eventTypes } = await ask<{
    webhooks: { id: string }[];
    eventTypes: { name: string }[];
  }>(`{ webhooks { id } eventTypes { name } }`);
  if (typeof webhook === "string" && !webhooks.some(({ id }) => id === webhook))
    throw new RefusedError(`no webhook "${webhook}"; see: debrief webhook list`);
  const names = eventTypes.map(({ name }) => name);
  if (typeof event === "string" && !names.includes(event))
    throw new RefusedError(`no event "${event}"; events: ${names.join(", ")}`);
  if (typeof recording !== "string") return;
  const found = await ask<{ recording: object | null }>(FIND_RECORDING, { id: recording });
  if (!found.recording) throw new RefusedError(`no recording "${recording}"`);
};

export const webhookDeliveries: Command = {
  usage:
    "webhook deliveries --org <organization> [--webhook <id>] [--recording <id>] [--event <name>] [--status <status>] [--limit <n>] [--json]",
  description: "list webhook deliveries, newest first",
  requiredArgs: 0,
  options: {
    ...orgFlag,
    webhook: { type: "string", value: "<id>", description: "only deliveries to this webhook" },
    recording: {
      type: "string",
      value: "<id>",
      description: "only deliveries about this recording",
    },
    event: {
      type: "string",
      value: "<name>",
      description: "only deliveries of this event, such as recording.processed",
    },
    status: {
      type: "string",
      value: "<status>",
      description: "only pending, delivered or failed deliveries",
    },
    limit: { type: "string", value: "<n>", description: "the maximum number of deliveries" },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const { webhook, recording, event, status, limit, json } = call.flags;
      const first = /^\d+$/.test(String(limit)) ? Number(limit) : limit;
      const { deliveries } = await rethrowAsUsageError(
        { first: "--limit", status: "--status" },
        ask<{ deliveries: { nodes: Delivery[]; pageInfo: { hasNextPage: boolean } } }>(
          LIST_DELIVERIES,
          {
            first,
            filter: { webhookId: webhook, recordingId: recording, event, status },
          },
        ),
      );
      const { nodes, pageInfo } = deliveries;
      // A deleted webhook or recording still has deliveries in the log.
      if (nodes.length === 0) await requireFiltered(ask, call.flags);
      const { hasNextPage: hasMore } = pageInfo;
      if (json) return printJson({ deliveries: nodes, hasMore });
      printRows(
        nodes.map((delivery) => [
          delivery.createdAt,
          delivery.id,
          delivery.event,
          formatOutcome(delivery),
          delivery.durationMs === null ? "" : `${delivery.durationMs} ms`,
          delivery.recording?.id ?? "no recording",
          delivery.webhook?.id ?? "no webhook",
          delivery.url,
        ]),
      );
      if (hasMore) printToStderr("the list continues; raise --limit");
    }),
};

export const webhookRedeliver: Command = {
  usage: "webhook redeliver <delivery> --org <organization> [--json]",
  description: "send a delivery again",
  details: "Enqueues a delivery with the same body and webhook-id. The running server sends it.",
  requiredArgs: 1,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const [deliveryId] = call.args;
      const { redeliver } = await ask<{ redeliver: Delivery }>(REDELIVER, { deliveryId }).catch(
        (error: unknown) => {
          if (!hasFailureCode(error, "NOT_FOUND")) throw error;
          throw new RefusedError(`no delivery "${deliveryId}"; see: debrief webhook deliveries`);
        },
      );
      if (call.flags["json"]) printJson({ delivery: redeliver });
      else print(`${redeliver.id}  ${redeliver.status}  ${redeliver.url}`);
      printToStderr("the server on this database sends it within a second");
    }),
};
