import { Readable } from "node:stream";
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
import { signInAs } from "../helpers/sign-in/viewers.js";
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

test.serial(
  "a person's complete upload ends under their rights, also if its client doesn't return",
  async (t) => {
    const { server, org } = t.context;
    const [ann, ben] = ["ann@example.com", "ben@example.com"];
    for (const email of [ann, ben]) await org.createUser(email);
    const page = await signInAs(server, org, ann, "rep");
    const client = {
      fetch: server.fetch,
      headers: { origin: new URL(server.services.publicUrl).origin, cookie: page.cookie! },
    };
    const send = async (callId: string): Promise<void> => {
      const fields = { call_id: callId, user_email: ann };
      const path = await beginUpload(client, CALL_WAV.length, fields);
      await server.services.resumable.files.append(
        { organizationId: org.id, id: path.split("/").at(-1)! },
        Readable.from([CALL_WAV]),
        0,
      );
    };
    await org.ingestCall({ call_id: "console/ben", user_email: ben });
    await send("console/ben");
    await send("console/ann");
    t.like(await sweep(t.context), { finished: 1 });
    t.deepEqual(
      (
        await org.graphql(
          "{ recordings(filter: { status: received }) { nodes { user { email } media { type } } } }",
        )
      ).recordings.nodes,
      [
        { user: { email: ann }, media: { type: "audio/wav" } },
        { user: { email: ben }, media: null },
      ],
    );
    await send("console/ann-2");
    await server.services.db("accounts").where("organization_id", org.id).delete();
    t.like(await sweep(t.context), { finished: 0 });
    t.true(server.log.some(({ reason }) => reason === "its sender doesn't sign in any more"));
  },
);
