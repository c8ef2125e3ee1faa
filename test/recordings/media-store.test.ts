import { buffer } from "node:stream/consumers";
import { createContext } from "../../graph/context/context.js";
import { eraseAndRematch } from "../../graph/recordings/erase.js";
import { mutate } from "../../graph/context/mutate.js";
import {
  CALL_WAV,
  isStored,
  storeMedia,
  MAX_MEDIA_BYTES as LIMIT,
  splitIntoPieces,
} from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";

/** More than the store reads to find the type, before it creates a file. */
const LONG = Buffer.concat([CALL_WAV, CALL_WAV]);

async function* abort(): AsyncGenerator<Uint8Array> {
  yield* splitIntoPieces(LONG);
  throw new Error("aborted");
}

const UNKNOWN =
  "file must be audio or video in one of these formats: 3g2, 3gp, aac, aiff, amr, caf, flac, m4a, mkv, mov, mp3, mp4, ogg, ogv, opus, wav, webm, wma; by name also .gsm, .g722, .ulaw, .alaw";

test("a file is read as it was written, as a whole or in part", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const { file, type, bytes } = await media.write(org.id, splitIntoPieces(CALL_WAV), LIMIT);
  t.deepEqual({ type, bytes }, { type: "audio/wav", bytes: CALL_WAV.length });
  t.deepEqual(await buffer((await media.open(org.id, file))!), CALL_WAV);
  const part = await media.open(org.id, file, { start: 8, end: 11 });
  t.is(String(await buffer(part!)), "WAVE");
  t.is(await media.open((await server.createTenant()).id, file), undefined);
});

test("a file that is too long, not audio or aborted leaves nothing behind", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const text = Buffer.from("<html>".repeat(20_000));
  for (const [source, limit, message] of [
    [splitIntoPieces(LONG), LONG.length - 1, `file may have at most ${LONG.length - 1} bytes`],
    [splitIntoPieces(text), LIMIT, UNKNOWN],
    [splitIntoPieces(text.subarray(0, 3)), LIMIT, UNKNOWN],
    [splitIntoPieces(text.subarray(0, 0)), LIMIT, UNKNOWN],
    [abort(), LIMIT, "aborted"],
  ] as const)
    await t.throwsAsync(media.write(org.id, source, limit), { message });
  for await (const file of media.listOlderFiles(org.id, Infinity)) t.fail(file);
});

test("an invalid file name opens nothing", async (t) => {
  const { server, org } = t.context;
  for (const file of ["../debrief.db", "/etc/passwd", "", ".", "a".repeat(32).toUpperCase()])
    await t.throwsAsync(server.services.media.open(org.id, file), {
      message: /invalid media file name/,
    });
});

test("a media file is deleted with its recording or client, and no other file is", async (t) => {
  const { server, org } = t.context;
  const ids = [
    await org.ingestCall(),
    await org.ingestCall({ customer: { id: "c-1" } }),
    await org.ingestCall({ customer: { id: "c-2" } }),
  ];
  const files: string[] = [];
  for (const id of ids) files.push(await storeMedia(server, org, id));
  const listStored = async () => Promise.all(files.map((file) => isStored(server, org, file)));
  t.deepEqual(await listStored(), [true, true, true]);
  await org.graphql(`mutation ($id: ID!) { deleteRecording(id: $id) }`, { id: ids[0] });
  t.deepEqual(await listStored(), [false, true, true]);
  const { clients } = (await org.get("/v1/clients?crmEntityId=c-1")).body;
  await org.graphql(`mutation ($id: ID!) { deleteClient(id: $id) }`, { id: clients[0].id });
  t.deepEqual(await listStored(), [false, false, true]);
});

test("a failed change keeps the file that it would delete, whatever follows in the request", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  const file = await storeMedia(server, org, id);
  const credential = { role: "internal", organizationId: org.id } as const;
  const context = createContext(server.services, credential, "a request");
  const failing = mutate(context, async (trx, effects) => {
    await eraseAndRematch(trx, context, effects, id);
    throw new Error("its own");
  });
  await t.throwsAsync(failing, { message: "its own" });
  await mutate(context, async () => {});
  t.true(await isStored(server, org, file));
  await mutate(context, async (trx, effects) => eraseAndRematch(trx, context, effects, id));
  t.false(await isStored(server, org, file));
});
