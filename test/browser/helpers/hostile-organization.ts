import type { ExecutionContext } from "ava";
import { mapTexts } from "../../helpers/analysis/analysis-texts.js";
import { startWebhookReceiver } from "../../helpers/webhooks/webhook-receiver.js";
import { createWebhook, waitForDeliveries } from "../../helpers/webhooks/deliveries.js";
import type { SharedServer } from "../../helpers/server.js";
import type { Tenant } from "../../helpers/tenant.js";
import { saveView } from "../../helpers/views/views.js";

/**
 * Builds markup that would run if the console inserted it as HTML. `place` names the field that
 * contains it.
 */
export const buildHostileMarkup = (place: string): string =>
  `${place}"'><img src=x onerror=run()><script>run()</script>{{7*7}}`;

/** Builds hostile Markdown, whose links and images could run scripts too. */
const buildHostileMarkdown = (place: string): string =>
  [
    buildHostileMarkup(place),
    "[link](javascript:run()) [data](data:text/html,<script>run()</script>)",
    "![image](https://elsewhere.example/image.png) <javascript:run()>",
    "<svg onload=run()>\n\n<iframe src='javascript:run()'></iframe>",
    "[reference]\n\n[reference]: javascript:run() 'title'",
  ].join("\n\n");

const REP_EMAIL = "rep@example.com";
const STARTED_AT = "2026-03-02T10:00:00Z";

/** Creates an organization in which every text from outside is hostile markup that names its field. */
export const createHostileOrganization = async (
  t: ExecutionContext,
  server: SharedServer,
): Promise<Tenant> => {
  const org = await server.createTenant(buildHostileMarkup("organization"));
  await org.createUser(REP_EMAIL, { name: buildHostileMarkup("user") });
  const { upsertTemplate: template } = await org.graphql(
    `mutation ($template: TemplateInput!, $team: TeamInput!) {
      upsertTemplate(input: $template) { id questions { id } }
      upsertTeam(input: $team) { id }
    }`,
    {
      template: {
        name: buildHostileMarkup("template"),
        questions: [{ question: buildHostileMarkup("question") }],
      },
      team: { name: buildHostileMarkup("team"), members: [{ email: REP_EMAIL }] },
    },
  );
  const receiver = await startWebhookReceiver(t, ({ response }) => {
    response.writeHead(500, { "content-type": "text/html" }).end(buildHostileMarkup("response"));
  });
  await createWebhook(org, `${receiver.url}?${encodeURIComponent(buildHostileMarkup("url"))}`);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: buildHostileMarkup("event"),
    user_email: REP_EMAIL,
    start_time: STARTED_AT,
    title: buildHostileMarkup("title"),
    metadata: { [buildHostileMarkup("metadata key")]: buildHostileMarkup("metadata") },
    customer: {
      id: buildHostileMarkup("customer"),
      name: buildHostileMarkup("client"),
      location: buildHostileMarkup("address"),
    },
  });
  const id = await org.createProcessed(
    {
      call_id: buildHostileMarkup("call"),
      name: buildHostileMarkup("name"),
      event_id: buildHostileMarkup("event"),
      duration_ms: 60_000,
      custom_fields: { [buildHostileMarkup("field key")]: buildHostileMarkup("field") },
    },
    {
      summary: buildHostileMarkdown("summary"),
      ...mapTexts(buildHostileMarkup),
      notes: buildHostileMarkdown("notes"),
      coaching: buildHostileMarkdown("coaching"),
      tags: [buildHostileMarkup("tag")],
      actionItems: [
        { text: buildHostileMarkup("action item"), assignee: buildHostileMarkup("assignee") },
      ],
      templateId: template.id,
      process: {
        summary: buildHostileMarkup("process"),
        answers: [
          { questionId: template.questions[0].id, yes: true, answer: buildHostileMarkup("answer") },
        ],
      },
      transcript: [
        {
          start: 0,
          end: 5,
          speaker: buildHostileMarkup("speaker"),
          text: buildHostileMarkup("said"),
        },
      ],
    },
  );
  const { recording } = await org.graphql(`{ recording(id: "${id}") { client { id } } }`);
  await org.graphql(
    `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`,
    {
      id: recording.client.id,
      input: {
        notes: buildHostileMarkdown("client notes"),
        insights: { [buildHostileMarkup("insight key")]: buildHostileMarkup("insight") },
      },
    },
  );
  for (const input of [{ quote: buildHostileMarkup("said") }, {}])
    await org.graphql(`mutation ($input: CommentInput!) { addComment(input: $input) { id } }`, {
      input: {
        recordingId: id,
        authorEmail: REP_EMAIL,
        text: buildHostileMarkup("comment"),
        mentions: [REP_EMAIL],
        ...input,
      },
    });
  await org.graphql(`mutation ($input: ClipInput!) { createClip(input: $input) { id } }`, {
    input: {
      recordingId: id,
      authorEmail: REP_EMAIL,
      title: buildHostileMarkup("clip"),
      start: 0,
      end: 1_000,
      shareWith: { everyone: true },
    },
  });
  await org.graphql(
    `mutation ($name: String!, $authorEmail: String!) {
    createPlaylist(name: $name, authorEmail: $authorEmail) { id }
  }`,
    { name: buildHostileMarkup("playlist"), authorEmail: REP_EMAIL },
  );
  await saveView(org, {
    name: buildHostileMarkup("view"),
    authorEmail: REP_EMAIL,
  });
  const failed = await org.ingestCall({
    name: buildHostileMarkup("failed call"),
    event_id: buildHostileMarkup("no event"),
  });
  await org.graphql(
    `mutation ($id: ID!, $reason: String!) {
    startAnalysis(recordingId: $id) { id }
    failAnalysis(recordingId: $id, reason: $reason) { id }
  }`,
    { id: failed, reason: buildHostileMarkup("reason") },
  );
  await waitForDeliveries(org);
  return org;
};
