import fc from "fast-check";
import { eventNames } from "../../../helpers/rest/contract-events.js";
import { WEBHOOK_SELECTION } from "../selections.js";
import { toRestWebhook } from "../rest-views.js";
import { buildWebhookView } from "../views.js";
import {
  createWebhook,
  deleteWebhook,
  updateWebhook,
  resolveWebhook,
  type WebhookPatch,
  listWebhooks,
} from "../webhooks.js";
import type { Webhook } from "../world.js";
import {
  buildGraphqlExchange,
  defineCommand,
  buildExchange,
  type CommandContext,
} from "./command-kind.js";
import { fields, pickId, index, maybe } from "./value-pool.js";

const FULL_WEBHOOK_SELECTION = `${WEBHOOK_SELECTION} lastDelivery { id }`;

const showWebhook = (webhook: Webhook, { org }: CommandContext) => buildWebhookView(org, webhook);

const urls = fc.constantFrom(
  "http://127.0.0.1:9/a",
  "http://127.0.0.1:9/b",
  "http://127.0.0.1:9/c",
  "http://10.0.0.1/",
);

const patch = {
  trigger: maybe(fc.constantFrom("all", "dialer", "dialer", "mobile", "phone")),
  events: maybe(
    fc.array(
      fc.constantFrom(
        // Repeated, so that unknown names are rare.
        ...eventNames,
        ...eventNames,
        "recording.lost",
      ),
      { maxLength: 3 },
    ),
  ),
  active: maybe(fc.constantFrom(true, true, false)),
  retry: maybe(fc.constantFrom("none", "standard", "standard")),
};

export const pickWebhookId = ({ org, other }: CommandContext, at: number): string | undefined =>
  pickId(org.webhooks, other.webhooks, at);

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const create = defineCommand({
  weight: 3,
  internal: true,
  data: fields<WebhookPatch & { url: string }>({ url: urls, ...patch }),
  resolve: (_at, input) => input,
  apply: ({ world, org }, input) => createWebhook(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: WebhookInput!) {
      answer: createWebhook(input: $input) { webhook { ${FULL_WEBHOOK_SELECTION} } signingSecret }
    }`,
    (input) => ({ input }),
    (webhook, at) => ({ webhook: showWebhook(webhook, at), signingSecret: SECRET }),
  ),
});

const change = defineCommand({
  weight: 4,
  internal: true,
  data: fc.record({ index, input: fields<WebhookPatch>({ url: maybe(urls), ...patch }) }),
  resolve: (at, { index, input }) => {
    const id = pickWebhookId(at, index);
    return id === undefined ? undefined : { id, input };
  },
  apply: ({ org }, { id, input }) => updateWebhook(org, id, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($id: ID!, $input: WebhookPatch!) {
      answer: updateWebhook(id: $id, input: $input) { ${FULL_WEBHOOK_SELECTION} }
    }`,
    (variables) => variables,
    showWebhook,
  ),
});

const remove = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: pickWebhookId,
  apply: ({ org }, id) => deleteWebhook(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteWebhook(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const rotate = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: pickWebhookId,
  apply: ({ org }, id) => resolveWebhook(org, id),
})({
  graph: buildGraphqlExchange(
    `mutation ($id: ID!) {
      answer: rotateWebhookSecret(id: $id) { webhook { ${FULL_WEBHOOK_SELECTION} } signingSecret }
    }`,
    (id) => ({ id }),
    (webhook, at) => ({ webhook: showWebhook(webhook, at), signingSecret: SECRET }),
  ),
});

const list = defineCommand({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => listWebhooks(org),
})({
  v1: buildExchange(
    () => ({ method: "GET", path: "/v1/webhooks" }),
    (all, at) => ({ webhooks: all.map((one) => toRestWebhook(showWebhook(one, at))) }),
  ),
  graph: buildGraphqlExchange(
    `query { answer: webhooks { ${WEBHOOK_SELECTION} } }`,
    () => ({}),
    (all, at) =>
      all
        .map((one) => ({ ...showWebhook(one, at), lastDelivery: undefined }))
        .map(withoutLastDelivery),
  ),
});

const withoutLastDelivery = ({ lastDelivery: _, ...rest }: { lastDelivery: unknown }): object =>
  rest;

export const webhooks = { create, change, remove, rotate, list };
