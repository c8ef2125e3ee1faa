import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import {
  listDeliveryLog,
  loadNewestPayload,
  PAYLOAD_FIELDS,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

test("a custom field with the name of a built-in field is always left out", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org);
  const names = [...PAYLOAD_FIELDS, "event_id"];
  const custom_fields = Object.fromEntries(names.map((name) => [name, "mine"]));
  await org.createProcessed({ name: "Call", custom_fields: { ...custom_fields, own: "mine" } });
  const { data } = await loadNewestPayload(org);
  t.deepEqual(Object.keys(data), ["own", ...PAYLOAD_FIELDS]);
  t.deepEqual(
    Object.keys(data).filter((name) => data[name] === "mine"),
    ["own"],
  );
});

test("custom fields of an analysis are merged with the call's", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org);
  const customFields = { b: 3, c: [4], summary: "mine" };
  await org.createProcessed({ custom_fields: { a: 1, b: 2 } }, { customFields });
  t.like((await loadNewestPayload(org)).data, { a: 1, b: 3, c: [4], summary: "A summary." });
});

test("custom fields keep names that JavaScript uses, and values of every type", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org);
  const text = `{ "__proto__": { "x": 1 }, "constructor": null, "toJSON": "no", "2": "b", "1": "a",
    "": false, "deep": { "__proto__": [1.5, -0.25, 1e21], "id": "inner" } }`;
  const call = `{ "call_id": "raw", "user_email": "rep@example.com", "name": "Call",
    "started_at": "2026-03-02T10:00:00Z", "custom_fields": ${text} }`;
  const { body } = await org.send("POST", "/v1/dialer", call);
  await completeAnalysis(org, body.recording.id);
  const own = JSON.parse((await listDeliveryLog(org))[0].payload).data;
  const sent = JSON.parse(text);
  t.deepEqual(
    Object.keys(own).filter((name) => !PAYLOAD_FIELDS.includes(name)),
    Object.keys(sent),
  );
  for (const name of Object.keys(sent))
    t.is(
      JSON.stringify(Object.getOwnPropertyDescriptor(own, name)!.value),
      JSON.stringify(Object.getOwnPropertyDescriptor(sent, name)!.value),
      name,
    );
});

test("text of every script is sent unchanged", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org);
  const text = 'Grüße 👩‍👩‍👧 日本語 \u2028\u2029 "\\ \t\r\n </script> \u007f\ufeff e\u0301';
  const template = (await createTemplate(org, text)) as { id: string; questions: { id: string }[] };
  await org.createUser("rep@example.com", { name: text });
  await org.createProcessed(
    { name: text, custom_fields: { [text]: text } },
    {
      summary: text,
      notes: text,
      actionItems: [{ text }],
      templateId: template.id,
      process: {
        summary: text,
        answers: [{ questionId: template.questions[0]!.id, answer: text, yes: false }],
      },
    },
  );
  const { data } = await loadNewestPayload(org);
  t.like(data, { name: text, summary: text, notes: text, [text]: text });
  t.is(data.actionItems, `Action items from meeting\n- ${text}`);
  t.is(data.process, `Q: ${text}\nA: ${text}\n\n${text}`);
  // The stored bytes are UTF-8: only what JSON requires is escaped.
  const { payload } = await server.services.db("events").where("organization_id", org.id).first();
  t.is(payload, (await listDeliveryLog(org))[0].payload);
  t.true(payload.includes("Grüße 👩‍👩‍👧 日本語 \u2028\u2029"));
});
