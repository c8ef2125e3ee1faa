import { print, printJson, RefusedError, type Verb } from "../verb.js";
import { type Ask, asOrganization, options, usage } from "./ask.js";
import { type Delivery, DELIVERY, outcomeOf } from "./deliveries.js";
import { printRows } from "./rows.js";

interface Webhook {
  id: string;
  url: string;
  active: boolean;
  trigger: string;
  events: string[];
}

const WEBHOOK = "id url active trigger events createdAt";

const LIST = `{ webhooks { ${WEBHOOK} lastDelivery { ${DELIVERY} } } }`;

const CREATE = `mutation ($input: WebhookInput!) {
  createWebhook(input: $input) { webhook { ${WEBHOOK} } signingSecret }
}`;

const TEST = `mutation ($url: String!, $recording: JSON!, $webhookId: ID) {
  testWebhook(url: $url, recording: $recording, webhookId: $webhookId) { ${DELIVERY} }
}`;

/** Nobody's: its id is one that debrief never gives. */
const MADE_UP = {
  id: "00000000-0000-7000-8000-000000000000",
  name: "A made-up call",
  status: "processed",
  duration: 65_000,
  summary: "This is a test of a webhook; there was no such call.",
  notes: "Nothing to note.",
  actionItems: [{ kind: "explicit", text: "Answer with a 2xx status" }],
  userEmail: "robin@example.com",
};

export const webhookList: Verb = {
  usage: "webhook list --org <organization> [--json]",
  about: "list an organization's webhooks, each with its last delivery",
  args: 0,
  options,
  configured: true,
  run: async (call) =>
    asOrganization(call, async (ask) => {
      const { webhooks } = await ask<{
        webhooks: (Webhook & { lastDelivery: Delivery | null })[];
      }>(LIST);
      if (call.flags["json"]) return printJson({ webhooks });
      printRows(
        webhooks.map(({ id, active, trigger, events, lastDelivery, url }) => [
          id,
          active ? "active" : "inactive",
          trigger,
          events.join(",") || "recording.processed",
          lastDelivery ? outcomeOf(lastDelivery) : "nothing sent",
          url,
        ]),
      );
    }),
};

export const webhookCreate: Verb = {
  usage:
    "webhook create <url> --org <organization> [--trigger <trigger>] [--events <a,b>] [--json]",
  about: "make a webhook; shows its signing secret, once",
  args: 1,
  options: { ...options, trigger: { type: "string" }, events: { type: "string" } },
  configured: true,
  run: async (call) =>
    asOrganization(call, async (ask) => {
      const { trigger, events, json } = call.flags;
      const input = {
        url: call.args[0],
        trigger,
        events:
          typeof events === "string" ? events.split(",").map((name) => name.trim()) : undefined,
      };
      const { createWebhook } = await usage(
        { trigger: "trigger", events: "events" },
        ask<{ createWebhook: { webhook: Webhook; signingSecret: string } }>(CREATE, { input }),
      );
      if (json) return printJson(createWebhook);
      const { webhook, signingSecret } = createWebhook;
      print(`webhook         ${webhook.id}  ${webhook.url}`);
      print(`signing secret  ${signingSecret}`);
    }),
};

/** The webhook with this id, or the text itself where it is a URL. @throws RefusedError */
const destinationOf = async (
  ask: Ask,
  text: string,
): Promise<{ url: string; webhookId?: string }> => {
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(`{ webhooks { id url } }`);
  const found = webhooks.find(({ id }) => id === text);
  if (found) return { url: found.url, webhookId: found.id };
  if (!URL.canParse(text))
    throw new RefusedError(`no webhook "${text}", and no URL; see: debrief webhook list`);
  return { url: text };
};

export const webhookTest: Verb = {
  usage: "webhook test <url or webhook id> --org <organization> [--json]",
  about: "send a made-up recording to a URL; exit 1 where it is not taken",
  args: 1,
  options,
  configured: true,
  run: async (call) =>
    asOrganization(call, async (ask) => {
      const { testWebhook: delivery } = await ask<{ testWebhook: Delivery }>(TEST, {
        ...(await destinationOf(ask, call.args[0]!)),
        recording: MADE_UP,
      });
      if (call.flags["json"]) printJson({ delivery });
      else printRows([[outcomeOf(delivery), `${delivery.durationMs} ms`, delivery.url]]);
      if (!delivery.delivered) throw new RefusedError("the test was not delivered");
    }),
};
