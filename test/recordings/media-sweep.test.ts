import { sweepMedia } from "../../src/media/media-sweep.js";
import { isStored, storeMedia } from "../helpers/media.js";
import { test } from "../helpers/own-paused-suite.js";

const HOUR_MS = 60 * 60_000;

// Alone in its file: at a later hour a sweep also takes what another test has just written.
test("a sweep removes what is no recording's after an hour, in organizations that it knows", async (t) => {
  const { server, org } = t.context;
  const { db, media } = server.services;
  const used = await storeMedia(server, org, await org.ingestCall());
  const orphan = await storeMedia(server, org);
  const nobodys = { ...org, id: server.services.newId() };
  const elsewhere = await storeMedia(server, nobodys);
  const there = async () => [
    await isStored(server, org, used),
    await isStored(server, org, orphan),
    await isStored(server, nobodys, elsewhere),
  ];
  await sweepMedia(db, media, Date.now() + HOUR_MS / 2);
  t.deepEqual(await there(), [true, true, true]);
  await sweepMedia(db, media, Date.now() + 2 * HOUR_MS);
  t.deepEqual(await there(), [true, false, true]);
});
