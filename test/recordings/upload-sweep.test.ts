import { ShareExceededError } from "../../db/engine/fair-shares.js";
import { createLog } from "../../src/base/log/log.js";
import { CALL_WAV, listFiles, loadMediaRows } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";
import { setHeartbeats } from "../helpers/retention/retention.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import {
  beginUpload,
  sendPart,
  sendTus,
  type TusClient,
} from "../helpers/recordings/resumable-uploads.js";
import { sweepUploads } from "../../src/intake/uploads/upload-sweep.js";

const DAY_MS = 24 * 60 * 60_000;
const HALF = 10_000;

interface Context {
  server: TestServer;
  org: Tenant;
}

const clientOf = ({ server, org }: Context): TusClient => ({
  fetch: server.fetch,
  apiKey: org.apiKey,
});

const sweep = async (
  { server }: Context,
  resumable: Parameters<typeof sweepUploads>[0]["resumable"] = server.services.resumable,
) =>
  sweepUploads(
    {
      ...server.services,
      resumable,
      log: createLog("info", { write: (line) => void server.log.push(JSON.parse(line)) }),
    },
    server.clock.time,
  );

test.serial("an upload is gone after 24 hours, and its files are deleted", async (t) => {
  const client = clientOf(t.context);
  const { server, org } = t.context;
  const path = await beginUpload(client, CALL_WAV.length);
  await sendPart(client, path, 0, CALL_WAV.subarray(0, HALF));
  t.deepEqual(await sweep(t.context), { finished: 0, deleted: 0 });
  server.clock.time += DAY_MS;
  t.is((await sendTus(client, "HEAD", path)).status, 404);
  t.is((await sendPart(client, path, HALF, CALL_WAV.subarray(HALF))).status, 404);
  await setHeartbeats(server, server.clock.time - 10 * DAY_MS);
  t.deepEqual(await sweep(t.context), { finished: 0, deleted: 0 }, "the clock jumped");
  await setHeartbeats(server, server.clock.time);
  t.deepEqual(await sweep(t.context), { finished: 0, deleted: 2 });
  t.deepEqual(await loadMediaRows(server, org), []);
});

const refuseAsBusy = async (): Promise<never> => {
  throw new ShareExceededError();
};

test.serial("a busy organization's complete upload isn't deleted", async (t) => {
  const client = clientOf(t.context);
  const { server, org } = t.context;
  const fields = { user_email: "busy@example.com" };
  await org.createUser(fields.user_email);
  const path = await beginUpload(client, CALL_WAV.length, fields);
  await org.createUser(fields.user_email, { active: false });
  t.is((await sendPart(client, path, 0, CALL_WAV)).status, 400);
  await org.createUser(fields.user_email, { active: true });
  server.clock.time += DAY_MS;
  await setHeartbeats(server, server.clock.time);
  const { resumable } = server.services;
  const busy = { files: resumable.files, ends: { ...resumable.ends, finish: refuseAsBusy } };
  t.deepEqual(await sweep(t.context, busy), { finished: 0, deleted: 0 });
  t.like(await sweep(t.context), { finished: 1 });
  t.is((await loadMediaRows(server, org)).length, 1);
});

test.serial("a complete upload becomes a recording without its client", async (t) => {
  const client = clientOf(t.context);
  const { server, org } = t.context;
  const fields = { call_id: "later", user_email: "later@example.com" };
  await org.createUser("later@example.com");
  const path = await beginUpload(client, CALL_WAV.length, fields);
  await org.createUser("later@example.com", { active: false });
  const refused = await sendPart(client, path, 0, CALL_WAV);
  t.like(refused.body, { code: "USER_NOT_FOUND", field: "user_email" });
  t.deepEqual(await sweep(t.context), { finished: 0, deleted: 0 });
  t.like(server.log.at(-1), {
    code: "USER_NOT_FOUND",
    field: "user_email",
    upload: path.slice(12),
  });
  const [file = ""] = await listFiles(server, org);
  await server.services.media.discard(org.id, file, server.clock.time);
  await org.createUser("later@example.com", { active: true });
  // A server that was off for two days.
  server.clock.time += 2 * DAY_MS;
  t.deepEqual(await sweep(t.context), { finished: 1, deleted: 1 });
  t.is((await loadMediaRows(server, org)).length, 1);
  t.is((await listFiles(server, org)).length, 1);
});
