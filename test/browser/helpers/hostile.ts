import type { ExecutionContext } from "ava";
import { startReceiver } from "../../helpers/receiver.js";
import { createWebhook, settledDeliveries } from "../../helpers/deliveries.js";
import type { SharedServer } from "../../helpers/server.js";
import type { Tenant } from "../../helpers/tenant.js";

/** What would run, were it taken for HTML; `of` tells where it was given. */
export const markup = (of: string): string =>
  `${of}"'><img src=x onerror=run()><script>run()</script>{{7*7}}`;

/** The same in Markdown, where links and images may run something too. */
const markdown = (of: string): string =>
  [
    markup(of),
    "[link](javascript:run()) [data](data:text/html,<script>run()</script>)",
    "![image](https://elsewhere.example/image.png) <javascript:run()>",
    "<svg onload=run()>\n\n<iframe src='javascript:run()'></iframe>",
    "[reference]\n\n[reference]: javascript:run() 'title'",
  ].join("\n\n");

const rep = "rep@example.com";
const startedAt = "2026-03-02T10:00:00Z";

/** An organization in which every text that somebody else may give is markup, by where it was given. */
export const hostileTenant = async (t: ExecutionContext, server: SharedServer): Promise<Tenant> => {
  const org = await server.tenant(markup("organization"));
  await org.user(rep, { name: markup("user") });
  const { upsertTemplate: template } = await org.graph(
    `mutation ($template: TemplateInput!, $team: TeamInput!) {
      upsertTemplate(input: $template) { id questions { id } }
      upsertTeam(input: $team) { id }
    }`,
    {
      template: { name: markup("template"), questions: [{ question: markup("question") }] },
      team: { name: markup("team"), members: [{ email: rep }] },
    },
  );
  const receiver = await startReceiver(t, ({ response }) => {
    response.writeHead(500, { "content-type": "text/html" }).end(markup("response"));
  });
  await createWebhook(org, `${receiver.url}?${encodeURIComponent(markup("url"))}`);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: markup("event"),
    user_email: rep,
    start_time: startedAt,
    title: markup("title"),
    metadata: { [markup("metadata key")]: markup("metadata") },
    customer: { id: markup("customer"), name: markup("client"), location: markup("address") },
  });
  const id = await org.processed(
    {
      call_id: markup("call"),
      name: markup("name"),
      event_id: markup("event"),
      custom_fields: { [markup("field key")]: markup("field") },
    },
    {
      summary: markdown("summary"),
      notes: markdown("notes"),
      coaching: markdown("coaching"),
      tags: [markup("tag")],
      actionItems: [{ text: markup("action item"), assignee: markup("assignee") }],
      templateId: template.id,
      process: {
        summary: markup("process"),
        answers: [{ questionId: template.questions[0].id, yes: true, answer: markup("answer") }],
      },
      transcript: [{ start: 0, end: 5, speaker: markup("speaker"), text: markup("said") }],
    },
  );
  const { recording } = await org.graph(`{ recording(id: "${id}") { client { id } } }`);
  await org.graph(
    `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`,
    {
      id: recording.client.id,
      input: {
        notes: markdown("client notes"),
        insights: { [markup("insight key")]: markup("insight") },
      },
    },
  );
  const failed = await org.call({ name: markup("failed call"), event_id: markup("no event") });
  await org.graph(
    `mutation ($id: ID!, $reason: String!) {
    startAnalysis(recordingId: $id) { id }
    failAnalysis(recordingId: $id, reason: $reason) { id }
  }`,
    { id: failed, reason: markup("reason") },
  );
  await settledDeliveries(org);
  return org;
};
