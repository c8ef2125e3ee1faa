import fc from "fast-check";
import { WEBHOOK } from "../documents.js";
import { webhookOut } from "../rest.js";
import { webhookView } from "../views.js";
import {
  createWebhook,
  deleteWebhook,
  updateWebhook,
  webhookOf,
  type WebhookPatch,
  webhooksInOrder,
} from "../webhooks.js";
import type { Webhook } from "../world.js";
import { graph, kind, once, type Place } from "./kind.js";
import { fields, idOf, index, maybe } from "./pool.js";

const WHOLE = `${WEBHOOK} lastDelivery { id }`;

const shown = (webhook: Webhook, { org }: Place) => webhookView(org, webhook);

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
        "recording.processed",
        "recording.processed",
        "recording.integration_updated",
        "recording.integration_updated",
        "client.created",
        "client.created",
        "recording.lost",
      ),
      { maxLength: 3 },
    ),
  ),
  active: maybe(fc.constantFrom(true, true, false)),
};

export const idsOf = ({ org, other }: Place, at: number): string | undefined =>
  idOf(org.webhooks, other.webhooks, at);

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const create = kind({
  weight: 3,
  internal: true,
  data: fields<WebhookPatch & { url: string }>({ url: urls, ...patch }),
  resolve: (_at, input) => input,
  tell: ({ world, org }, input) => createWebhook(world, org, input),
})({
  graph: graph(
    `mutation ($input: WebhookInput!) {
      answer: createWebhook(input: $input) { webhook { ${WHOLE} } signingSecret }
    }`,
    (input) => ({ input }),
    (webhook, at) => ({ webhook: shown(webhook, at), signingSecret: SECRET }),
  ),
});

const change = kind({
  weight: 4,
  internal: true,
  data: fc.record({ index, input: fields<WebhookPatch>({ url: maybe(urls), ...patch }) }),
  resolve: (at, { index, input }) => {
    const id = idsOf(at, index);
    return id === undefined ? undefined : { id, input };
  },
  tell: ({ org }, { id, input }) => updateWebhook(org, id, input),
})({
  graph: graph(
    `mutation ($id: ID!, $input: WebhookPatch!) {
      answer: updateWebhook(id: $id, input: $input) { ${WHOLE} }
    }`,
    (variables) => variables,
    shown,
  ),
});

const remove = kind({
  weight: 1,
  internal: true,
  data: index,
  resolve: idsOf,
  tell: ({ org }, id) => deleteWebhook(org, id),
})({
  graph: graph(
    "mutation ($id: ID!) { answer: deleteWebhook(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const rotate = kind({
  weight: 1,
  internal: true,
  data: index,
  resolve: idsOf,
  tell: ({ org }, id) => webhookOf(org, id),
})({
  graph: graph(
    `mutation ($id: ID!) {
      answer: rotateWebhookSecret(id: $id) { webhook { ${WHOLE} } signingSecret }
    }`,
    (id) => ({ id }),
    (webhook, at) => ({ webhook: shown(webhook, at), signingSecret: SECRET }),
  ),
});

const list = kind({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  tell: ({ org }) => webhooksInOrder(org),
})({
  v1: once(
    () => ({ method: "GET", path: "/v1/webhooks" }),
    (all, at) => ({ webhooks: all.map((one) => webhookOut(shown(one, at))) }),
  ),
  graph: graph(
    `query { answer: webhooks { ${WEBHOOK} } }`,
    () => ({}),
    (all, at) => all.map((one) => ({ ...shown(one, at), lastDelivery: undefined })).map(without),
  ),
});

const without = ({ lastDelivery: _, ...rest }: { lastDelivery: unknown }): object => rest;

export const webhooks = { create, change, remove, rotate, list };
