import { insertOriginal } from "../../helpers/analysis/insert-original.js";
import { insertVersion } from "../../helpers/analysis/insert-version.js";
import { eventNames } from "../../../graph/webhooks/events.js";
import { mapTexts } from "../../helpers/analysis/analysis-texts.js";
import {
  type HeaderMap,
  createConsoleSession,
  type ConsoleSession,
  signInAdmin,
} from "../../helpers/sign-in/console-session.js";
import { createNamedKey } from "../../helpers/sign-in/named-keys.js";
import { findActionItem } from "../../helpers/analysis/action-items.js";
import { createClip, createClipLink, createPlaylist } from "../../helpers/clips/clips.js";
import { saveView } from "../../helpers/views/views.js";
import { saveTerm } from "../../helpers/vocabulary/vocabulary.js";
import { addComment, REPLY } from "../../helpers/comments/comments.js";
import type { Tenant, TestServer } from "../../helpers/server.js";
import { UPSERT_TEMPLATE } from "../../helpers/analysis/templates.js";
import { createTracker, storeMeanings } from "../../helpers/trackers/trackers.js";
import { loadDeliveryPage, createWebhookWith } from "../../helpers/webhooks/webhooks.js";
import { buildPhone, type OrganizationNames } from "./organization-names.js";
import { waitUntilAllSent } from "./rows.js";

/** An organization whose texts all contain its word, with its credentials. */
export interface FilledOrganization {
  word: string;
  org: Tenant;
  console: ConsoleSession;
  names: OrganizationNames;
  /** The URL of its webhook. */
  webhookUrl: string;
}

const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const ACTIVITY = `mutation ($email: String!, $input: UserActivityInput!) {
  recordUserActivity(email: $email, input: $input) { email }
}`;
export const UPDATE_CLIENT = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
const CREATE_CLIENT = `mutation ($input: ClientInput!) { createClient(input: $input) { id } }`;
const REVIEW = `mutation ($id: ID!, $email: String!) {
  addReview(recordingId: $id, reviewerEmail: $email, durationMs: 1) { id }
}`;

export type FormatText = (what: string) => string;

/** Creates a rep, an inactive user, and the rep's team. */
export const createPeople = async (org: Tenant, text: FormatText) => {
  const user = await org.createUser(`${text("rep")}@example.com`, {
    name: text("rep"),
    role: text("r"),
  });
  await org.createUser(`${text("gone")}@example.com`, { name: text("gone"), active: false });
  for (const kind of ["process_ai", "coach_assistant", "recorded", "accessed"])
    await org.graphql(ACTIVITY, { email: user, input: { kind, action: text("action") } });
  const members = [{ email: user, role: text("member") }];
  const team = (await org.graphql(TEAM, { input: { name: text("team"), members } })).upsertTeam.id;
  return { user, team: team as string };
};

export const createTemplate = async (org: Tenant, text: FormatText) => {
  const input = { name: text("template"), questions: [{ question: text("question") }] };
  const { template } = await org.graphql(UPSERT_TEMPLATE, { input });
  return { template: template.id as string, question: template.questions[0].id as string };
};

export const createAppointment = async (
  org: Tenant,
  text: FormatText,
  user: string,
  number: number,
) => {
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

const CREATE_CALENDAR = `mutation ($url: String!, $userEmail: String) {
  createCalendar(input: { url: $url, userEmail: $userEmail }) { id }
}`;

type People = Awaited<ReturnType<typeof createPeople>> & Awaited<ReturnType<typeof createTemplate>>;

export const createRecording = async (
  org: Tenant,
  text: FormatText,
  { user, ...people }: People,
  number: number,
) => {
  const id = await org.createProcessed(
    {
      call_id: text(`call${number}`),
      user_email: user,
      started_at: `2026-03-0${number}T10:01:00Z`,
      event_id: text(`event${number}`),
      duration_ms: 60_000,
      recording_url: `https://dialer.example.com/${text("media")}`,
      customer: { id: text(`customer${number}`), name: text("customer") },
      custom_fields: { [text("field")]: text("custom") },
      transcript: [
        {
          speaker: text("speaker"),
          role: "rep",
          text: `${text("said")} ${text(`heard${number}`)}`,
          start: 0,
          end: 9,
        },
        { speaker: "B", role: "client", text: "That is too expensive for us.", start: 10, end: 19 },
      ],
    },
    {
      name: text("name"),
      summary: text("summary"),
      ...mapTexts(text),
      tags: [text("tag")],
      actionItems: [{ text: text("item"), assignee: text("assignee") }],
      templateId: people.template,
      process: {
        summary: text("process"),
        answers: [{ questionId: people.question, answer: text("answer"), yes: true }],
      },
    },
  );
  await org.graphql(REVIEW, { id, email: user });
  const comment = { authorEmail: user, text: text("comment"), quote: text("said") };
  const { id: thread } = await addComment(org, id, { ...comment, mentions: [user] });
  await org.graphql(REPLY, { id: thread, input: { authorEmail: user, text: text("reply") } });
  await addComment(org, id, { authorEmail: user, text: text("private"), isPrivate: true });
  await createClip(org, id, {
    title: text("clip"),
    authorEmail: user,
    shareWith: { userEmails: [user] },
  });
  return id;
};

/** Returns the id of the recording's first comment. */
export const loadCommentId = async (org: Tenant, recordingId: string): Promise<string> => {
  const query = "query ($id: ID!) { recording(id: $id) { comments { nodes { id } } } }";
  return (await org.graphql(query, { id: recordingId })).recording.comments.nodes[0].id;
};

/** Returns the id of the recording's first clip. */
export const loadClipId = async (org: Tenant, recordingId: string): Promise<string> => {
  const query = "query ($id: ID!) { recording(id: $id) { clips { id } } }";
  return (await org.graphql(query, { id: recordingId })).recording.clips[0].id;
};

export const createCreatedClient = async (
  org: Tenant,
  text: FormatText,
  recordingId: string,
): Promise<void> => {
  const email = `${text("created")}@example.com`;
  const texts = { name: text("created"), address: text("address"), notes: text("notes") };
  const entity = { [text("key")]: text("entity") };
  const input = { recordingId, email, crmEntityId: text("created"), entity, ...texts };
  await org.graphql(CREATE_CLIENT, { input });
};

const signIn = async (
  server: TestServer,
  org: Tenant,
  text: FormatText,
): Promise<[ConsoleSession, string]> => {
  const admin = `${text("admin")}@example.com`;
  const first = await signInAdmin(server, org, admin);
  const origin = new URL(server.services.publicUrl).origin;
  const headers: HeaderMap = { origin, "user-agent": text("agent") };
  const page = createConsoleSession(server, headers);
  await page.signIn(admin);
  await first.query("mutation { signOut }");
  return [page, admin];
};

/**
 * Creates an organization and fills it with the word. `receiver` responds with its path, so the
 * response contains the word too.
 */
export const createFilledOrganization = async (
  server: TestServer,
  word: string,
  receiver: string,
): Promise<FilledOrganization> => {
  const text: FormatText = (what) => `${word}x${what}`;
  const org = await server.createTenant(text("organization"));
  const hook = `${receiver}/${text("hook")}`;
  const people = { ...(await createPeople(org, text)), ...(await createTemplate(org, text)) };
  const webhook = await createWebhookWith(org, { url: hook, events: eventNames });
  const tracker = await createTracker(org, [text("heard3")], { name: text("tracker") });
  for (const number of [3, 4]) await createAppointment(org, text, people.user, number);
  const first = await createRecording(org, text, people, 3);
  await insertVersion(server, org.id, first);
  await insertOriginal(server, org.id, first);
  await createRecording(org, text, people, 4);
  const call = { call_id: text("open"), user_email: people.user, name: text("open") };
  const unprocessed = await org.ingestCall({ ...call, started_at: "2026-05-01T10:00:00Z" });
  await storeMeanings(server, org);
  await createCreatedClient(org, text, unprocessed);
  const lookup = await org.get(`/v1/clients?crmEntityId=${text("customer3")}`);
  const client: string = lookup.body.clients[0].id;
  const insights = { [text("key")]: text("insight") };
  const phones = [buildPhone(word)];
  await org.graphql(UPDATE_CLIENT, {
    id: client,
    input: { notes: text("notes"), insights, phones },
  });
  await waitUntilAllSent(server);
  const [page, admin] = await signIn(server, org, text);
  const deliveries = await loadDeliveryPage(org, { first: 1 });
  const { comments } = await org.graphql("{ comments(first: 1) { nextCursor } }");
  const { clips } = await org.graphql("{ clips(first: 1) { nextCursor } }");
  const clip = await loadClipId(org, first);
  const playlist = await createPlaylist(org, [clip], {
    name: text("playlist"),
    authorEmail: people.user,
  });
  const { actionItems } = await org.graphql("{ actionItems(first: 1) { nextCursor } }");
  const { auditLog } = await org.graphql("{ auditLog(first: 1) { nextCursor } }");
  const { inboundCalls } = await org.graphql(
    "{ inboundCalls(first: 1) { nodes { id } nextCursor } }",
  );
  for (const file of ["a", "b"])
    await org.graphql(CREATE_CALENDAR, {
      url: `${receiver}/${text(file)}`,
      userEmail: people.user,
    });
  const { calendars } = await org.graphql("{ calendars(first: 1) { nodes { id } nextCursor } }");
  const sessions = (await page.query("{ sessions { id } }")).body.data.sessions;
  const loadCursor = async (path: string): Promise<string> =>
    (await org.get(`/v1/${path}?limit=1`)).body.nextCursor;
  const names: OrganizationNames = {
    ...people,
    admin,
    tracker,
    recording: first,
    comment: await loadCommentId(org, first),
    commentCursor: comments.nextCursor,
    clip,
    playlist,
    view: await saveView(org, { name: text("view"), authorEmail: people.user }),
    clipLink: await createClipLink(org, clip, people.user),
    clipCursor: clips.nextCursor,
    actionItem: await findActionItem(org, first),
    actionItemCursor: actionItems.nextCursor,
    call: unprocessed,
    callId: text("call3"),
    said: text("said"),
    userName: text("rep"),
    client,
    clientEmail: `${text("customer3")}@example.com`,
    crmEntityId: text("customer3"),
    clientPhone: phones[0]!,
    event: text("event3"),
    webhook: webhook.id,
    delivery: deliveries.nodes[0].id,
    session: sessions[0].id,
    inbound: inboundCalls.nodes[0].id,
    calendar: calendars.nodes[0].id,
    namedKey: (await createNamedKey(org, { name: text("key"), teamIds: [people.team] })).namedKey
      .id,
    tag: text("tag"),
    term: await saveTerm(org, text("term")),
    recordingName: text("name"),
    recordingCursor: await loadCursor("recordings"),
    appointmentCursor: await loadCursor("scheduled-tasks"),
    clientCursor: await loadCursor("clients"),
    deliveryCursor: deliveries.nextCursor,
    auditCursor: auditLog.nextCursor,
    inboundCursor: inboundCalls.nextCursor,
    calendarCursor: calendars.nextCursor,
    eventCursor: await loadCursor("events"),
    syncCursor: (await org.get("/v1/recordings?updatedSince=2020-01-01")).body.syncCursor,
  };
  return { word, org, console: page, names, webhookUrl: hook };
};
