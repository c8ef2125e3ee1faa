import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

/** Inserts a webhook and returns its id. */
const insertWebhook = async (
  { services }: SharedServer,
  org: Tenant,
  fields: object,
): Promise<string> => {
  const id = services.newId();
  const now = services.now();
  await services.db("webhooks").insert({
    organization_id: org.id,
    id,
    url: "https://example.com/hook",
    active: 1,
    source_trigger: "all",
    events: "[]",
    secret: "sealed secret",
    created_at: now,
    updated_at: now,
    ...fields,
  });
  return id;
};

test("an organization without webhooks has an empty list", async (t) => {
  t.deepEqual((await t.context.org.get("/v1/webhooks")).body, { webhooks: [] });
});

test("webhooks are listed with url, active, trigger and events, without secrets", async (t) => {
  const { org, server } = t.context;
  const events = ["client.created", "recording.processed"];
  const all = await insertWebhook(server, org, {});
  const some = await insertWebhook(server, org, {
    url: "https://example.com/other?a=1",
    active: 0,
    source_trigger: "mobile",
    events: JSON.stringify(events),
    previous_secrets: JSON.stringify([["sealed secret too", 1]]),
  });
  const answer = await org.get("/v1/webhooks");
  t.is(answer.status, 200);
  t.deepEqual(answer.body, {
    webhooks: [
      { id: all, url: "https://example.com/hook", active: true, trigger: "all", events: [] },
      { id: some, url: "https://example.com/other?a=1", active: false, trigger: "mobile", events },
    ],
  });
});

test("an organization has at most 200 webhooks", async (t) => {
  const { org, server } = t.context;
  for (let n = 0; n < 199; n += 1) await insertWebhook(server, org, {});
  const query = `mutation { createWebhook(input: { url: "https://example.com/hook" }) { webhook { id } } }`;
  t.is((await org.sendGraphql(query)).errors, undefined);
  const { errors } = await org.sendGraphql(query);
  t.is(errors?.[0]?.extensions?.["code"], "CONFLICT");
});
