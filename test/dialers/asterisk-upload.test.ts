import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { createVendorUsers } from "../helpers/dialers/dialers.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const SCRIPT = "examples/asterisk/debrief-upload";
const RECORDING = `query ($id: ID!) {
  recording(id: $id) { startedAt duration customFields user { email } }
}`;
const WAITING = "{ unmappedNumbers { number calls } }";

interface Context {
  server: SharedServer;
  org: Tenant;
}

/** Samples of two channels: the rep's are 1, 3, 5 …, the customer's 2, 4, 6 …, for four seconds. */
const RAW = Buffer.from(Int16Array.from({ length: 64_000 }, (_, at) => (at % 30_000) + 1).buffer);

/** Runs the script as Asterisk does. Returns its exit code and its folder. */
const run = async (
  t: ExecutionContext<Context>,
  channel: string,
  { raw = RAW, key = t.context.org.apiKey, customer = "+12025550142" } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), "debrief-asterisk-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const conf = join(folder, "upload.conf");
  writeFileSync(conf, `DEBRIEF_URL=${t.context.server.url}\nDEBRIEF_API_KEY=${key}\n`);
  const file = join(folder, "debrief-1795446104.2");
  writeFileSync(`${file}.raw`, raw);
  const args = ["out", "1795446104.2", channel, customer, file];
  const env = { ...process.env, DEBRIEF_UPLOAD_CONF: conf };
  const result = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(SCRIPT, args, { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
  return {
    ...result,
    isRawKept: existsSync(`${file}.raw`),
    isWavKept: existsSync(`${file}.wav`),
  };
};

const loadRecordings = async ({ server, org }: Context) =>
  server.services.db("recordings").where({ organization_id: org.id }).select("id", "call_id");

test("the script for Asterisk sends a call with its stereo audio, and deletes the files", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const before = Date.now();
  const { code, stderr, isRawKept, isWavKept } = await run(t, "PJSIP/204-0000001a");
  t.deepEqual([code, stderr, isRawKept, isWavKept], [0, "", false, false]);
  const [{ id, call_id: callId }] = await loadRecordings(t.context);
  t.is(callId, "asterisk:1795446104.2");
  const { recording } = await org.graphql(RECORDING, { id });
  t.like(recording, {
    duration: 4_000,
    customFields: { direction: "outbound", customer_number: "+12025550142" },
    user: { email: "rep@example.com" },
  });
  const startedAt = Date.parse(recording.startedAt);
  t.true(startedAt >= before - 5_000 && startedAt <= Date.now() - 3_000, recording.startedAt);
  const response = await fetch(`${server.url}/v1/recordings/${id}/media`, {
    headers: { "x-api-key": org.apiKey },
  });
  const wav = Buffer.from(await response.arrayBuffer());
  t.is(wav.toString("latin1", 0, 4), "RIFF");
  t.is(wav.readUInt32LE(4), wav.length - 8);
  t.deepEqual([wav.readUInt16LE(22), wav.readUInt32LE(24)], [2, 8_000]);
  t.deepEqual(wav.subarray(44), RAW);
});

test("the script for Asterisk sends nothing for a call without audio", async (t) => {
  const { code, isRawKept, isWavKept } = await run(t, "PJSIP/204-0000001a", {
    raw: Buffer.alloc(0),
  });
  t.deepEqual([code, isRawKept, isWavKept], [0, false, false]);
  t.is((await loadRecordings(t.context)).length, 0);
});

test("the script for Asterisk keeps a call that debrief refuses, and prints why", async (t) => {
  const refused = await run(t, "PJSIP/204-0000001a", { key: "dbk_wrong" });
  t.deepEqual([refused.code, refused.isRawKept, refused.isWavKept], [1, false, true]);
  t.regex(refused.stderr, /debrief-1795446104\.2\.wav stays: .*Invalid Api Key/s);
});

test("a call of an extension that no user has waits in debrief with its audio", async (t) => {
  const { org } = t.context;
  const { code, stderr } = await run(t, "PJSIP/a-777-0000001a", { customer: "" });
  t.is(code, 1);
  t.regex(stderr, /the call waits until it is/);
  const { unmappedNumbers } = await org.graphql(WAITING);
  t.deepEqual(unmappedNumbers, [{ number: "a-777", calls: 1 }]);
});
