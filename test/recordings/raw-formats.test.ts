import "reflect-metadata";
import { readFileSync } from "node:fs";
import { ASTERISK_PROMPTS, hasPrompts } from "../helpers/speech/asterisk-prompts.js";
import {
  buildFetchOptions,
  loadMediaState,
  runFetch,
} from "../helpers/recordings/media-fetches.js";
import { startMediaVendor } from "../helpers/recordings/media-vendor.js";
import { CALL_WAV, uploadForm, uploadRaw } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-suite.js";
import type { Answer, Tenant } from "../helpers/server.js";

const STATE = "query ($id: ID!) { recording(id: $id) { duration media { type bytes } } }";

/** Half a second of silence in µ-law, whose first bytes look like MP3. */
const ULAW = new Uint8Array(4_000).fill(0xff);
/** Two frames. */
const GSM = new Uint8Array(66).fill(0xd2);

const loadUpload = async (org: Tenant, { body, text }: Answer) => {
  if (!body.recording) throw new Error(text);
  return (await org.graphql(STATE, { id: body.recording.id })).recording;
};

test.beforeEach(async (t) => {
  await t.context.org.createUser();
});

for (const [filename, file, type, duration] of [
  ["call.ulaw", ULAW, "audio/basic", 500],
  ["20260302 call.UL", ULAW, "audio/basic", 500],
  ["call.alaw", ULAW, "audio/x-alaw", 500],
  ["call.g722", ULAW, "audio/g722", 500],
  ["call.gsm", GSM, "audio/x-gsm", 40],
] as const)
  test.serial(`a file with the name ${filename} is ${type}`, async (t) => {
    const { server, org } = t.context;
    const answer = await uploadForm(server, org, { call_id: filename }, file, filename);
    t.deepEqual(await loadUpload(org, answer), { duration, media: { type, bytes: file.length } });
  });

test.serial("a raw file sent alone is named by its content type", async (t) => {
  const { server, org } = t.context;
  const answer = await uploadRaw(server, org, {}, GSM, { "content-type": "audio/x-gsm" });
  t.like(await loadUpload(org, answer), { media: { type: "audio/x-gsm" }, duration: 40 });
});

test.serial("a name doesn't change what the content shows", async (t) => {
  const { server, org } = t.context;
  const answer = await uploadForm(server, org, {}, CALL_WAV, "call.ulaw");
  t.like(await loadUpload(org, answer), { media: { type: "audio/wav" } });
});

for (const [filename, content] of [
  ["call.gsm", "<html>Sign in</html> <html>Sign in</html> <html>Sign in</html>"],
  ["call.ulaw", "<html>Sign in</html>"],
  ["call.txt", "\u0001\u0002\u0003"],
  ["call.g722", ".snd\u0000\u0001"],
] as const)
  test.serial(`another file with the name ${filename} is refused with the formats`, async (t) => {
    const { server, org } = t.context;
    const file = new Uint8Array(Buffer.from(content));
    const { status, body } = await uploadForm(server, org, {}, file, filename);
    t.is(status, 415);
    t.like(body, { code: "UNSUPPORTED_MEDIA_TYPE", field: "file" });
    t.regex(body.message, /one of these formats: .*\bmp3\b.*\bwav\b.*\.gsm, \.g722, \.ulaw/);
  });

for (const [path, headers] of [
  ["/recordings/1.ulaw", {}],
  ["/recordings/1?format=raw", { "content-type": "audio/basic" }],
  ["/recordings/2", { "content-disposition": 'attachment; filename="call.ulaw"' }],
] as const)
  test.serial(`a raw file is fetched from ${path} with ${JSON.stringify(headers)}`, async (t) => {
    const { server, org } = t.context;
    server.services.fetchesMedia = true;
    const vendor = await startMediaVendor(t);
    vendor.answers.push({ status: 200, headers, body: Buffer.from(ULAW) });
    const id = await org.ingestCall({ recording_url: vendor.url + path });
    await runFetch(buildFetchOptions(t, server), org, id);
    t.like(await loadMediaState(org, id), { media: { type: "audio/basic" }, duration: 500 });
  });

(hasPrompts ? test.serial : test.serial.skip)(
  "the prompts of Asterisk are as long in each format",
  async (t) => {
    const { server, org } = t.context;
    const durations: number[] = [];
    for (const format of ["wav", "gsm", "g722"]) {
      const name = `activated.${format}`;
      const file = new Uint8Array(readFileSync(`${ASTERISK_PROMPTS}/${name}`));
      const answer = await uploadForm(server, org, { call_id: name }, file, name);
      durations.push((await loadUpload(org, answer)).duration);
    }
    t.true(Math.max(...durations) - Math.min(...durations) <= 40, durations.join(", "));
  },
);
