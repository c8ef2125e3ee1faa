import { type Headers_, openPage, type Page, signedIn } from "../helpers/console.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { UPSERT_TEMPLATE } from "../helpers/templates.js";
import { page as deliveriesPage, webhook } from "../helpers/webhooks.js";
import type { Names } from "./names.js";
import { settled } from "./rows.js";

/** An organization with its word in every text, and how to ask as each of its credentials. */
export interface Furnished {
  word: string;
  org: Tenant;
  console: Page;
  names: Names;
  /** Where its webhooks go. */
  hook: string;
}

const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const ACTIVITY = `mutation ($email: String!, $input: UserActivityInput!) {
  recordUserActivity(email: $email, input: $input) { email }
}`;
const CLIENT = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
const CREATED = `mutation ($input: ClientInput!) { createClient(input: $input) { id } }`;
const REVIEW = `mutation ($id: ID!, $email: String!) {
  addReview(recordingId: $id, reviewerEmail: $email, durationMs: 1) { id }
}`;
const EVENTS = ["recording.processed", "recording.integration_updated", "client.created"];

type Text = (what: string) => string;

const people = async (org: Tenant, text: Text) => {
  const user = await org.user(`${text("rep")}@example.com`, { name: text("rep"), role: text("r") });
  await org.user(`${text("gone")}@example.com`, { name: text("gone"), active: false });
  for (const kind of ["process_ai", "coach_assistant", "recorded", "accessed"])
    await org.graph(ACTIVITY, { email: user, input: { kind, action: text("action") } });
  const members = [{ email: user, role: text("member") }];
  const team = (await org.graph(TEAM, { input: { name: text("team"), members } })).upsertTeam.id;
  const input = { name: text("template"), questions: [{ question: text("question") }] };
  const { template } = await org.graph(UPSERT_TEMPLATE, { input });
  return { user, team, template: template.id, question: template.questions[0].id };
};

const appointment = async (org: Tenant, text: Text, user: string, number: number) => {
  const body = {
    event_id: text(`event${number}`),
    user_email: user,
    start_time: `2026-03-0${number}T10:00:00Z`,
    title: text("title"),
    customer: {
      id: text(`customer${number}`),
      name: text("customer"),
      email: `${text(`customer${number}`)}@example.com`,
      location: text("location"),
    },
    metadata: { [text("key")]: text("metadata") },
  };
  const answer = await org.send("POST", "/v1/scheduled-tasks", body);
  if (answer.status !== 200) throw new Error(answer.text);
};

type People = Awaited<ReturnType<typeof people>>;

const recording = async (org: Tenant, text: Text, { user, ...made }: People, number: number) => {
  const id = await org.processed(
    {
      call_id: text(`call${number}`),
      user_email: user,
      started_at: `2026-03-0${number}T10:01:00Z`,
      event_id: text(`event${number}`),
      recording_url: `https://dialer.example.com/${text("media")}`,
      customer: { id: text(`customer${number}`), name: text("customer") },
      custom_fields: { [text("field")]: text("custom") },
      transcript: [{ speaker: text("speaker"), role: "rep", text: text("said"), start: 0, end: 9 }],
    },
    {
      name: text("name"),
      summary: text("summary"),
      notes: text("notes"),
      coaching: text("coaching"),
      tags: [text("tag")],
      actionItems: [{ text: text("item"), assignee: text("assignee") }],
      templateId: made.template,
      process: {
        summary: text("process"),
        answers: [{ questionId: made.question, answer: text("answer"), yes: true }],
      },
    },
  );
  await org.graph(REVIEW, { id, email: user });
  return id;
};

const created = async (org: Tenant, text: Text, recordingId: string): Promise<void> => {
  const email = `${text("created")}@example.com`;
  const written = { name: text("created"), address: text("address"), notes: text("notes") };
  const entity = { [text("key")]: text("entity") };
  const input = { recordingId, email, crmEntityId: text("created"), entity, ...written };
  await org.graph(CREATED, { input });
};

const signIn = async (server: TestServer, org: Tenant, text: Text): Promise<[Page, string]> => {
  const admin = `${text("admin")}@example.com`;
  const first = await signedIn(server, org, admin);
  const origin = new URL(server.services.publicUrl).origin;
  const headers: Headers_ = { origin, "user-agent": text("agent") };
  const page = openPage(server, headers);
  await page.signIn(admin);
  await first.ask("mutation { signOut }");
  return [page, admin];
};

/** Fills an organization of its own with the word. `receiver` answers with what is in its path. */
export const furnish = async (
  server: TestServer,
  word: string,
  receiver: string,
): Promise<Furnished> => {
  const text: Text = (what) => `${word}x${what}`;
  const org = await server.tenant(text("organization"));
  const hook = `${receiver}/${text("hook")}`;
  const made = await people(org, text);
  const hooked = await webhook(org, { url: hook, events: EVENTS });
  for (const number of [3, 4]) await appointment(org, text, made.user, number);
  const first = await recording(org, text, made, 3);
  await recording(org, text, made, 4);
  const call = { call_id: text("open"), user_email: made.user, name: text("open") };
  const open = await org.call({ ...call, started_at: "2026-05-01T10:00:00Z" });
  await created(org, text, open);
  const ofCustomer = await org.get(`/v1/clients?crmEntityId=${text("customer3")}`);
  const client: string = ofCustomer.body.clients[0].id;
  const insights = { [text("key")]: text("insight") };
  await org.graph(CLIENT, { id: client, input: { notes: text("notes"), insights } });
  await settled(server);
  const [page, admin] = await signIn(server, org, text);
  const deliveries = await deliveriesPage(org, { first: 1 });
  const { auditLog } = await org.graph("{ auditLog(first: 1) { nextCursor } }");
  const { inboundCalls } = await org.graph(
    "{ inboundCalls(first: 1) { nodes { id } nextCursor } }",
  );
  const sessions = (await page.ask("{ sessions { id } }")).body.data.sessions;
  const next = async (path: string): Promise<string> =>
    (await org.get(`/v1/${path}?limit=1`)).body.nextCursor;
  const names: Names = {
    ...made,
    admin,
    recording: first,
    call: open,
    callId: text("call3"),
    client,
    clientEmail: `${text("customer3")}@example.com`,
    crmEntityId: text("customer3"),
    event: text("event3"),
    webhook: hooked.id,
    delivery: deliveries.nodes[0].id,
    session: sessions[0].id,
    inbound: inboundCalls.nodes[0].id,
    tag: text("tag"),
    recordingName: text("name"),
    recordingCursor: await next("recordings"),
    appointmentCursor: await next("scheduled-tasks"),
    clientCursor: await next("clients"),
    deliveryCursor: deliveries.nextCursor,
    auditCursor: auditLog.nextCursor,
    inboundCursor: inboundCalls.nextCursor,
    eventCursor: await next("events"),
    syncCursor: (await org.get("/v1/recordings?updatedSince=2020-01-01")).body.syncCursor,
  };
  return { word, org, console: page, names, hook };
};
