import { SECRET_NOT_OPENED } from "../../../graph/webhooks/outcomes.js";
import { print, printJson, RefusedError, type Command } from "../../base/config/command.js";
import { runAsOrganization, rethrowAsUsageError } from "./run-as-organization.js";
import type { RunOperation } from "./run-operation.js";
import { jsonFlag, orgFlag, organizationFlags } from "./shared-flags.js";
import { explainForbiddenDestination } from "./explain-destination.js";
import { type Delivery, DELIVERY_FIELDS, formatOutcome } from "./deliveries.js";
import { printRows } from "./print-rows.js";

interface Webhook {
  id: string;
  url: string;
  active: boolean;
  trigger: string;
  events: string[];
  retry: string;
  failingSince: string | null;
}

const WEBHOOK_FIELDS = "id url active trigger events retry failingSince createdAt";

const LIST_WEBHOOKS = `{ webhooks { ${WEBHOOK_FIELDS} lastDelivery { ${DELIVERY_FIELDS} } } }`;

const CREATE_WEBHOOK = `mutation ($input: WebhookInput!) {
  createWebhook(input: $input) { webhook { ${WEBHOOK_FIELDS} } signingSecret }
}`;

const TEST_WEBHOOK = `mutation ($url: String!, $recording: JSON!, $webhookId: ID) {
  testWebhook(url: $url, recording: $recording, webhookId: $webhookId) { ${DELIVERY_FIELDS} }
}`;

/** A recording that no organization has: debrief never creates this id. */
const SAMPLE_RECORDING = {
  id: "00000000-0000-7000-8000-000000000000",
  name: "Sample call",
  status: "processed",
  duration: 65_000,
  summary: "This is a webhook test; the call did not happen.",
  notes: "Nothing to note.",
  actionItems: [{ kind: "explicit", text: "Answer with a 2xx status" }],
  userEmail: "robin@example.com",
};

export const webhookList: Command = {
  usage: "webhook list --org <organization> [--json]",
  description: "list the webhooks with their last deliveries",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const { webhooks } = await ask<{
        webhooks: (Webhook & { lastDelivery: Delivery | null })[];
      }>(LIST_WEBHOOKS);
      if (call.flags["json"]) return printJson({ webhooks });
      printRows(
        webhooks.map(({ id, active, trigger, events, retry, lastDelivery, url }) => [
          id,
          active ? "active" : "inactive",
          trigger,
          events.join(",") || "recording.processed",
          retry === "none" ? "no retries" : "retries",
          lastDelivery ? formatOutcome(lastDelivery) : "no delivery",
          url,
        ]),
      );
    }),
};

export const webhookCreate: Command = {
  usage:
    "webhook create <url> --org <organization> [--trigger <trigger>] [--events <a,b>] [--retry <retry>] [--json]",
  description: "create a webhook and print its signing secret",
  details: "Prints the secret once. See docs/webhooks.md.",
  requiredArgs: 1,
  options: {
    ...orgFlag,
    trigger: {
      type: "string",
      value: "<trigger>",
      description: "limit recording.processed to mobile, dialer, meeting or upload; default: all",
    },
    events: {
      type: "string",
      value: "<a,b>",
      description: "the events to send, comma-separated; default: recording.processed",
    },
    retry: {
      type: "string",
      value: "<retry>",
      description: "standard: repeat failed deliveries seven times within 28 hours; default: none",
    },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const { trigger, events, retry, json } = call.flags;
      const input = {
        url: call.args[0],
        trigger,
        events:
          typeof events === "string" ? events.split(",").map((name) => name.trim()) : undefined,
        retry,
      };
      const { createWebhook } = await rethrowAsUsageError(
        { trigger: "--trigger", events: "--events", retry: "--retry" },
        ask<{ createWebhook: { webhook: Webhook; signingSecret: string } }>(CREATE_WEBHOOK, {
          input,
        }).catch(explainForbiddenDestination),
      );
      if (json) return printJson(createWebhook);
      const { webhook, signingSecret } = createWebhook;
      print(`webhook         ${webhook.id}  ${webhook.url}`);
      print(`signing secret  ${signingSecret}`);
    }),
};

/** Resolves a webhook id or a URL to the destination of a test. @throws RefusedError */
const resolveDestination = async (
  ask: RunOperation,
  text: string,
): Promise<{ url: string; webhookId?: string }> => {
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(`{ webhooks { id url } }`);
  const found = webhooks.find(({ id }) => id === text);
  if (found) return { url: found.url, webhookId: found.id };
  if (!URL.canParse(text))
    throw new RefusedError(`"${text}" is neither a webhook nor a URL; see: debrief webhook list`);
  return { url: text };
};

export const webhookTest: Command = {
  usage: "webhook test <url or webhook id> --org <organization> [--json]",
  description: "send a sample recording to a URL",
  details: "The exit code is 1 if the delivery fails.",
  requiredArgs: 1,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const { testWebhook: delivery } = await ask<{ testWebhook: Delivery }>(TEST_WEBHOOK, {
        ...(await resolveDestination(ask, call.args[0]!)),
        recording: SAMPLE_RECORDING,
      }).catch(explainForbiddenDestination);
      if (call.flags["json"]) printJson({ delivery });
      else printRows([[formatOutcome(delivery), `${delivery.durationMs} ms`, delivery.url]]);
      if (delivery.error === SECRET_NOT_OPENED)
        throw new RefusedError("the test was not sent; run: debrief doctor");
      if (!delivery.delivered) throw new RefusedError("the test was not delivered");
    }),
};
