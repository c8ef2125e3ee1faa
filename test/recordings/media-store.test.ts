import { buffer } from "node:stream/consumers";
import { createContext } from "../graph/context.js";
import { eraseAndSettle } from "../graph/matching.js";
import { mutate } from "../graph/mutate.js";
import { CALL_WAV, isKept, keep, MEDIA_LIMIT as LIMIT, pieces } from "./helpers/media.js";
import { test } from "./helpers/own-still.js";

/** More than is looked at before a file is begun. */
const LONG = Buffer.concat([CALL_WAV, CALL_WAV]);

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield* pieces(LONG);
  throw new Error("broken off");
}

test("a file is read as it was written, whole or in part", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const { file, type, bytes } = await media.write(org.id, pieces(CALL_WAV), LIMIT);
  t.deepEqual({ type, bytes }, { type: "audio/wav", bytes: CALL_WAV.length });
  t.deepEqual(await buffer((await media.open(org.id, file))!), CALL_WAV);
  const part = await media.open(org.id, file, { start: 8, end: 11 });
  t.is(String(await buffer(part!)), "WAVE");
  t.is(await media.open((await server.tenant()).id, file), undefined);
});

test("nothing is left of a file that is too long, is no audio, or breaks off", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const text = Buffer.from("<html>".repeat(20_000));
  for (const [source, limit, message] of [
    [pieces(LONG), LONG.length - 1, `file may have ${LONG.length - 1} bytes`],
    [pieces(text), LIMIT, "file must be audio or video of a known format"],
    [pieces(text.subarray(0, 3)), LIMIT, "file must be audio or video of a known format"],
    [pieces(text.subarray(0, 0)), LIMIT, "file must be audio or video of a known format"],
    [breaking(), LIMIT, "broken off"],
  ] as const)
    await t.throwsAsync(media.write(org.id, source, limit), { message });
  for await (const file of media.older(org.id, Infinity)) t.fail(file);
});

test("a name that was not made here opens nothing", async (t) => {
  const { server, org } = t.context;
  for (const file of ["../debrief.db", "/etc/passwd", "", ".", "a".repeat(32).toUpperCase()])
    await t.throwsAsync(server.services.media.open(org.id, file), { message: /no name of a file/ });
});

test("a recording's file goes with it, and with its client, and no other does", async (t) => {
  const { server, org } = t.context;
  const ids = [
    await org.call(),
    await org.call({ customer: { id: "c-1" } }),
    await org.call({ customer: { id: "c-2" } }),
  ];
  const files: string[] = [];
  for (const id of ids) files.push(await keep(server, org, id));
  const there = async () => Promise.all(files.map((file) => isKept(server, org, file)));
  t.deepEqual(await there(), [true, true, true]);
  await org.graph(`mutation ($id: ID!) { deleteRecording(id: $id) }`, { id: ids[0] });
  t.deepEqual(await there(), [false, true, true]);
  const { clients } = (await org.get("/v1/clients?crmEntityId=c-1")).body;
  await org.graph(`mutation ($id: ID!) { deleteClient(id: $id) }`, { id: clients[0].id });
  t.deepEqual(await there(), [false, false, true]);
});

test("a file stays where the change that would take it fails, whatever the request does next", async (t) => {
  const { server, org } = t.context;
  const id = await org.call();
  const file = await keep(server, org, id);
  const credential = { role: "internal", organizationId: org.id } as const;
  const context = createContext(server.services, credential, "a request");
  const failing = mutate(context, async (trx) => {
    await eraseAndSettle(trx, context, id);
    throw new Error("its own");
  });
  await t.throwsAsync(failing, { message: "its own" });
  await mutate(context, async () => {});
  t.true(await isKept(server, org, file));
  await mutate(context, async (trx) => eraseAndSettle(trx, context, id));
  t.false(await isKept(server, org, file));
});
