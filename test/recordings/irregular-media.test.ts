import "reflect-metadata";
import {
  buildFetchOptions,
  loadMediaState,
  runFetch,
} from "../helpers/recordings/media-fetches.js";
import { startMediaVendor } from "../helpers/recordings/media-vendor.js";
import { uploadForm } from "../helpers/recordings/media.js";
import {
  buildId3,
  buildJunk,
  buildLongWav,
  buildSpeechWav,
  readSpeech,
} from "../helpers/speech/irregular-audio.js";
import { test } from "../helpers/own-suite.js";

const mp3 = readSpeech("call.mp3");

/** Files that were refused, or had no duration. */
const FILES: readonly [name: string, file: Buffer, type: string, duration: number][] = [
  ["rf64.wav", buildLongWav("RF64"), "audio/wav", 2_380],
  ["bw64.wav", buildLongWav("BW64"), "audio/wav", 2_380],
  ["open.wav", buildSpeechWav({ stated: 0 }), "audio/wav", 2_380],
  ["zeros.mp3", Buffer.concat([Buffer.alloc(2_000), mp3]), "audio/mpeg", 2_484],
  ["junk.mp3", Buffer.concat([buildJunk(300), mp3]), "audio/mpeg", 2_484],
  ["joined.mp3", Buffer.concat([mp3, mp3]), "audio/mpeg", 4_968],
  ["cut.aac", readSpeech("call.aac").subarray(50), "audio/aac", 2_432],
  ["tagged.aac", Buffer.concat([buildId3(900), readSpeech("call.aac")]), "audio/aac", 2_496],
  ["call.opus", readSpeech("call.opus"), "audio/ogg; codecs=opus", 2_380],
  ["call.ogg", readSpeech("call.ogg"), "audio/ogg", 2_380],
  [
    "chained.ogg",
    Buffer.concat([readSpeech("call.ogg"), readSpeech("call.ogg")]),
    "audio/ogg",
    4_760,
  ],
];

for (const [name, file, type, duration] of FILES) {
  test.serial(`${name} is uploaded with its duration`, async (t) => {
    const { server, org } = t.context;
    await org.createUser();
    const { status, body } = await uploadForm(server, org, {}, new Uint8Array(file), name);
    t.is(status, 200);
    const state = await loadMediaState(org, body.recording.id);
    t.like(state, { duration, media: { type } });
  });

  test.serial(`${name} is fetched with its duration`, async (t) => {
    const { server, org } = t.context;
    server.services.fetchesMedia = true;
    const vendor = await startMediaVendor(t);
    vendor.answers.push({ status: 200, body: file });
    const transcript = [{ speaker: "Rep", role: "rep", text: "Hello.", start: 0, end: 100 }];
    const id = await org.ingestCall({ recording_url: `${vendor.url}/${name}`, transcript });
    await runFetch(buildFetchOptions(t, server), org, id);
    t.like(await loadMediaState(org, id), { duration, media: { type } });
  });
}
