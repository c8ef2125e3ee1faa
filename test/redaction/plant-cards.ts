import { CALL_FIELDS, CALL_WAV, uploadForm } from "../helpers/recordings/media.js";
import { buildDialerPath, postToDialer, vendorBodies } from "../helpers/dialers/dialers.js";
import type { AiContext } from "../helpers/analysis/ai-suite.js";
import { beginUpload, sendPart } from "../helpers/recordings/resumable-uploads.js";
import { mapTexts } from "../helpers/analysis/analysis-texts.js";
import type { CardCall } from "./card-calls.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;
const CREATE_CLIENT = `mutation ($input: ClientInput!) { createClient(input: $input) { id } }`;
const UPDATE_CLIENT = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
const FAIL = `mutation ($id: ID!, $reason: String!) {
  startAnalysis(recordingId: $id) { id } failAnalysis(recordingId: $id, reason: $reason) { id } }`;
const CORRECT = `mutation ($id: ID!, $text: String!) {
  correctUtterance(recordingId: $id, index: 0, expectedText: "Hello", text: $text) { id } }`;
const TEST = `mutation ($url: String!, $recording: JSON!) { testWebhook(url: $url, recording: $recording) { id } }`;
const TEMPLATE = `mutation { upsertTemplate(input: { name: "Opening", questions: [{ question: "Greeted?" }] }) {
  id questions { id } } }`;

interface Template {
  id: string;
  questions: { id: string }[];
}

export type Planter = (call: CardCall, number: number) => Promise<void>;

const requireOk = <T extends { status: number; text: string }>(answer: T): T => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};

/** A text in which someone wrote the number down. */
const noteOf = ({ secrets }: CardCall): string => `Card: ${secrets.join(", ")} (new)`;

const transcriptOf = ({ utterances }: CardCall): object[] =>
  utterances.map((utterance, index) => ({
    ...utterance,
    start: index * 1_000,
    end: index * 1_000 + 900,
  }));

const cuesOf = ({ utterances }: CardCall): string =>
  `WEBVTT\n\n${utterances
    .map(({ text }, at) => `00:${10 + at}.000 --> 00:${10 + at}.900\n${text}`)
    .join("\n\n")}\n`;

const callOf = (call: CardCall, number: number): Record<string, unknown> => {
  const note = noteOf(call);
  return {
    ...CALL_FIELDS,
    call_id: `call-${number}`,
    name: note,
    event_id: `event-${number}`,
    custom_fields: {
      note,
      [note]: 1,
      list: [{ text: note }],
      ...(call.spelling === "plain" && { card: Number(call.secrets[0]) }),
    },
    customer: { id: `customer-${number}`, name: note, location: note },
    transcript: transcriptOf(call),
    ignored: note,
  };
};

const analysisOf = (call: CardCall, { id, questions }: Template): object => {
  const note = noteOf(call);
  return {
    name: note,
    summary: note,
    ...mapTexts(() => note),
    tags: [note.replaceAll(",", " ")],
    customFields: { after: note },
    insights: { [note]: note },
    actionItems: [{ text: note, assignee: note }],
    templateId: id,
    process: {
      summary: note,
      answers: [{ questionId: questions[0]!.id, answer: note, yes: true }],
    },
  };
};

/** Creates functions that each bring a call's card number in through other doors. */
export const createPlanters = async (
  { server, org, ai, analyse }: AiContext,
  receiverUrl: string,
): Promise<Record<string, Planter>> => {
  const { upsertTemplate: template } = await org.graphql(TEMPLATE);
  const ingest = async (body: object): Promise<string> =>
    requireOk(await org.send("POST", "/v1/dialer", body)).body.recording.id;
  return {
    "a dialer and an external analysis": async (call, number) => {
      const note = noteOf(call);
      const appointment = {
        event_id: `event-${number}`,
        user_email: CALL_FIELDS.user_email,
        start_time: CALL_FIELDS.started_at,
        title: note,
        customer: { name: note, location: note },
        metadata: { [note]: [note] },
      };
      requireOk(await org.send("POST", "/v1/scheduled-tasks", appointment));
      const id = await ingest(callOf(call, number));
      await org.graphql(COMPLETE, { id, input: analysisOf(call, template) });
      const recording = { id, status: "processed", name: note, summary: note };
      await org.graphql(TEST, { url: receiverUrl, recording });
    },
    "a call that a model analyses": async (call, number) =>
      analyse(await ingest({ ...callOf(call, number), custom_fields: {} })),
    "an upload that a model transcribes": async (call, number) => {
      ai.heard = call.utterances.map(({ text, speaker }, at) => ({
        text,
        speaker,
        start: at / 4,
        end: at / 4 + 0.2,
      }));
      const fields = { ...callOf(call, number), transcript: undefined, ignored: undefined };
      await analyse(requireOk(await uploadForm(server, org, fields)).body.recording.id);
    },
    "a transcript as captions": async (call, number) => {
      const id = await ingest({ ...callOf(call, number), transcript: cuesOf(call) });
      await org.graphql(FAIL, { id, reason: noteOf(call) });
    },
    "a correction and a client": async (call, number) => {
      const note = noteOf(call);
      const utterance = { speaker: note, text: "Hello", start: 0, end: 1 };
      const id = await ingest({ ...callOf(call, number), transcript: [utterance] });
      const input = { recordingId: id, name: note, address: note, notes: note, entity: { note } };
      const { createClient } = await org.graphql(CREATE_CLIENT, { input });
      await org.graphql(UPDATE_CLIENT, { id: createClient.id, input: { notes: note } });
      await org.graphql(COMPLETE, { id, input: { summary: note } });
      await org.graphql(CORRECT, { id, text: note });
    },
    "a phone system's own webhook": async (call, number) => {
      const note = noteOf(call);
      const json = JSON.parse(vendorBodies["aircall"]!);
      json.data.id = number;
      json.data.comments = [...call.utterances, { content: note }];
      await postToDialer(server, buildDialerPath(org, "aircall"), JSON.stringify(json));
      const form = new URLSearchParams(vendorBodies["twilio"]!.trim());
      form.set("CallSid", `CA${number}`);
      form.set("CallerName", note);
      const path = buildDialerPath(org, "twilio", "?user_email=rep%40example.com");
      const type = { "content-type": "application/x-www-form-urlencoded" };
      await postToDialer(server, path, form.toString(), type);
    },
    "resumable uploads, one of them unfinished": async (call, number) => {
      const client = { fetch: server.fetch, apiKey: org.apiKey };
      const fields = { ...callOf(call, number), ignored: undefined };
      const { length } = CALL_WAV;
      const path = await beginUpload(client, length, fields);
      requireOk(await sendPart(client, path, 0, CALL_WAV));
      // An organization may have 16.
      if (number < 100)
        await beginUpload(client, length, { ...fields, call_id: `unfinished-${number}` });
    },
    "refused calls": async (call, number) => {
      const body = callOf(call, number);
      await org.send("POST", "/v1/dialer", { ...body, user_email: "unknown@example.com" });
      await org.send("POST", "/v1/dialer", { ...body, user_email: undefined, extension: "777" });
      await org.send("POST", "/v1/dialer", JSON.stringify(body).slice(0, -2));
      await org.send("POST", "/v1/dialer", { ...body, started_at: noteOf(call) });
      await org.send("POST", "/v1/dialer", { ...body, long: "x".repeat(70_000) });
    },
  };
};
