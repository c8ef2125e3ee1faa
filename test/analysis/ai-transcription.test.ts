import "reflect-metadata";
import { createReadStream } from "node:fs";
import { insertMedia } from "../db/media.js";
import { aiSuite, read } from "./helpers/ai-suite.js";

const test = aiSuite();
const WAV = new URL("../../test/fixtures/call.wav", import.meta.url);

test.serial("media that debrief keeps is what is listened to, whatever URL there is", async (t) => {
  const { org, server, ai, analyse, files } = t.context;
  const id = await org.call({ recording_url: `${ai.origin}/gone` });
  const { media, db } = server.services;
  const kept = await media.write(org.id, createReadStream(WAV), 1_000_000);
  await db.transaction((trx) =>
    insertMedia(trx, org.id, { recordingId: id, ...kept, createdAt: 1 }),
  );
  await analyse(id);
  t.is((await read(org, id)).status, "processed");
  t.is(ai.transcriptions[0]!.file.bytes, 49_164);
  t.deepEqual(files(), []);
});

test.serial(
  "a model that tells speakers apart is asked to, and who is who is asked of the other",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const id = await org.call({ recording_url: ai.audio });
    await analyse(id, { transcriptionModel: "gpt-4o-transcribe-diarize" });
    t.is(ai.transcriptions[0]!.format, "diarized_json");
    t.deepEqual(
      ai.chats.map(({ name }) => name),
      ["speakers", "analysis"],
    );
    t.deepEqual(
      (await read(org, id)).transcript.map(({ role, speaker }: Record<string, string>) => [
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

test.serial(
  "a server that knows only plain text has its sentences spread over the call",
  async (t) => {
    const { org, ai, analyse } = t.context;
    ai.unknown = ["verbose_json"];
    const id = await org.call({ recording_url: ai.audio });
    await analyse(id);
    t.deepEqual(
      ai.transcriptions.map(({ format }) => format),
      ["verbose_json", "json"],
    );
    const { transcript: said } = await read(org, id);
    t.is(said.length, 3);
    t.is(said[2].text, "Yes, please, by Friday.");
    t.is(said[2].end, 4_000);
  },
);

test.serial("where the model cannot say who speaks, everybody is other", async (t) => {
  const { org, ai, analyse } = t.context;
  const { script } = ai;
  ai.script = (chat) =>
    chat.name === "turns" ? { turns: [{ line: 99, role: "rep" }] } : script(chat);
  const id = await org.call({ recording_url: ai.audio });
  await analyse(id);
  const { status, transcript: said } = await read(org, id);
  t.is(status, "processed");
  t.deepEqual(
    said.map(({ role }: { role: string }) => role),
    ["other", "other"],
  );
});
