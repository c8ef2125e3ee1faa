import "reflect-metadata";
import { createReadStream } from "node:fs";
import { insertMedia } from "../../db/recordings/media.js";
import { createAiSuite, loadRecording } from "../helpers/analysis/ai-suite.js";
import { IRREGULAR_FILES } from "../helpers/recordings/irregular-files.js";
import { uploadForm } from "../helpers/recordings/media.js";

const test = createAiSuite();
const WAV = new URL("../../../test/fixtures/call.wav", import.meta.url);

test.serial("stored media is transcribed instead of the audio URL", async (t) => {
  const { org, server, ai, analyse, listFiles } = t.context;
  const id = await org.ingestCall({ recording_url: `${ai.origin}/gone` });
  const { media, db } = server.services;
  const stored = await media.write(org.id, createReadStream(WAV), 1_000_000);
  await db.transaction((trx) =>
    insertMedia(trx, org.id, { recordingId: id, ...stored, createdAt: 1 }),
  );
  await analyse(id);
  t.is((await loadRecording(org, id)).status, "processed");
  t.is(ai.transcriptions[0]!.file.bytes, 49_164);
  t.deepEqual(listFiles(), []);
});

test.serial(
  "a diarizing model separates the speakers, and the chat model assigns their roles",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const id = await org.ingestCall({ recording_url: ai.audio });
    await analyse(id, { transcription: { model: "gpt-4o-transcribe-diarize" } });
    t.is(ai.transcriptions[0]!.format, "diarized_json");
    t.deepEqual(
      ai.chats.map(({ name }) => name),
      ["speakers", "analysis"],
    );
    t.deepEqual(
      (await loadRecording(org, id)).transcript.map(({ role, speaker }: Record<string, string>) => [
        role,
        speaker,
      ]),
      [
        ["rep", "Robin Rep"],
        ["client", "B"],
      ],
    );
  },
);

test.serial("the sentences of a plain-text transcript are spread over the call", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.unknown = ["verbose_json"];
  const id = await org.ingestCall({ recording_url: ai.audio });
  await analyse(id);
  t.deepEqual(
    ai.transcriptions.map(({ format }) => format),
    ["verbose_json", "json"],
  );
  const { transcript: utterances } = await loadRecording(org, id);
  t.is(utterances.length, 3);
  t.is(utterances[2].text, "Yes, please, by Friday.");
  t.is(utterances[2].end, 4_000);
});

for (const { name, bytes, duration } of IRREGULAR_FILES)
  test.serial(`sentences without times are spread over the duration of ${name}`, async (t) => {
    const { server, org, ai, analyse } = t.context;
    ai.unknown = ["verbose_json"];
    ai.statesDuration = false;
    const { body } = await uploadForm(server, org, {}, new Uint8Array(bytes), name);
    await analyse(body.recording.id);
    const { transcript, failureReason } = await loadRecording(org, body.recording.id);
    t.is(failureReason, null);
    t.is(transcript.length, 3);
    t.is(transcript[2].end, duration);
    t.true(transcript[2].start > duration / 3);
  });

test.serial("every speaker's role is other if the model can't assign roles", async (t) => {
  const { org, ai, analyse } = t.context;
  const { script } = ai;
  ai.script = (chat) =>
    chat.name === "turns" ? { turns: [{ line: 99, role: "rep" }] } : script(chat);
  const id = await org.ingestCall({ recording_url: ai.audio });
  await analyse(id);
  const { status, transcript: utterances } = await loadRecording(org, id);
  t.is(status, "processed");
  t.deepEqual(
    utterances.map(({ role }: { role: string }) => role),
    ["other", "other"],
  );
});

test.serial("a call of which everything is invented fails, and keeps the notice", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.heard = [
    { start: 0, end: 1, text: " Thanks for watching!", no_speech_prob: 0.9, avg_logprob: -1.2 },
  ];
  const id = await org.ingestCall({ recording_url: ai.audio });
  await analyse(id);
  t.is((await loadRecording(org, id)).failureReason, "The recording has no speech");
  const { recording } = await org.graphql(
    `query ($id: ID!) { recording(id: $id) { notices { kind } } }`,
    { id },
  );
  t.deepEqual(recording.notices, [{ kind: "invention_left_out" }]);
});

test.serial(
  "what a transcription server invents is left out, and the recording says so",
  async (t) => {
    const { org, ai, analyse } = t.context;
    ai.heard = [
      ...ai.heard,
      { start: 3, end: 4, text: " Thanks for watching!", no_speech_prob: 0.9, avg_logprob: -1.2 },
    ];
    const id = await org.ingestCall({ recording_url: ai.audio });
    await analyse(id);
    t.is((await loadRecording(org, id)).transcript.length, 2);
    const { recording } = await org.graphql(
      `query ($id: ID!) { recording(id: $id) { notices { kind description places { start end } } } }`,
      { id },
    );
    t.deepEqual(recording.notices, [
      {
        kind: "invention_left_out",
        description: "1 text that was not said was left out (0:03)",
        places: [{ start: 3_000, end: 4_000 }],
      },
    ]);
  },
);
