import "reflect-metadata";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { uploadForm } from "../helpers/recordings/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const HEAD_BYTES = 44;
const FIXTURES = "test/fixtures/speech";

test.beforeEach(async (t) => {
  await t.context.org.createUser();
});

const upload = async (
  server: SharedServer,
  org: Tenant,
  filename: string,
  file: Uint8Array = readFileSync(`${FIXTURES}/${filename}`),
): Promise<string> => {
  const { body, text } = await uploadForm(
    server,
    org,
    { call_id: filename },
    new Uint8Array(file),
    filename,
  );
  if (!body.recording) throw new Error(text);
  return `${server.url}/v1/recordings/${body.recording.id}/media?format=wav`;
};

const read = async (url: string, { apiKey }: Tenant, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers: { "x-api-key": apiKey, ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};

const toSamples = (bytes: Buffer): Float64Array =>
  Float64Array.from({ length: (bytes.length - HEAD_BYTES) >> 1 }, (_, at) =>
    bytes.readInt16LE(HEAD_BYTES + at * 2),
  );

/** Returns the signal-to-noise ratio in decibels. */
const measureSnr = (signal: Float64Array, other: Float64Array): number => {
  let [power, noise] = [0, 0];
  for (const [at, sample] of signal.entries()) {
    power += sample ** 2;
    noise += (sample - other[at]!) ** 2;
  }
  return 10 * Math.log10(power / Math.max(noise, 1));
};

for (const name of ["gsm.wav", "ima.wav", "ms.wav", "ulaw.wav", "alaw.wav", "u8.wav"])
  test(`${name} is also a WAV file with PCM, whole and in ranges`, async (t) => {
    const { server, org } = t.context;
    const url = await upload(server, org, name);
    const whole = await read(url, org);
    t.is(whole.status, 200);
    t.is(whole.headers.get("content-type"), "audio/wav");
    t.is(Number(whole.headers.get("content-length")), whole.bytes.length);
    t.is(whole.bytes.toString("latin1", 0, 4), "RIFF");
    t.is(whole.bytes.readUInt32LE(4), whole.bytes.length - 8);
    t.deepEqual([whole.bytes.readUInt16LE(20), whole.bytes.readUInt16LE(34)], [1, 16]);
    t.is(whole.bytes.readUInt32LE(40), whole.bytes.length - HEAD_BYTES);
    const { length } = whole.bytes;
    for (const [start, end] of [
      [0, 0],
      [10, 60],
      [43, 44],
      [15_001, 15_010],
      [16_043, 33_000],
      [length - 5, length - 1],
    ] as const) {
      const part = await read(url, org, { range: `bytes=${start}-${end}` });
      t.is(part.status, 206);
      t.is(part.headers.get("content-range"), `bytes ${start}-${end}/${length}`);
      t.deepEqual(part.bytes, whole.bytes.subarray(start, end + 1), `${start}-${end}`);
    }
    const beyond = await read(url, org, { range: `bytes=${length}-` });
    t.is(beyond.status, 416);
  });

test("a decoder that begins in the middle sounds as one that began with the file", async (t) => {
  const { server, org } = t.context;
  const { GsmDecoder } = await import("../../src/speech/codecs/gsm.js");
  const wav = readFileSync(`${FIXTURES}/gsm.wav`);
  const data = wav.subarray(wav.indexOf("data") + 8);
  const expected = Float64Array.from(new GsmDecoder("wav").decode(data));
  const { bytes } = await read(await upload(server, org, "gsm.wav"), org);
  const snr = measureSnr(expected, toSamples(bytes));
  t.true(snr > 30, `${snr} dB`);
});

test("a raw file is also a WAV file of its rate", async (t) => {
  const { server, org } = t.context;
  for (const [name, rate, seconds] of [
    ["call.ulaw", 8_000, 3],
    ["call.g722", 16_000, 3],
  ] as const) {
    const { bytes } = await read(await upload(server, org, name, randomBytes(24_000)), org);
    t.is(bytes.readUInt32LE(24), rate);
    t.is(bytes.length, HEAD_BYTES + seconds * rate * 2);
  }
});

test("joined files are one WAV file, and a part with another rate is silence of its length", async (t) => {
  const { server, org } = t.context;
  const ulaw = readFileSync(`${FIXTURES}/ulaw.wav`);
  const alaw = readFileSync(`${FIXTURES}/alaw.wav`);
  const other = Buffer.from(ulaw);
  other.writeUInt32LE(16_000, other.indexOf("fmt ") + 12);
  const [one, two, half] = await Promise.all(
    [ulaw, alaw, other].map(async (file, index) => {
      const { bytes } = await read(await upload(server, org, `${index}.wav`, file), org);
      return bytes.subarray(HEAD_BYTES);
    }),
  );
  t.is(one!.length, half!.length);
  const url = await upload(server, org, "joined.wav", Buffer.concat([ulaw, other, alaw]));
  const whole = await read(url, org);
  const silence = Buffer.alloc(half!.length / 2);
  t.is(whole.bytes.readUInt32LE(40), whole.bytes.length - HEAD_BYTES);
  t.deepEqual(whole.bytes.subarray(HEAD_BYTES), Buffer.concat([one!, silence, two!]));
  for (const at of [one!.length, one!.length + silence.length]) {
    const range = { range: `bytes=${HEAD_BYTES + at - 100}-${HEAD_BYTES + at + 99}` };
    const part = await read(url, org, range);
    t.deepEqual(part.bytes, whole.bytes.subarray(HEAD_BYTES + at - 100, HEAD_BYTES + at + 100));
  }
});

test("without the parameter the file is as it was sent, with another ETag", async (t) => {
  const { server, org } = t.context;
  const url = await upload(server, org, "gsm.wav");
  const original = await read(url.replace("?format=wav", ""), org);
  t.deepEqual(original.bytes, readFileSync(`${FIXTURES}/gsm.wav`));
  const converted = await read(url, org);
  t.not(converted.headers.get("etag"), original.headers.get("etag"));
  const cached = await read(url, org, { "if-none-match": converted.headers.get("etag")! });
  t.is(cached.status, 304);
});

test("other formats and other values of the parameter are refused", async (t) => {
  const { server, org } = t.context;
  const url = await upload(server, org, "call.mp3");
  const refused = await read(url, org);
  t.is(refused.status, 415);
  t.like(JSON.parse(refused.bytes.toString()), {
    code: "UNSUPPORTED_MEDIA_TYPE",
    field: "format",
  });
  const unknown = await read(url.replace("wav", "mp3"), org);
  t.is(unknown.status, 400);
  t.like(JSON.parse(unknown.bytes.toString()), { code: "INVALID_FIELD", field: "format" });
  const damaged = Buffer.from(readFileSync(`${FIXTURES}/gsm.wav`));
  damaged.writeUInt16LE(0x1234, damaged.indexOf("fmt ") + 8);
  t.is((await read(await upload(server, org, "damaged.wav", damaged), org)).status, 415);
});

for (const [what, offset, value] of [
  ["4,000 channels", 10, 4_000],
  ["no samples a second", 12, 0],
  ["4,294,967,295 samples a second", 12, 0xffff_ffff],
] as const)
  test(`a file with ${what} is refused before the answer begins`, async (t) => {
    const { server, org } = t.context;
    const wav = Buffer.from(readFileSync(`${FIXTURES}/ulaw.wav`));
    const field = wav.indexOf("fmt ") + offset;
    if (offset === 10) wav.writeUInt16LE(value, field);
    else wav.writeUInt32LE(value, field);
    const { status, bytes } = await read(await upload(server, org, "odd.wav", wav), org);
    t.is(status, 415);
    t.like(JSON.parse(bytes.toString()), { field: "format" });
  });

test("another organization's file is not found", async (t) => {
  const { server, org } = t.context;
  const url = await upload(server, org, "gsm.wav");
  t.is((await read(url, await server.createTenant())).status, 404);
});

test("another parameter is refused with the one there is", async (t) => {
  const { server, org } = t.context;
  const url = await upload(server, org, "gsm.wav");
  const { status, bytes } = await read(url.replace("?format=", "?formt="), org);
  t.is(status, 400);
  t.deepEqual(JSON.parse(bytes.toString()), {
    message: "formt isn't a parameter of this endpoint; did you mean format?",
    code: "INVALID_FIELD",
    field: "formt",
  });
});
