import { findActionItem } from "../analysis/action-items.js";
import { createClip, createClipLink, createPlaylist } from "../clips/clips.js";
import { saveView } from "../views/views.js";
import { saveTerm } from "../vocabulary/vocabulary.js";
import { addComment } from "../comments/comments.js";
import { addCalendar } from "../calendars/add-calendar.js";
import { createNamedKey } from "../sign-in/named-keys.js";
import { replaceEditedFields } from "../../../db/analysis/edits.js";
import { insertOriginal } from "../analysis/insert-original.js";
import { insertVersion } from "../analysis/insert-version.js";
import { listInboundCalls } from "../dialers/dialers.js";
import { pushAppointment } from "../appointments/push-appointment.js";
import { findUnread } from "../rest/read-routes.js";
import type { Answer, Tenant, SharedServer } from "../server.js";
import { UPSERT_TEMPLATE } from "../analysis/templates.js";
import { createTracker, storeMeanings } from "../trackers/trackers.js";
import { SAMPLE_TRANSCRIPT, type SampleIds } from "../graphql/operations.js";
import { insertFailedDelivery } from "../webhooks/webhooks.js";

const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;

/**
 * Fills an organization. External IDs (users, appointments, calls, customers, tags) are the same
 * each time; every text contains the word.
 */
export const fillOrganization = async (
  server: SharedServer,
  org: Tenant,
  word: string,
): Promise<SampleIds> => {
  const { services } = server;
  await org.createUser("rep@example.com", { name: `Rep ${word}` });
  await org.createUser("gone@example.com", { name: `Gone ${word}`, active: false });
  const members = [{ email: "rep@example.com" }];
  const team = (await org.graphql(TEAM, { input: { name: `Team ${word}`, members } })).upsertTeam
    .id;
  const questions = [{ question: `Was there ${word}?` }];
  const input = { name: `Template ${word}`, questions };
  const { template } = await org.graphql(UPSERT_TEMPLATE, { input });
  const tracker = await createTracker(org, [word], { name: `Tracker ${word}` });
  const customer = { id: "c-1", name: `Ann ${word}`, email: "ann@example.com" };
  await pushAppointment(org, {
    title: `Roof ${word}`,
    customer,
    start_time: "2030-01-01T00:00:00Z",
  });
  const first = await org.createProcessed(
    {
      call_id: "call-1",
      duration_ms: 60_000,
      event_id: "e-1",
      name: `Call ${word}`,
      transcript: [
        { speaker: "A", role: "other", text: `That is too expensive. ${word}`, start: 0, end: 1 },
      ],
    },
    {
      summary: word,
      tags: ["roof"],
      actionItems: [{ text: word }],
      templateId: template.id,
      process: { answers: [{ questionId: template.questions[0].id, answer: word, yes: true }] },
    },
  );
  await insertOriginal(server, org.id, first);
  await replaceEditedFields(services.db, org.id, first, ["notes"]);
  const webhook = services.newId();
  await services.db("webhooks").insert({
    organization_id: org.id,
    id: webhook,
    url: `https://hooks.example.com/${word}`,
    active: 1,
    source_trigger: "all",
    events: "[]",
    secret: "sealed",
    created_at: 0,
    updated_at: 0,
  });
  const recording = await org.ingestCall({ call_id: "call-2", name: `Call ${word}` });
  const other = await org.ingestCall({
    call_id: "call-3",
    event_id: "e-1",
    name: `Call ${word}`,
    transcript: SAMPLE_TRANSCRIPT,
  });
  await insertVersion(server, org.id, other);
  const client = (await org.get("/v1/clients")).body.clients[0].id;
  const delivery = await insertFailedDelivery(server, org, webhook, `{"word":"${word}"}`);
  const [{ id: inboundCall }] = await listInboundCalls(org);
  await storeMeanings(server, org);
  const { id: clip } = await createClip(org, first, { title: word });
  const createdIds = {
    recording,
    processedRecording: other,
    commentedRecording: first,
    actionItem: await findActionItem(org, first),
    judgedRecording: first,
    question: template.questions[0].id,
    comment: (await addComment(org, first, { text: word, quote: word })).id,
    clip,
    clipLink: await createClipLink(org, clip),
    playlist: await createPlaylist(org, [clip], { name: `Playlist ${word}` }),
    view: await saveView(org, { name: `View ${word}` }),
    term: await saveTerm(org, `Term ${word}`),
    client,
    team,
    template: template.id,
    tracker,
    webhook,
    delivery,
    namedKey: (await createNamedKey(org, { name: `Key ${word}`, teamIds: [team] })).namedKey.id,
    calendar: await addCalendar(org, `http://127.0.0.1:9/${word}.ics`),
  };
  return { ...createdIds, inboundCall };
};

const EVERYTHING_QUERY = `query ($recording: ID!, $client: ID!, $tracker: ID!) {
  viewer { organization { id name } }
  organization { id }
  recordings { nodes { ...recording } nextCursor hasMore }
  received: recordings(filter: { status: received }) { nodes { ...recording } }
  ofUser: recordings(filter: { userEmail: "rep@example.com" }) { nodes { id } }
  ofClient: recordings(filter: { clientId: $client }) { nodes { id } }
  ofTag: recordings(filter: { tag: "roof" }) { nodes { id } }
  recording(id: $recording) { ...recording }
  actionItems { nodes { id text assignee recording { id } } nextCursor hasMore }
  comments { nodes { text words { text } recording { id } } nextCursor hasMore }
  playlists { name clips { title } }
  savedViews { name query author { name } }
  vocabulary { term heardAs }
  vocabularySuggestions { term heard }
  clips { nodes { title transcript { text } recording { id } } nextCursor hasMore }
  appointments { nodes { ...appointment } nextCursor hasMore }
  appointmentsOfUser: appointments(filter: { userEmail: "rep@example.com" }) { nodes { id } }
  appointment(eventId: "e-1") { ...appointment }
  clients { nodes { ...client } nextCursor hasMore }
  byId: clients(filter: { crmEntityId: "c-1" }) { nodes { ...client } }
  byEmail: clients(filter: { email: "ann@example.com" }) { nodes { ...client } }
  client(id: $client) { ...client }
  organization { targets { score } }
  teams { id name members { email name role } targets { score } }
  users(active: null) { email name role active lastRecordedAt }
  templates { id name questions { id question } }
  trackers { id name phrases }
  ofTracker: recordings(filter: { trackerId: $tracker }) { nodes { id } }
  trackedCalls(from: "2020-01-01", to: "2030-01-01") { calls weeks { calls } tracker { name } user { name } }
  trackedTeams: trackedCalls(from: "2020-01-01", to: "2030-01-01", groupBy: team) { calls tracker { name } team { name members { name } } }
  winRates { calls won practices { name callsWith wonWith callsWithout wonWithout } }
  sentences(meaning: "That is too expensive.") { calls sentences { quote speaker url } }
  webhooks { id url lastDelivery { id payload } }
  auditLog { nodes { id action email subject fields } nextCursor hasMore }
  deliveries { nodes { id payload webhook { id url } recording { id } } nextCursor hasMore }
}
fragment recording on Recording {
  id name summary organizationId tags transcript { text } actionItems { text }
  process { answers { question answer } } template { id name }
  user { name } client { id name } appointment { id title } match { eventId }
  trackerHits { quote phrase tracker { name } }
  deliveries { nodes { id payload } }
}
fragment appointment on Appointment { id title customer { name } recording { id name } client { id } }
fragment client on Client { id name recordings { nodes { id name } } }`;

/** Reads everything that the organization sees over /v1 and /graphql. */
export const readEverything = async (org: Tenant, ids: SampleIds): Promise<string[]> => {
  const { body } = await org.get("/v1/recordings");
  const processed = body.recordings[0].id;
  const paths = [
    "/v1/recordings",
    `/v1/recordings/${processed}`,
    `/v1/recordings/${processed}/transcript`,
    "/v1/scheduled-tasks",
    "/v1/scheduled-tasks?user_email=rep@example.com",
    "/v1/scheduled-tasks/e-1",
    "/v1/clients",
    "/v1/clients?crmEntityId=c-1",
    "/v1/clients?email=ann@example.com",
    `/v1/clients/${ids.client}`,
    "/v1/teams",
    "/v1/users",
    "/v1/webhooks",
    "/v1/events",
    "/v1/stats?groupBy=user",
    "/v1/action-items",
    "/v1/comments",
    "/v1/clips",
    "/v1/sentences?meaning=That%20is%20too%20expensive.",
  ];
  const unread = findUnread(paths);
  if (unread.length > 0) throw new Error(`${unread.join(", ")}: add each to readEverything`);
  const answers: Answer[] = [];
  for (const path of paths) answers.push(await org.get(path));
  for (const { status, text } of answers) if (status !== 200) throw new Error(text);
  const all = await org.graphql(EVERYTHING_QUERY, {
    recording: processed,
    client: ids.client,
    tracker: ids.tracker,
  });
  return [...answers.map(({ text }) => text), JSON.stringify(all)];
};
