import "reflect-metadata";
import { type Transcribe, UnanalyzableError } from "../../src/analyzer/analyzer.js";
import { buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const AUDIO = "https://phone.example.com/call.mp3";
const REASON = "The recording isn't in English";

const understand =
  (text: string): Transcribe =>
  async () => {
    const utterances = [{ speaker: "Rep", role: "rep" as const, text, start: 500, end: 2_000 }];
    const notices = [{ kind: "other_language" as const, count: 1, places: [] }];
    throw new UnanalyzableError(REASON, { understood: { utterances, notices } });
  };

const hear: Transcribe = async () => ({
  utterances: [...buildUtterances([["rep", "Good morning."]])],
  notices: [],
});

const fetchRecording = async (org: Tenant, id: string) =>
  (
    await org.graphql(
      `query ($id: ID!) { recording(id: $id) {
        status failureReason transcript { text } understood { text role start }
        notices { kind description }
      } }`,
      { id },
    )
  ).recording;

const reanalyze = async (org: Tenant, id: string): Promise<void> => {
  await org.graphql("mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }", { id });
};

test("what was understood of a call in another language stays with the failed recording", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const id = await org.ingestCall({ recording_url: AUDIO });
  await runAttempt(server, org, id, { transcribe: understand("Thank you very much.") });
  t.deepEqual(await fetchRecording(org, id), {
    status: "failed",
    failureReason: REASON,
    transcript: [],
    understood: [{ text: "Thank you very much.", role: "rep", start: 500 }],
    notices: [{ kind: "other_language", description: "Most of the speech is in another language" }],
  });
  const response = await org.get(`/v1/recordings/${id}`);
  t.false(response.text.includes("Thank you"));
});

test("another analysis transcribes the audio again", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const id = await org.ingestCall({ recording_url: AUDIO });
  await runAttempt(server, org, id, { transcribe: understand("Thank you very much.") });
  await reanalyze(org, id);
  t.like(await fetchRecording(org, id), { status: "received", understood: [], notices: [] });
  await runAttempt(server, org, id, { transcribe: hear });
  t.like(await fetchRecording(org, id), {
    status: "processed",
    transcript: [{ text: "Good morning." }],
    understood: [],
    notices: [],
  });
});

test("a processed recording keeps its transcript if another analysis understands less", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const id = await org.ingestCall({ recording_url: AUDIO });
  await runAttempt(server, org, id, { transcribe: hear });
  await reanalyze(org, id);
  await runAttempt(server, org, id, { transcribe: understand("Thank you very much.") });
  t.like(await fetchRecording(org, id), {
    status: "processed",
    transcript: [{ text: "Good morning." }],
    understood: [],
    notices: [],
  });
});

test("the notices of audio without speech stay with the failed recording, until another analysis", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const id = await org.ingestCall({ recording_url: AUDIO, duration_ms: 90_000 });
  const kind = "audio_ended_early" as const;
  const fail: Transcribe = async () => {
    const notices = [{ kind, count: 1, places: [{ start: 3_000, end: 90_000 }] }];
    const understood = { utterances: [], notices };
    throw new UnanalyzableError("The recording has no speech", { understood });
  };
  await runAttempt(server, org, id, { transcribe: fail });
  t.deepEqual(await fetchRecording(org, id), {
    status: "failed",
    failureReason: "The recording has no speech",
    transcript: [],
    understood: [],
    notices: [{ kind, description: "The end of the audio is missing (0:03)" }],
  });
  const { recording } = await org.graphql("query ($id: ID!) { recording(id: $id) { duration } }", {
    id,
  });
  t.is(recording.duration, 90_000);
  await reanalyze(org, id);
  t.like(await fetchRecording(org, id), { status: "received", notices: [] });
  await runAttempt(server, org, id, { transcribe: hear });
  t.like(await fetchRecording(org, id), { status: "processed", notices: [] });
});

test("what was understood is redacted", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  const id = await org.ingestCall({ recording_url: AUDIO });
  await runAttempt(server, org, id, { transcribe: understand("It is 4111 1111 1111 1111.") });
  const { understood } = await fetchRecording(org, id);
  t.is(understood.length, 1);
  t.false(understood[0].text.includes("1111"), understood[0].text);
});
