import { sweep } from "../src/media/sweep.js";
import { isKept, keep } from "./helpers/media.js";
import { test } from "./helpers/own-still.js";

const HOUR_MS = 60 * 60_000;

// Alone in its file: at a later hour a sweep also takes what another test has just written.
test("a sweep removes what is no recording's after an hour, in organizations that it knows", async (t) => {
  const { server, org } = t.context;
  const { db, media } = server.services;
  const used = await keep(server, org, await org.call());
  const orphan = await keep(server, org);
  const nobodys = { ...org, id: server.services.newId() };
  const elsewhere = await keep(server, nobodys);
  const there = async () => [
    await isKept(server, org, used),
    await isKept(server, org, orphan),
    await isKept(server, nobodys, elsewhere),
  ];
  await sweep(db, media, Date.now() + HOUR_MS / 2);
  t.deepEqual(await there(), [true, true, true]);
  await sweep(db, media, Date.now() + 2 * HOUR_MS);
  t.deepEqual(await there(), [true, false, true]);
});
