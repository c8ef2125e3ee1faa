import { randomBytes } from "node:crypto";
import { adapters } from "../../graph/dialers/adapters/index.js";
import { mapTexts } from "../helpers/analysis/analysis-texts.js";
import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import {
  buildDialerPath,
  contentTypeOf,
  createVendorUsers,
  postToDialer,
  vendorBodies,
} from "../helpers/dialers/dialers.js";
import { findActionItem } from "../helpers/analysis/action-items.js";
import { createClip, RENAME } from "../helpers/clips/clips.js";
import { addComment, REPLY } from "../helpers/comments/comments.js";
import { CALL_WAV, uploadForm } from "../helpers/recordings/media.js";
import { createTracker, searchTrackers } from "../helpers/trackers/trackers.js";
import type { Answer, SharedServer, Tenant } from "../helpers/server.js";

/** A random word in a text that one call or client owns. */
export interface Canary {
  word: string;
  /** The whole text, as a lookup digest would be computed from it. */
  text: string;
  owner: string;
  /** A later text replaced it, so that it may be gone before the erasure. */
  isOverwritten: boolean;
}

/** Something that can be erased: its words go with it, and those of the calls that belong to it. */
export interface Erasable {
  id: string;
  owner: string;
  mutation: "deleteRecording" | "deleteClient";
  calls: string[];
  /** The owner of an appointment that only the match with the first call makes the client's. */
  matched?: string;
}

export class Canaries {
  readonly all: Canary[] = [];

  /** Returns a function that makes texts of this owner, each with a word of its own. */
  of(owner: string, isOverwritten = false): (wrap?: (word: string) => string) => string {
    return (wrap = (word) => word) => {
      const word = `q${randomBytes(8).toString("hex")}`;
      const text = wrap(word);
      this.all.push({ word, text, owner, isOverwritten });
      return text;
    };
  }
}

const USER = { user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };

const toEmail = (word: string): string => `${word}@example.com`;
const toUrl = (word: string): string => `https://dialer.example.com/${word}`;

const requireOk = ({ status, body, text }: Answer): Answer["body"] => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};

type NewText = ReturnType<Canaries["of"]>;

/** Builds the fields that an upload has too. */
const buildSharedFields = (text: NewText, callId: string): Record<string, unknown> => ({
  call_id: callId,
  duration_ms: 60_000,
  name: text(),
  custom_fields: { [text()]: text(), list: [{ inside: text() }] },
  transcript: [
    { speaker: text(), text: `${text()} and ${text()}`, start: 0, end: 9 },
    { speaker: text(), role: "client", text: text(), start: 10, end: 19 },
  ],
});

const buildCall = (text: NewText, callId: string, eventId = text()): Record<string, unknown> => ({
  ...USER,
  ...buildSharedFields(text, callId),
  recording_url: text(toUrl),
  event_id: eventId,
  [text()]: "an ignored field",
});

const buildAnalysis = (
  text: NewText,
  template: { id: string; questions: { id: string }[] },
  /** Words of the transcript. */
  evidence: string,
) => ({
  name: text(),
  summary: text(),
  ...mapTexts(() => text()),
  tags: [text()],
  customFields: { [text()]: text() },
  actionItems: [
    { text: text(), assignee: text() },
    { kind: "client", text: text() },
  ],
  templateId: template.id,
  process: {
    summary: text(),
    answers: [{ questionId: template.questions[0]!.id, answer: text(), yes: true, evidence }],
  },
});

const TEMPLATE = `mutation { upsertTemplate(input: { name: "Opening", questions: [{ question: "Greeted?" }] }) {
  id questions { id } } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;
const CREATE_CLIENT = `mutation ($input: ClientInput!) { createClient(input: $input) { id } }`;
const UPDATE_CLIENT = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
const FAIL = `mutation ($id: ID!, $reason: String!) { failAnalysis(recordingId: $id, reason: $reason) { id } }`;
const CORRECT = `mutation ($id: ID!, $expectedText: String!, $text: String!) {
  correctUtterance(recordingId: $id, index: 1, expectedText: $expectedText, text: $text) { id } }`;
const REVIEW = `mutation ($id: ID!) {
  addReview(recordingId: $id, reviewerEmail: "rep@example.com", durationMs: 1) { id } }`;
const CHANGE_ITEM = `mutation ($id: ID!, $text: String!) {
  updateActionItem(id: $id, input: { text: $text }) { id } }`;
const ADD_TAG = `mutation ($id: ID!, $tag: String!) { addTag(recordingId: $id, tag: $tag) { id } }`;
const TEST = `mutation ($url: String!, $recording: JSON!) { testWebhook(url: $url, recording: $recording) { id } }`;

interface Plan {
  server: SharedServer;
  org: Tenant;
  canaries: Canaries;
  receiverUrl: string;
}

type Template = Parameters<typeof buildAnalysis>[1];

interface Line {
  text: string;
}

/** Plants a call with every text that a dialer, an analysis, a webhook and a refusal can have. */
const plantFullCall = async (
  { org, canaries, receiverUrl }: Plan,
  owner: string,
  template: Template,
  extra: { customer: object; insights: object },
): Promise<string> => {
  const [text, old] = [canaries.of(owner), canaries.of(owner, true)];
  const callId = text();
  const { customer, insights } = extra;
  const push = (call: object) => org.send("POST", "/v1/dialer", { ...call, customer });
  requireOk(await push(buildCall(old, callId)));
  const call = buildCall(text, callId);
  const { recording } = requireOk(await push(call));
  const { id } = recording as { id: string };
  const complete = (input: object) => org.graphql(COMPLETE, { id, input });
  const [quoted, { text: expectedText }] = call["transcript"] as [Line, Line];
  await complete(buildAnalysis(old, template, quoted.text));
  await complete({ ...buildAnalysis(text, template, quoted.text), insights });
  const expectedWords = text();
  await org.graphql(CORRECT, { id, expectedText, text: expectedWords });
  await org.graphql(REVIEW, { id });
  await org.graphql(CHANGE_ITEM, { id: await findActionItem(org, id), text: text() });
  await org.graphql(ADD_TAG, { id, tag: text() });
  const { id: thread } = await addComment(org, id, { text: text(), quote: expectedWords });
  await org.graphql(REPLY, { id: thread, input: { text: text(), authorEmail: USER.user_email } });
  const clip = await createClip(org, id, { title: old() });
  await org.graphql(RENAME, { id: clip.id, title: text() });
  await org.graphql(SYNC, { id });
  const sample = { id, status: "processed", name: text(), summary: text(), notes: text() };
  await org.graphql(TEST, { url: receiverUrl, recording: sample });
  const unknownUser = { ...USER, user_email: "unknown@example.com" };
  await push({ ...buildCall(text, callId), ...unknownUser });
  await org.send("POST", "/v1/dialer", `{"call_id":${JSON.stringify(callId)},"name":"${text()}",`);
  return id;
};

const plantUpload = async (
  { server, org, canaries }: Plan,
  owner: string,
  customer: object,
): Promise<string> => {
  const text = canaries.of(owner);
  const file = Buffer.concat([CALL_WAV, Buffer.from(text())]);
  const call = { ...buildSharedFields(text, text()), event_id: text() };
  return requireOk(await uploadForm(server, org, { ...call, customer }, file)).recording.id;
};

/** Plants a call whose client its rep created, and an appointment without a customer's id. */
const plantRepClient = async (
  { org, canaries }: Plan,
  [callOwner, clientOwner]: [string, string],
  template: Template,
): Promise<[string, string]> => {
  const [text, ofClient] = [canaries.of(callOwner), canaries.of(clientOwner)];
  const ofMatched = canaries.of(`appointment of ${clientOwner}`);
  const eventId = `event of ${clientOwner}`;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: eventId,
    user_email: USER.user_email,
    start_time: USER.started_at,
    title: ofMatched(),
    customer: { name: ofMatched(), email: ofMatched(toEmail), location: ofMatched() },
    metadata: { [ofMatched()]: ofMatched() },
  });
  const call = buildCall(text, text(), eventId);
  const [line] = call["transcript"] as Line[];
  const { id } = requireOk(await org.send("POST", "/v1/dialer", call)).recording as { id: string };
  const { createClient } = await org.graphql(CREATE_CLIENT, {
    input: {
      recordingId: id,
      name: ofClient(),
      email: ofClient(toEmail),
      crmEntityId: ofClient(),
      address: ofClient(),
      notes: ofClient(),
      entity: { [text()]: text() },
    },
  });
  await org.graphql(COMPLETE, { id, input: buildAnalysis(text, template, line!.text) });
  return [id, createClient.id];
};

const plantFailedCall = async ({ org, canaries }: Plan, owner: string): Promise<string> => {
  const text = canaries.of(owner);
  const call = buildCall(text, text());
  const { id } = requireOk(await org.send("POST", "/v1/dialer", call)).recording as { id: string };
  await org.graphql(START, { id });
  await org.graphql(FAIL, { id, reason: text() });
  return id;
};

/** Plants a call of each phone system, with a field that debrief ignores. */
const plantVendorCalls = async ({ server, org, canaries }: Plan): Promise<Erasable[]> => {
  await createVendorUsers(org);
  const planted: Erasable[] = [];
  for (const name of Object.keys(adapters)) {
    const owner = `${name} of ${org.id}`;
    const text = canaries.of(owner);
    const body = vendorBodies[name]!;
    const sent = body.trim().startsWith("{")
      ? JSON.stringify({ ...JSON.parse(body), [text()]: text() })
      : `${body.trim()}&${text()}=${text()}`;
    const path = buildDialerPath(org, name, "?user_email=rep%40example.com");
    const type = { "content-type": contentTypeOf(name) };
    const { recording } = requireOk(await postToDialer(server, path, sent, type));
    planted.push({ id: recording.id, owner, mutation: "deleteRecording", calls: [] });
  }
  return planted;
};

/** Plants an appointment of the client with every text, and changes some of them. */
const plantAppointment = async (
  { org, canaries }: Plan,
  owner: string,
  customer: object,
): Promise<void> => {
  const [text, old] = [canaries.of(owner), canaries.of(owner, true)];
  const eventId = `event of ${owner}`;
  requireOk(
    await org.send("POST", "/v1/scheduled-tasks", {
      event_id: eventId,
      user_email: USER.user_email,
      start_time: "2026-05-02T10:00:00Z",
      title: old(),
      customer,
      metadata: { [old()]: old() },
    }),
  );
  const changes = { title: text(), metadata: { [text()]: text() } };
  const path = `/v1/scheduled-tasks/${encodeURIComponent(eventId)}`;
  requireOk(await org.send("PUT", path, changes));
};

/** Plants a client that integrations push, its calls and the other kinds of calls. */
const plantClient = async (plan: Plan, key: string, template: Template): Promise<Erasable[]> => {
  const { org, canaries } = plan;
  const owner = `client ${key}`;
  const [text, old] = [canaries.of(owner), canaries.of(owner, true)];
  const customer = { id: text(), name: text(), email: text(toEmail), location: text() };
  await plantAppointment(plan, owner, customer);
  const names = ["full", "upload", "rep", "failed"].map((kind) => `${kind} call ${key}`);
  const [full, upload, rep, failed] = names as [string, string, string, string];
  const fullId = await plantFullCall(plan, full, template, {
    customer,
    insights: { [text()]: text() },
  });
  const example = { text: canaries.of(full)(), recordingId: fullId };
  await createTracker(org, ["and"], { examples: [example] });
  const uploadId = await plantUpload(plan, upload, customer);
  const [repCallId, repClientId] = await plantRepClient(plan, [rep, `rep's ${owner}`], template);
  const failedId = await plantFailedCall(plan, failed);
  const { clients } = (await org.get(`/v1/clients?crmEntityId=${customer.id}`)).body;
  const { id } = clients[0] as { id: string };
  for (const value of [old, text])
    await org.graphql(UPDATE_CLIENT, {
      id,
      input: { name: value(), address: value(), notes: value() },
    });
  // A call of this client that no user has: only the log of received calls keeps it.
  const refused = { ...buildCall(text, text()), user_email: "unknown@example.com", customer };
  await org.send("POST", "/v1/dialer", refused);
  const unmapped = { ...buildCall(text, text()), user_email: undefined, extension: "777" };
  await org.send("POST", "/v1/dialer", { ...unmapped, customer });
  const erasable = (
    mutation: Erasable["mutation"],
    [erasedId, name]: [string, string],
    calls: string[] = [],
  ): Erasable => ({ id: erasedId, owner: name, mutation, calls });
  return [
    erasable("deleteRecording", [fullId, full]),
    erasable("deleteRecording", [uploadId, upload]),
    erasable("deleteRecording", [repCallId, rep]),
    erasable("deleteRecording", [failedId, failed]),
    erasable("deleteClient", [id, owner], [full, upload]),
    {
      ...erasable("deleteClient", [repClientId, `rep's ${owner}`], [rep]),
      matched: `appointment of rep's ${owner}`,
    },
  ];
};

/** Fills an organization with canaries over the public surfaces. Returns what can be erased. */
export const plantCanaries = async (plan: Plan, clients: number): Promise<Erasable[]> => {
  const { org } = plan;
  await createWebhook(org, plan.receiverUrl, {
    events: ["recording.processed", "recording.integration_updated", "client.created"],
  });
  const { upsertTemplate } = await org.graphql(TEMPLATE);
  await createTracker(org, ["and"]);
  const planted = await plantVendorCalls(plan);
  for (let count = 0; count < clients; count += 1)
    planted.push(...(await plantClient(plan, `${count} of ${org.id}`, upsertTemplate)));
  await searchTrackers(plan.server, org);
  await waitForDeliveries(org);
  return planted;
};
