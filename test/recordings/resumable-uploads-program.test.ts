import "reflect-metadata";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { CALL_WAV } from "../helpers/recordings/media.js";
import { createInstallation } from "../helpers/server/program.js";
import {
  beginUpload,
  readOffset,
  sendPart,
  type TusClient,
} from "../helpers/recordings/resumable-uploads.js";
import { createRequester } from "../helpers/tenant.js";

// UPLOAD_KILLS=100 for a long run; raise --timeout with it.
const KILLS = Number(process.env["UPLOAD_KILLS"] ?? 4);
const PART_BYTES = 10_000;
/** About as long as one request takes. */
const MAX_KILL_MS = 20;

const sendNext = async (client: TusClient, path: string, offset: number) =>
  sendPart(client, path, offset, CALL_WAV.subarray(offset, offset + PART_BYTES));

const PARTS = Math.ceil(CALL_WAV.length / PART_BYTES);

test("an upload to a server killed between its parts and at its end becomes one recording", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const env = {
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_TRANSCRIBER: "none",
    DEBRIEF_ANALYZER: "external",
    LOG_LEVEL: "error",
  };
  let serving = await program.serve(env);
  const org = await createInstalledOrganization(program);
  await tenantAt(serving, org).createUser();
  const client = (): TusClient => ({ fetch: createRequester(serving.url), apiKey: org.apiKey });
  let resumed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const path = await beginUpload(client(), CALL_WAV.length, { call_id: `call ${kill}` });
    // Every other kill hits the part that completes the file.
    const parts = kill % 2 === 0 ? PARTS - 1 : Math.floor(Math.random() * (PARTS - 1));
    let acknowledged = 0;
    for (let part = 0; part < parts; part += 1) {
      const { status } = await sendNext(client(), path, acknowledged);
      t.is(status, 204);
      acknowledged += PART_BYTES;
    }
    const cutOff = sendNext(client(), path, acknowledged).catch(() => undefined);
    await setTimeout(Math.random() * MAX_KILL_MS);
    const ended = once(serving.child, "close");
    serving.child.kill("SIGKILL");
    const answer = await cutOff;
    if (answer) acknowledged = Math.min(acknowledged + PART_BYTES, CALL_WAV.length);
    await ended;
    serving = await program.serve(env);
    let offset = await readOffset(client(), path);
    t.true(offset >= acknowledged, `${offset} of ${acknowledged} acknowledged bytes`);
    if (offset < CALL_WAV.length) resumed += 1;
    while (offset < CALL_WAV.length) {
      const { status, headers, text } = await sendNext(client(), path, offset);
      t.true(status === 204 || status === 200, text);
      offset = Number(headers.get("upload-offset"));
    }
  }
  const tenant = tenantAt(serving, org);
  const { recordings } = await tenant.graphql(
    `{ recordings(first: 100, filter: { status: received }) { nodes { id media { bytes } } } }`,
  );
  t.is(recordings.nodes.length, Math.min(KILLS, 100));
  for (const { id, media } of recordings.nodes) {
    t.is(media.bytes, CALL_WAV.length);
    t.is((await tenant.get(`/v1/recordings/${id}/media`)).status, 200);
  }
  t.is((await serving.stop()).code, 0);
  t.is(readdirSync(join(program.dataDir, "media", org.id)).length, KILLS, "one file each");
  t.log(`${KILLS} kills: ${resumed} uploads went on, ${KILLS - resumed} were complete`);
});
